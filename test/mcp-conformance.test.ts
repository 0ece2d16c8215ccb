/**
 * The conformance suite of the protocol against our server and our client. What does not apply stands with
 * its reason in test/clients/not-applicable.json, and a line there that is no longer true fails.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSkillServer, listenMcp } from "../src/serve/mcp/index.ts";
import { startConformanceClient } from "./support/conformance-client.ts";
import { program, runClient, serveOverHttp, type Served } from "./support/clients.ts";
import { withDiagnostics } from "./support/diagnostic-requests.ts";
import { diagnosticTools } from "./support/diagnostic-tools.ts";
import { goodSkill, temporaryFolder } from "./support/program.ts";
import { root } from "./support/source.ts";

interface NotApplicable {
  readonly server: Readonly<Record<string, string>>;
  readonly needsDiagnosticTools: Readonly<Record<string, string>>;
  readonly client: Readonly<Record<string, string>>;
}

const notApplicable = JSON.parse(
  readFileSync(join(root, "test/clients/not-applicable.json"), "utf8"),
) as NotApplicable;

const TIMEOUT = 240_000;

/** Without a revision each scenario runs in the one it was written for; extensions run only then. */
const REVISIONS = [undefined, "2025-11-25", "2026-07-28"] as const;

let skills = "";
let scenarios: { readonly server: readonly string[]; readonly client: readonly string[] };

beforeAll(async () => {
  skills = temporaryFolder();
  cpSync(join(root, "examples"), join(skills, "examples"), { recursive: true });
  // The suite looks into the folder of the first skill, and wants to find a folder in it.
  mkdirSync(join(skills, "a-letter/references"), { recursive: true });
  writeFileSync(join(skills, "a-letter/SKILL.md"), goodSkill("a-letter"));
  writeFileSync(join(skills, "a-letter/references/dates.md"), "# Dates\n");
  const { stdout } = await runClient("conformance", ["list"]);
  const [server = "", client = ""] = stdout.split(/^Client scenarios.*$/mu);
  scenarios = {
    server: namesIn(server),
    client: namesIn(client.split(/^Authorization/mu)[0] ?? ""),
  };
});

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/^ {2}- (\S+)/gmu)].map((match) => String(match[1]));
}

/** Failed scenarios of a run of the whole suite, with all that ran. */
async function runSuite(url: string, revision: string | undefined) {
  const words = ["server", "--url", url, "--suite", "all"];
  const version = revision === undefined ? [] : ["--spec-version", revision];
  const { stdout } = await runClient("conformance", [...words, ...version]);
  const lines = [...stdout.matchAll(/^[✓✗] (\S+): \d+ passed, (\d+) failed/gmu)];
  return {
    ran: lines.map((line) => String(line[1])),
    failed: lines.filter((line) => line[2] !== "0").map((line) => String(line[1])),
  };
}

function suiteOf(
  name: string,
  listed: Readonly<Record<string, string>>,
  revisions: readonly (string | undefined)[],
  open: () => Promise<Pick<Served, "url" | "stop">>,
) {
  describe(name, () => {
    let served: Pick<Served, "url" | "stop">;
    const ran = new Set<string>();
    const failed = new Set<string>();

    beforeAll(async () => {
      served = await open();
    }, TIMEOUT);

    afterAll(() => served.stop());

    it.each(revisions.map((revision) => [revision]))(
      "[BX-06] passes every scenario that applies, revision %s",
      async (revision) => {
        const result = await runSuite(served.url, revision);
        expect(result.ran.length).toBeGreaterThan(30);
        for (const scenario of result.ran) ran.add(scenario);
        for (const scenario of result.failed) failed.add(scenario);
        expect(result.failed.filter((scenario) => !(scenario in listed))).toEqual([]);
      },
      TIMEOUT,
    );

    it("lists nothing that passes or does not exist", () => {
      expect(Object.keys(listed).filter((scenario) => !failed.has(scenario))).toEqual([]);
      expect([...ran].toSorted()).toEqual(scenarios.server.toSorted());
    });
  });
}

suiteOf(
  "skillwright mcp --http",
  { ...notApplicable.server, ...notApplicable.needsDiagnosticTools },
  // The other server is made of the same parts, has more to ask for, and is asked in each revision.
  [undefined],
  () => serveOverHttp([skills]),
);

suiteOf("the server with diagnostic tools", notApplicable.server, REVISIONS, async () => {
  const server = await createSkillServer({
    paths: [skills],
    version: "0.0.0",
    watches: false,
    providers: [diagnosticTools],
  });
  const running = await listenMcp({
    server: { ...server, factory: withDiagnostics(server.factory) },
    host: "127.0.0.1",
    port: 0,
  });
  return {
    url: running.url,
    stop: async () => {
      await running.close();
      await server.close();
    },
  };
});

/** One scenario, run as a user would run it. */
async function tryProgram(scenario: string, words: string) {
  const { stdout, stderr } = await runClient(
    "conformance",
    ["client", "--command", `${process.execPath} ${program} mcp ${words}`, "--scenario", scenario],
    { environment: { BROWSER: `${process.execPath} ${browser}` } },
  );
  return `${stdout}${stderr}`;
}

const browser = join(root, "test/support/browser.mjs");

describe("our client", () => {
  it(
    "[BX-06] passes every scenario that applies, and no other",
    async () => {
      const client = await startConformanceClient();
      const words = ["client", "--suite", "all", "--command", client.command];
      const { stdout, stderr } = await runClient("conformance", words);
      await client.close();
      const lines = [...stdout.matchAll(/^([✓✗]) (\S+): \d+ passed/gmu)];
      expect(lines.map((line) => String(line[2])).toSorted()).toEqual(scenarios.client.toSorted());
      const failed = lines.filter((line) => line[1] === "✗").map((line) => String(line[2]));
      expect(failed.toSorted(), `${stdout}\n${stderr}`).toEqual(
        Object.keys(notApplicable.client).toSorted(),
      );
    },
    TIMEOUT,
  );

  it.each([
    ["auth/metadata-default", "inspect --login"],
    ["tools_call", 'call add_numbers --input {\\"a\\":5,\\"b\\":3}'],
    ["sep-2640-client-no-prefetch", "inspect --list"],
  ])("[BX-06] passes %s on the command line", async (scenario, words) => {
    expect(await tryProgram(scenario, words)).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/u);
  });
});
