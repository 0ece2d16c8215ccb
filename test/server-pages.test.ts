/** Every code of the server has its page, and every page a code. */
import { describe, expect, it } from "vitest";
import { evalCodes } from "../src/check/eval/index.ts";
import { marketCodes } from "../src/registry/contract/index.ts";
import { jobCodes } from "../src/platform/jobs/index.ts";
import { runErrors } from "../src/run/index.ts";
import { TOO_LONG } from "../src/skill/index.ts";
import { accountCodes } from "../src/hub/accounts/index.ts";
import { apiCodes } from "../src/hub/requests/index.ts";
import { chatCodes } from "../src/hub/chat/index.ts";
import { hubErrors } from "../src/hub/errors.ts";
import { featureCodes } from "../src/hub/features/index.ts";
import { knowledgeCodes } from "../src/hub/knowledge/index.ts";
import { platformWarnings, serveErrors } from "../src/serve/platform/index.ts";
import { quotaCodes } from "../src/hub/quotas/index.ts";
import { storedSkillCodes } from "../src/hub/skills/index.ts";
import { readFiles } from "./support/source.ts";

const areas = {
  eval: Object.fromEntries(Object.keys(evalCodes).map((code) => [code, code])),
  account: accountCodes,
  api: apiCodes,
  chat: chatCodes,
  data: codesIn(hubErrors, "data/"),
  feature: featureCodes,
  jobs: jobCodes,
  knowledge: knowledgeCodes,
  market: marketCodes,
  platform: { ...platformWarnings, ...codesIn(serveErrors, "platform/") },
  quota: quotaCodes,
  run: {
    // Thrown where texts are filled.
    promptTooLong: TOO_LONG,
    ...codesIn(runErrors, "run/"),
  },
  skills: storedSkillCodes,
};

function codesIn(catalogue: object, area: string): { readonly [code: string]: string } {
  const codes = Object.keys(catalogue).filter((code) => code.startsWith(area));
  return Object.fromEntries(codes.map((code) => [code, code]));
}

describe.each(Object.entries(areas))("codes of %s", (area, codes) => {
  const folder = `docs/reference/diagnostics/${area}`;

  it("have a page each, which begins with the code", () => {
    const pages = readFiles([folder], /\.md$/u);
    const listed = pages.map(({ path }) => path.slice("docs/reference/diagnostics/".length, -3));
    expect(listed.toSorted()).toEqual(Object.values<string>(codes).toSorted());
    for (const { path, text } of pages) {
      const code = path.slice("docs/reference/diagnostics/".length, -3);
      expect(text.split("\n")[4]).toBe(`# ${code}`);
      expect(text).toContain("\n## How to fix\n");
    }
  });
});
