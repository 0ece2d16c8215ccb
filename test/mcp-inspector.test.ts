/** The MCP inspector, which people use to look at servers, against ours: both transports, both eras. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program, runClient, serveOverHttp, type Served } from "./support/clients.ts";
import { temporaryFolder } from "./support/program.ts";
import { root } from "./support/source.ts";

let skills = "";
let served: Served;

beforeAll(async () => {
  skills = temporaryFolder();
  cpSync(join(root, "examples"), skills, { recursive: true });
  served = await serveOverHttp([skills]);
});

afterAll(() => served.stop());

const targets = {
  stdio: () => [process.execPath, program, "mcp", skills],
  http: () => [served.url, "--transport", "http"],
};

async function inspect(transport: keyof typeof targets, words: readonly string[]) {
  const answer = await runClient("mcp-inspector", [
    "--cli",
    ...targets[transport](),
    ...words,
    "-q",
  ]);
  expect(answer.code, answer.stdout + answer.stderr).toBe(0);
  return answer.stdout;
}

/** Over HTTP, where one server answers all questions: that the ways to it give the same is shown by themselves. */
async function ask(words: readonly string[]): Promise<unknown> {
  return JSON.parse(await inspect("http", [...words, "--format", "json"])) as unknown;
}

describe("mcp-inspector --cli", () => {
  it.each([
    ["stdio", "legacy"],
    ["stdio", "modern"],
    ["http", "legacy"],
    ["http", "modern"],
  ] as const)(
    "[BX-06] verifies every skill over %s in the %s era",
    async (transport, era) => {
      const words = ["--method", "skills/list", "--verify", "--protocol-era", era];
      const output = await inspect(transport, words);
      expect(output.match(/"outcome":"verified"/gu)).toHaveLength(8);
    },
    60_000,
  );

  it.each([
    [
      ["tools/list", "--strict"],
      {
        result: {
          tools: expect.arrayContaining([expect.objectContaining({ name: "load_skill" })]),
        },
      },
    ],
    [
      ["tools/call", "--tool-name", "search_skills", "--tool-arg", "query=minutes"],
      { result: { structuredContent: { skills: [{ name: "meeting-notes" }] } } },
    ],
    [
      ["skills/get", "--uri", "skill://meeting-notes/SKILL.md"],
      { result: { skill: { frontmatter: { name: "meeting-notes" } } } },
    ],
    [
      ["resources/directory/read", "--uri", "skill://meeting-notes"],
      {
        result: {
          resources: [
            { uri: "skill://meeting-notes/SKILL.md" },
            { uri: "skill://meeting-notes/references", mimeType: "inode/directory" },
          ],
        },
      },
    ],
    [
      ["resources/read", "--uri", "skill://meeting-notes/references/template.md"],
      { result: { contents: [{ text: expect.stringContaining("# Minutes of MEETING") }] } },
    ],
    [
      ["resources/list"],
      {
        result: {
          resources: expect.arrayContaining([
            expect.objectContaining({ uri: "resource://skills/plain-language/document" }),
          ]),
        },
      },
    ],
    [
      ["resources/templates/list"],
      {
        result: {
          resourceTemplates: expect.arrayContaining([
            expect.objectContaining({ uriTemplate: "skill://{+path}" }),
          ]),
        },
      },
    ],
    [
      ["prompts/list"],
      {
        result: {
          prompts: expect.arrayContaining([expect.objectContaining({ name: "reply-letter" })]),
        },
      },
    ],
    [
      ["prompts/get", "--prompt-name", "reply-letter", "--prompt-args", "letter=Hello"],
      { result: { messages: [{ role: "user", content: { type: "text" } }] } },
    ],
    [["initialize"], { result: { serverInfo: { name: "skillwright" } } }],
  ])(
    "[BX-06] gets an answer to %j",
    async (words, expected) => {
      expect(await ask(["--method", ...words])).toMatchObject(expected);
    },
    60_000,
  );
});
