/** The language server of the workbench beside the program: one service, so both answer the same. */
import { describe, expect, it } from "vitest";
import { createLanguageServer } from "../../web/src/engine/language-server.ts";
import { openEditor } from "../support/lsp.ts";
import { playground } from "../support/program.ts";

const FILE = "letters/SKILL.md";
const WHOLE = "mail/SKILL.md";
const GUIDE = "letters/references/dates.md";
const text = `---
name: Letters
description: ${"Sorts letters by date. ".repeat(90).trim()}
version: 1.0
metadata:
  openclaw:
    re
allowed-tools: Read, Bash(git log:*)
---

# Letters

See [the dates](references/dates.md) and \`references/dates.md\`. Sort {{letters}}.
Write to [a file](references/
`;
/** With a fix, and without the line that breaks the frontmatter. */
const whole = text
  .replace("name: Letters", "name: Mail")
  .replace("    re\n", "    emoji: ✉\n")
  .replace("---\n\n# L", "---  \n\n# L");
const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

/** What is asked, with the place in the text where it is. */
const QUESTIONS: readonly (readonly [method: string, params: object])[] = [
  ["textDocument/diagnostic", {}],
  ["textDocument/completion", { position: { line: 6, character: 6 } }],
  ["textDocument/completion", { position: { line: 13, character: 29 } }],
  ["textDocument/hover", { position: { line: 2, character: 3 } }],
  ["textDocument/definition", { position: { line: 12, character: 20 } }],
  ["textDocument/documentLink", {}],
  ["textDocument/documentSymbol", {}],
  [
    "textDocument/references",
    { position: { line: 1, character: 8 }, context: { includeDeclaration: true } },
  ],
  ["textDocument/semanticTokens/full", {}],
  ["textDocument/inlayHint", { range }],
  ["textDocument/codeLens", {}],
  ["textDocument/codeAction", { range, context: { diagnostics: [] } }],
  [
    "textDocument/codeAction",
    { range, context: { diagnostics: [], only: ["source.fixAll.skillwright"] } },
  ],
];

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A client of the server of the page: the thread around it is left out. */
function openPage() {
  const sent: Message[] = [];
  const receive = createLanguageServer((message) => sent.push(JSON.parse(message) as Message));
  let id = 0;
  return {
    sent,
    notify: (method: string, params: object) =>
      receive(JSON.stringify({ jsonrpc: "2.0", method, params })),
    ask: async (method: string, params: object): Promise<Message | undefined> => {
      id += 1;
      await receive(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      return sent.find((message) => message.id === id);
    },
  };
}

describe("the language server of a page", () => {
  it("[BX-08] answers every request as the program does", async () => {
    const { folder } = playground({
      [FILE]: text,
      [GUIDE]: "x",
      [WHOLE]: whole,
      "mail/references/dates.md": "x",
      "skillwright.config.json": '{ "rules": { "lint/skill-collision": "off" } }',
    });
    const capabilities = { textDocument: { diagnostic: {} } };
    const dialect = "openclaw";
    const words = ["--no-scan", "--dialect", dialect];
    const editor = await openEditor(folder, { words, capabilities });
    const page = openPage();
    await page.ask("initialize", { capabilities });
    const root = editor.uriOf("letters").slice(0, -"letters".length);
    const answered = new Set<string>();
    for (const [file, content] of [
      [FILE, text],
      [WHOLE, whole],
    ] as const) {
      await editor.open(file, content);
      const uri = `file:///${file}`;
      const settings = {
        [uri]: { dialect, hosted: "gsv", files: ["SKILL.md", "references/dates.md"] },
      };
      await page.notify("workspace/didChangeConfiguration", { settings });
      const textDocument = { uri, languageId: "skill", version: 1, text: content };
      await page.notify("textDocument/didOpen", { textDocument });
      for (const [method, params] of QUESTIONS) {
        const own = await page.ask(method, { textDocument: { uri }, ...params });
        const other = await editor.connection.sendRequest(method, {
          textDocument: { uri: editor.uriOf(file) },
          ...params,
        });
        const expected: unknown = JSON.parse(
          JSON.stringify(other).replaceAll(root, "file:///"),
          // The pages about codes lie beside the program, where a browser cannot open them.
          (key, value: unknown) => (key === "codeDescription" ? undefined : value),
        );
        expect(own?.result, method).toEqual(expected);
        if (JSON.stringify(expected).length > 15) answered.add(method);
      }
    }
    // None of the answers is empty, so that they cannot be the same by chance.
    expect(answered).toEqual(new Set(QUESTIONS.map(([method]) => method)));
  });

  it("[BX-08] publishes findings with the version of the text, and refuses what it does not know", async () => {
    const page = openPage();
    const uri = "file:///letters/SKILL.md";
    await page.ask("initialize", { capabilities: {} });
    const textDocument = { uri, languageId: "skill", version: 0, text };
    await page.notify("textDocument/didOpen", { textDocument });
    const good = "---\nname: letters\ndescription: Sorts letters. Use for letters.\n---\n\nSort.\n";
    await page.notify("textDocument/didChange", {
      textDocument: { uri, version: 1 },
      contentChanges: [{ text: good }],
    });
    const [first, second] = page.sent.filter((message) => message.id === undefined);
    expect(first).toMatchObject({ params: { uri, version: 0 } });
    expect(JSON.stringify(first)).toContain("lint/field-length");
    expect(second).toMatchObject({ params: { uri, version: 1, diagnostics: [] } });
    const unknown = await page.ask("textDocument/formatting", { textDocument: { uri } });
    expect(unknown?.error?.message).toContain("textDocument/formatting");
    const rename = { textDocument: { uri }, position: { line: 1, character: 8 }, newName: "mail" };
    const refused = await page.ask("textDocument/rename", rename);
    expect(refused?.error?.message).toContain("workbench");
  });
});
