// @starts processes of the pool
/** What clients of MCP ask of a server that many use: workers answer it, and it counts for whoever asked. */
import { describe, expect, it, onTestFinished } from "vitest";
import type { Jobs } from "../../src/hub/jobs/index.ts";
import { FolderLists } from "../../src/app/catalog/folder-lists.ts";
import { DEFAULT_LIMITS, FileScanner, type SkillLimits } from "../../src/app/catalog/folder.ts";
import { LiveCatalog } from "../../src/app/catalog/live.ts";
import { openScanner } from "../../src/app/catalog/scan-skills.ts";
import { clientIn } from "../../src/serve/mcp/server/clients.ts";
import { findDialect } from "../../src/skill/index.ts";
import { createMcpHttp, createSkillServer } from "../../src/serve/mcp/public.ts";
import { simulateHost } from "../../src/library/hosts/index.ts";
import { loadOperationTools } from "../../src/serve/mcp/tools/operation-tools.ts";
import { Uses } from "../../src/serve/mcp/uses.ts";
import { sharedJobs } from "../support/jobs.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";
import { turnsDuring } from "../support/turns.ts";

const folder = useFolder();

interface Ran {
  readonly kind: string;
  readonly owner: string | undefined;
  readonly input: unknown;
  readonly result: unknown;
}

/** The pool, with a list of what it was given. */
function recordedJobs(): { readonly jobs: Jobs; readonly ran: Ran[] } {
  const ran: Ran[] = [];
  const pool = sharedJobs();
  const run: Jobs["run"] = async (kind, input, options) => {
    const result = await pool.run(kind, input, options);
    ran.push({ kind, owner: options?.owner, input, result });
    return result;
  };
  return { jobs: { ...pool, run }, ran };
}

function writeSkills(count: number): void {
  for (let index = 0; index < count; index += 1)
    writeTree(folder.path, {
      [`letters-${index}/SKILL.md`]: skill(`letters-${index}`, `Sorts letters ${index}.`),
    });
}

const call = (name: string, given: object): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: given },
  });

describe("a tool over MCP", () => {
  it.each([
    ["explain_skill", { name: "letters-3" }, 1],
    ["explain_skill", { name: "no-such-skill" }, 8],
    ["show_prompt", { as: "claude" }, 8],
    ["lint_skill", { skills: ["letters-3"] }, undefined],
    ["convert_skill", { skill: "letters-3", to: "claude" }, undefined],
    ["validate_skill", { skills: ["letters-3"] }, undefined],
    ["scan_skill", { skills: ["letters-3"] }, undefined],
  ])("[BX-14] %s %j runs in the pool, for whoever asks", async (name, given, skills) => {
    writeSkills(8);
    const { jobs, ran } = recordedJobs();
    const server = await createSkillServer({
      paths: [folder.path],
      version: "0.0.0",
      watches: false,
      verdictOf: () => ({ decision: "allow", reason: "" }),
      jobs,
    });
    const http = createMcpHttp({ server });
    onTestFinished(async () => {
      await http.close();
      await server.close();
    });
    const answer = await http.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          host: "localhost",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: call(name, given),
      }),
      { client: "192.0.2.1", jobOwner: "mallory" },
    );
    const text = await answer.text();
    expect(text).not.toContain('"isError":true');
    expect(text).toContain("structuredContent");
    expect(ran.map(({ owner }) => owner)).toEqual(["mallory"]);
    if (skills !== undefined)
      expect(ran).toMatchObject([{ input: { library: { skills: { length: skills } } } }]);
  });

  it("[BX-14] shows long texts in the pool as well, not in the process of the server", async () => {
    const { jobs, ran } = recordedJobs();
    const tools = await loadOperationTools({ version: "0.0.0", jobs });
    const live = new LiveCatalog({
      paths: [folder.path],
      watches: false,
      openScanner: (count) => openScanner(undefined, count),
    });
    onTestFinished(() => live.close());
    await live.open();
    const ports = { view: live, base: "address", uses: new Uses() } as const;
    const lint = tools.tools(ports).find(({ name }) => name === "lint_skill");
    const text = `${skill("letters", "Sorts letters.")}${"a\u200Bi\n".repeat(300)}${"\n".repeat(300_000)}`;
    const given = { skills: [{ path: "letters/SKILL.md", text }] };
    const answer = await lint?.run(given, ports, new AbortController().signal);
    const [shown] = answer !== undefined && Array.isArray(answer.content) ? answer.content : [];
    const words = shown?.type === "text" ? shown.text : "";
    expect(words.match(/hidden-characters/gu)?.length).toBeGreaterThan(200);
    expect(ran).toHaveLength(1);
    // It is in what the worker gave, so that nobody had to wait for it.
    expect(JSON.parse(String(ran[0]?.result))).toMatchObject({
      text: expect.stringContaining(words.slice(0, 200)) as unknown,
    });
  });
});

describe("a catalog over MCP", () => {
  const SKILLS = 64;

  it("[BX-14] lets others have turns while it is made for a client of a new kind", async () => {
    writeSkills(SKILLS);
    const live = new LiveCatalog({
      paths: [folder.path],
      watches: false,
      openScanner: (count) => openScanner(undefined, count),
    });
    onTestFinished(() => live.close());
    await live.open();
    for (const as of [undefined, findDialect("claude")]) {
      const { value: host } = simulateHost({ os: "linux", bins: [`git-${as?.id}`] });
      if (host === undefined) throw new Error("The host is a valid one.");
      const view = live.viewFor({ key: `kind ${as?.id}`, host, ...(as && { as }) });
      expect(await turnsDuring(view)).toBeGreaterThanOrEqual(8);
      expect((await view).current.skills).toHaveLength(SKILLS);
    }
  });
});

function scannerWithin(limits: SkillLimits): FileScanner {
  return new FileScanner(limits, Date.now, new FolderLists(Date.now), () => {});
}

describe("the folder of a served skill", () => {
  it("[BX-14] is read with turns for others between its files", async () => {
    const large = "x".repeat(1024 * 1024);
    const files = Array.from({ length: 12 }, (_, index) => [`letters/${index}.txt`, large]);
    writeTree(folder.path, Object.fromEntries(files));
    const scanner = scannerWithin(DEFAULT_LIMITS);
    const scan = async (): Promise<unknown> => await scanner.scan(folder.path, {});
    expect(await turnsDuring(scan())).toBeGreaterThanOrEqual(12);
  });

  it("[BX-14] is given up where it holds far more than is served", async () => {
    for (let index = 0; index < 40; index += 1)
      writeTree(folder.path, { [`deep/${index}/.hidden`]: "" });
    const scanner = scannerWithin({ files: 4, bytes: 1000 });
    expect((await scanner.scan(folder.path, {})).tooLarge).toContain("more than 32 folders");
  });
});

const keyOf = (said: object): string | undefined =>
  clientIn({ extensions: { "skillwright/client": said } })?.key;

it("[BX-14] what makes no difference makes no new kind of client", () => {
  expect(keyOf({ note: "1" })).toBeUndefined();
  const host = { os: "linux", bins: ["a", "b"], env: ["X", "Y"] };
  const other = { env: ["Y", "X"], bins: ["b", "a"], os: "linux" };
  expect(keyOf({ host, note: "1" })).toBe(keyOf({ host: other, note: "2" }));
  expect(keyOf({ host })).not.toBe(keyOf({ host: { ...host, bins: ["a"] } }));
  expect(keyOf({ host })).not.toBe(keyOf({ host, as: "claude" }));
});
