/** The line above a skill and what is behind it, as an editor runs it. */
import { expect, it } from "vitest";
import {
  ApplyWorkspaceEditRequest,
  CodeActionRequest,
  CodeLensRequest,
  ExecuteCommandRequest,
  ShowMessageNotification,
  ShowMessageRequest,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Editor, openEditor } from "../support/lsp.ts";
import { goodSkill, playground } from "../support/program.ts";

const FILE = "skills/letters/SKILL.md";
const BENCHMARK = {
  metadata: { executor_model: "openai:gpt-5", evals_run: [1, 2, 3] },
  run_summary: {
    with_skill: { pass_rate: { mean: 0.9 } },
    without_skill: { pass_rate: { mean: 0.48 } },
  },
};

const TRIGGERS = { metadata: BENCHMARK.metadata, trigger_summary: { f1: 0.9167 } };

interface Asked {
  readonly messages: string[];
  readonly questions: { readonly message: string; readonly titles: readonly string[] }[];
  readonly edits: WorkspaceEdit[];
}

/** An editor whose user answers each question with the first title that is wanted. */
async function edit(
  text: string,
  files: Readonly<Record<string, string>> = {},
  wanted: readonly string[] = [],
): Promise<{ readonly editor: Editor; readonly asked: Asked }> {
  const { folder } = playground({ [FILE]: text, ...files });
  const editor = await openEditor(folder, { words: ["--no-scan"] });
  const asked: Asked = { messages: [], questions: [], edits: [] };
  editor.connection.onNotification(ShowMessageNotification.type, ({ message }) => {
    asked.messages.push(message);
  });
  editor.connection.onRequest(ShowMessageRequest.type, ({ message, actions = [] }) => {
    asked.questions.push({ message, titles: actions.map(({ title }) => title) });
    return actions.find(({ title }) => wanted.includes(title)) ?? null;
  });
  editor.connection.onRequest(ApplyWorkspaceEditRequest.type, ({ edit: made }) => {
    asked.edits.push(made);
    return { applied: true };
  });
  await editor.open(FILE, text);
  return { editor, asked };
}

async function run(editor: Editor, command: string, ...more: readonly string[]): Promise<unknown> {
  const params = { command: `skillwright.${command}`, arguments: [editor.uriOf(FILE), ...more] };
  return await editor.connection.sendRequest(ExecuteCommandRequest.type, params);
}

it("[BX-08] a line above the text says where it works, what it costs and how much it helps", async () => {
  const { editor, asked } = await edit(
    goodSkill("letters").replace("---\n\n", "allowed-tools: Read\n---\n\n"),
    {
      "skills/dates/SKILL.md": goodSkill("dates"),
      "skills/letters/evals/benchmark.json": JSON.stringify(BENCHMARK),
      "skills/letters/evals/benchmark-triggers.json": JSON.stringify(TRIGGERS),
      "skills/letters/evals/benchmark-broken.json": "{",
    },
  );
  const textDocument = { uri: editor.uriOf(FILE) };
  const lenses =
    (await editor.connection.sendRequest(CodeLensRequest.type, { textDocument })) ?? [];
  expect(lenses.map(({ command }) => command?.title)).toEqual([
    expect.stringMatching(/^Works on \d+ of \d+ systems(?:, in part on \d+)?$/u),
    expect.stringMatching(/^\d+ tokens$/u),
    "F1 0.92 · +42 points with openai:gpt-5",
    "Convert",
  ]);
  expect(await run(editor, "showReach")).toMatch(
    /^Works on \d+ of \d+ systems(?:, in part on \d+)?\.\n.+: .+/u,
  );
  expect(await run(editor, "showCost")).toMatch(
    /^Reading it takes \d+ tokens\. .* beside 1 more of the folder:\n.*Claude.*: listed as a whole, \d+ characters/u,
  );
  const helps = await run(editor, "showEvals");
  expect(helps).toContain(
    "openai:gpt-5: 90 % of the statements hold with the skill, 48 % without it (3 cases).",
  );
  expect(helps).toContain("openai:gpt-5: F1 0.92 of loading it where it should be (3 cases).");
  expect(helps).toContain("skillwright eval run skills/letters --out skills/letters/evals");
  expect(asked.messages).toHaveLength(3);
});

it("[BX-08] tells a benchmark that is broken from one that is not there", async () => {
  const broken = { "skills/letters/evals/benchmark.json": "{" };
  const { editor } = await edit(goodSkill("letters"), broken);
  expect(await run(editor, "showEvals")).toContain(
    "`evals/benchmark.json` beside the skill cannot be read",
  );
  const { editor: other } = await edit(goodSkill("letters"), {});
  expect(await run(other, "showEvals")).toContain("There is no `evals/benchmark.json`");
});

it("[BX-08] a skill is converted in its place, once its losses were agreed to", async () => {
  const text = goodSkill("letters").replace("---\n\n", "allowed-tools: Read\nhooks: {}\n---\n\n");
  const { editor, asked } = await edit(text, {}, ["GAIA", "Convert anyway"]);
  expect(await run(editor, "convert")).toMatch(/^# From `claude` to `gaia`/u);
  expect(asked.questions.map(({ message }) => message)).toEqual([
    "Convert the skill to which format?",
    expect.stringMatching(/^GAIA: .*this is missing: `tools`\.$/u),
  ]);
  const [made] = asked.edits;
  const edits = made?.changes?.[editor.uriOf(FILE)] ?? [];
  const document = TextDocument.create("file:///x", "skill", 1, text);
  const { stdout } = playground({ [FILE]: text }).run(["convert", FILE, "--to", "gaia"]);
  expect(TextDocument.applyEdits(document, [...edits])).toBe(stdout);
});

it("[BX-08] nothing is converted that the user does not agree to, or to a format that is none", async () => {
  const { editor, asked } = await edit(goodSkill("letters"));
  expect(await run(editor, "convert")).toBe("Nothing was converted.");
  expect(asked.edits).toEqual([]);
  await expect(run(editor, "convert", "klingon")).rejects.toThrow("No format `klingon`");
});

it("[BX-08] a menu of changes offers the other formats", async () => {
  const { editor } = await edit(goodSkill("letters"));
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const ask = async (only?: string[]): Promise<readonly string[]> => {
    const context = { diagnostics: [], ...(only === undefined ? {} : { only }) };
    const params = { textDocument: { uri: editor.uriOf(FILE) }, range, context };
    const actions = await editor.connection.sendRequest(CodeActionRequest.type, params);
    return (actions ?? []).map(({ title }) => title);
  };
  expect(await ask(["refactor"])).toContain("Convert to OpenClaw");
  expect(await ask()).toEqual([]);
});
