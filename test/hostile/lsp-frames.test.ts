// @starts the language server
/** What no editor sends: the language server goes on where it can, and ends where it cannot. */
import { describe, expect, it } from "vitest";
import { HoverRequest } from "vscode-languageserver/node";
import { openEditor, startLanguageServer } from "../support/lsp.ts";
import { goodSkill, playground } from "../support/program.ts";
import { until } from "../support/wait.ts";

const FILE = "skills/letters/SKILL.md";

function frame(content: string): string {
  return `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
}

const initialize = frame(
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { processId: null, rootUri: null, capabilities: {} },
  }),
);

/** Starts the server, sends bytes, and gives what it wrote until something holds. */
async function send(
  bytes: readonly string[],
  holds: (output: string, code: number | null | undefined) => boolean,
): Promise<{
  readonly output: string;
  readonly code: number | null | undefined;
  readonly err: string;
}> {
  const child = startLanguageServer(playground().folder, ["--no-scan"]);
  let output = "";
  let err = "";
  let code: number | null | undefined;
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString("utf8")));
  child.on("close", (status) => (code = status));
  for (const part of bytes) child.stdin.write(part);
  await until("the server has answered or ended", () => holds(output, code));
  return { output, code, err };
}

describe("hostile frames", () => {
  it.each([
    ["text", "{not json"],
    ["nothing", ""],
    ["a list", "[1, 2]"],
    ["a number", "7"],
    ["deep nesting", "[".repeat(200_000)],
    ["bytes that are no UTF-8", "\\u00ff{"],
  ])("[BX-14] with %s are answered with an error, and the next is read", async (_, content) => {
    const { output } = await send([frame(content) + initialize], (text) =>
      text.includes('"capabilities"'),
    );
    expect(output).toContain("-32700");
  });

  it.each([
    ["no length", "Content-Type: x\r\n\r\n{}"],
    ["a negative length", "Content-Length: -5\r\n\r\n{}"],
    ["a length that is no number", "Content-Length: 1e3\r\n\r\n{}"],
    ["a length of many gigabytes", "Content-Length: 9999999999\r\n\r\n{}"],
    ["a header without an end", "x".repeat(100_000)],
  ])("[BX-14] with %s end the server, which says why", async (_, bytes) => {
    const { code, err } = await send([initialize, bytes], (_text, status) => status !== undefined);
    expect(code).toBe(1);
    expect(err).toMatch(/^skillwright: A (?:header|message) /mu);
  });

  it("[BX-14] may come in single bytes", async () => {
    const { output } = await send([...initialize], (text) => text.includes('"capabilities"'));
    expect(output).toContain('"skillwright"');
  });

  it("[BX-14] with parameters of the wrong kind harm no other document", async () => {
    const { folder } = playground();
    const editor = await openEditor(folder, { words: ["--no-scan"] });
    const odd: readonly unknown[] = [
      undefined,
      null,
      7,
      {},
      { textDocument: null },
      { textDocument: { uri: 7 } },
      { textDocument: { uri: "file:///%00/SKILL.md" }, position: { line: -1, character: 1e99 } },
      { textDocument: { uri: "file://host/%2f/SKILL.md", languageId: "skill", version: 1 } },
    ];
    const methods = ["didOpen", "didChange", "didClose", "didSave"].map((x) => `textDocument/${x}`);
    for (const params of odd) {
      for (const method of methods) await editor.connection.sendNotification(method, params);
      for (const method of ["hover", "completion", "codeAction", "definition", "diagnostic"])
        await editor.connection
          .sendRequest(`textDocument/${method}`, params)
          .catch(() => undefined);
    }
    await editor.open(FILE, goodSkill("letters"));
    await editor.codes(FILE, "the good skill is checked", (codes) => codes.length === 0);
    expect(await editor.quit()).toBe(0);
  });
});

describe("hostile documents", () => {
  it.each([
    ["is empty", ""],
    ["has only NUL characters", "\0".repeat(1000)],
    ["has a frontmatter without an end", `---\nname: ${"x".repeat(300_000)}`],
    ["multiplies aliases", `---\na: &a [x]\n${"b: [*a, *a, *a]\n".repeat(500)}---\n`],
    ["is nested deeply", `---\na: ${"[".repeat(20_000)}\n---\n`],
    ["has half characters", "---\nname: \ud800\n---\n\udfff"],
    ["has a row of brackets", `---\nname: x\n---\n${"](".repeat(100_000)}`],
    ["has a million lines", `---\nname: x\n---\n${"a\n".repeat(1_000_000)}`],
  ])("[BX-14] are checked when one %s, and the server lives on", async (_, text) => {
    const { folder } = playground();
    const editor = await openEditor(folder, { words: ["--no-scan"] });
    await editor.open(FILE, text);
    const hover = await editor.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: editor.uriOf(FILE) },
      position: { line: 1, character: 1 },
    });
    expect(hover === null || hover.contents !== undefined).toBe(true);
    expect(await editor.quit()).toBe(0);
  });
});
