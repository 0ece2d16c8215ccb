/** Names, lines above the text and hints in it, through the protocol. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  DefinitionRequest,
  InlayHintRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SemanticTokensRequest,
  ShowMessageNotification,
} from "vscode-languageserver/node";
import { type Editor, openEditor } from "../support/lsp.ts";
import { goodSkill, playground } from "../support/program.ts";
import { until } from "../support/wait.ts";

const LETTERS = "skills/letters/SKILL.md";
const STAMPS = "skills/stamps/SKILL.md";
const files = {
  [LETTERS]: goodSkill("letters"),
  [STAMPS]: `${goodSkill("stamps")}\nCall /letters first, see [it](../letters/SKILL.md).\n`,
  "skills/dates/SKILL.md": goodSkill("dates"),
};
/** In `name: letters`. */
const position = { line: 1, character: 8 };
const can = {
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["rename" as const] } },
};

async function edit(capabilities = {}): Promise<Editor> {
  const { folder } = playground(files);
  const editor = await openEditor(folder, { words: ["--no-scan"], capabilities });
  await editor.open(LETTERS, files[LETTERS]);
  return editor;
}

it("[BX-08] a name is found and changed in every skill that uses it, and its folder with it", async () => {
  const editor = await edit(can);
  const textDocument = { uri: editor.uriOf(LETTERS) };
  const places = await editor.connection.sendRequest(ReferencesRequest.type, {
    textDocument,
    position,
    context: { includeDeclaration: false },
  });
  expect(places?.map(({ uri }) => uri)).toEqual([editor.uriOf(STAMPS), editor.uriOf(STAMPS)]);
  const asked = await editor.connection.sendRequest(PrepareRenameRequest.type, {
    textDocument,
    position,
  });
  expect(asked).toMatchObject({ placeholder: "letters" });
  const edits = await editor.connection.sendRequest(RenameRequest.type, {
    textDocument,
    position,
    newName: "mail",
  });
  expect(edits?.documentChanges).toEqual([
    expect.objectContaining({ textDocument: { uri: editor.uriOf(LETTERS), version: 1 } }),
    {
      textDocument: { uri: editor.uriOf(STAMPS), version: null },
      edits: [
        expect.objectContaining({ newText: "mail" }),
        expect.objectContaining({ newText: "mail" }),
      ],
    },
    {
      kind: "rename",
      oldUri: editor.uriOf("skills/letters"),
      newUri: editor.uriOf("skills/mail"),
    },
  ]);
  for (const newName of ["Not A Name", "dates"])
    await expect(
      editor.connection.sendRequest(RenameRequest.type, { textDocument, position, newName }),
    ).rejects.toThrow(newName);
});

it("[BX-08] a name leads to the skill that has it", async () => {
  const editor = await edit(can);
  await editor.open(STAMPS, files[STAMPS]);
  const line = files[STAMPS].split("\n").findIndex((text) => text.startsWith("Call /letters"));
  const found = await editor.connection.sendRequest(DefinitionRequest.type, {
    textDocument: { uri: editor.uriOf(STAMPS) },
    position: { line, character: 8 },
  });
  expect(found).toEqual([
    {
      uri: editor.uriOf(LETTERS),
      range: { start: { line: 1, character: 6 }, end: { line: 1, character: 13 } },
    },
  ]);
});

const EVALS = "skills/letters/evals/evals.json";
const TRIGGERS = "skills/letters/evals/triggers.json";
const NEAR = "skills/stamps/evals/triggers.json";
const ROUTES = "skills/dates/evals/routes.yaml";
const LIBRARY = "skills/dates/evals/library.json";
const evaluations = {
  [EVALS]: `{\t"skill_name":"letters",\r\n  "evals": [{"id": 1, "prompt": "letters", "assertions": [ ]}] }`,
  [TRIGGERS]: `[{"query": "letters", "should_trigger": true, "expected_skill": "letters"}]`,
  [NEAR]: `[{"query":"a","should_trigger":false,"expected_skill":"letters"},\n\n{"query":"letters","should_trigger":true}]\n`,
  [ROUTES]: "tasks:\n  - prompt: letters\n    expected_skills: [dates, letters]\n    # letters\n",
  "skills/dates/evals/files/skill.json": '{"skill_name":"letters"}',
  "skills/dates/evals/broken.json": '{"skill_name":"letters",',
  "skills/dates/evals/other.json": '{"skill_name": "letters", "of": "another program"}',
  [LIBRARY]: '{"letters": {"should": ["letters"]}, "dates": {"near": [{"query": "letters"}]}}',
};

/** What an editor makes of a file that it was told to change. */
async function renamedTexts(
  editor: Editor,
  texts: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const edits = await editor.connection.sendRequest(RenameRequest.type, {
    textDocument: { uri: editor.uriOf(LETTERS) },
    position,
    newName: "mail",
  });
  return Object.fromEntries(
    Object.entries(texts).flatMap(([path, text]) => {
      const uri = editor.uriOf(path);
      const changed = edits?.changes?.[uri];
      if (changed === undefined) return [];
      return [[path, TextDocument.applyEdits(TextDocument.create(uri, "", 0, text), changed)]];
    }),
  );
}

it("[BX-08] evaluations follow the name of a skill, and keep all else byte for byte", async () => {
  const { folder } = playground({ ...files, ...evaluations });
  const editor = await openEditor(folder, { words: ["--no-scan"] });
  await editor.open(LETTERS, files[LETTERS]);
  expect(await renamedTexts(editor, evaluations)).toEqual({
    [EVALS]: evaluations[EVALS].replace('"skill_name":"letters"', '"skill_name":"mail"'),
    [TRIGGERS]: evaluations[TRIGGERS].replace('skill": "letters"', 'skill": "mail"'),
    [NEAR]: evaluations[NEAR].replace("letters", "mail"),
    [LIBRARY]: evaluations[LIBRARY].replace('{"letters"', '{"mail"'),
    [ROUTES]: evaluations[ROUTES].replace("dates, letters", "dates, mail"),
  });
});

it("[BX-14] evaluations to which a link leads out of the skill are left as they are", async () => {
  const { folder } = playground(files);
  const outside = playground(evaluations);
  symlinkSync(join(outside.folder, "skills/letters/evals"), join(folder, "skills/letters/evals"));
  const editor = await openEditor(folder, { words: ["--no-scan"] });
  await editor.open(LETTERS, files[LETTERS]);
  expect(await renamedTexts(editor, evaluations)).toEqual({});
});

it("[BX-08] a skill of one's own in a lock is renamed, and the command told that writes the lock again", async () => {
  const { folder, run } = playground(files);
  expect(run(["lock", "skills"]).code).toBe(0);
  const editor = await openEditor(folder, { words: ["--no-scan"], capabilities: can });
  const told: string[] = [];
  editor.connection.onNotification(ShowMessageNotification.type, ({ message }) => {
    told.push(message);
  });
  await editor.open(LETTERS, files[LETTERS]);
  const textDocument = { uri: editor.uriOf(LETTERS) };
  const edits = await editor.connection.sendRequest(RenameRequest.type, {
    textDocument,
    position,
    newName: "mail",
  });
  expect(edits?.documentChanges).toContainEqual(expect.objectContaining({ kind: "rename" }));
  await until("the command is told", () => told.length > 0);
  expect(told[0]).toContain(`skillwright lock ${join(folder, "skills")}`);
});

it("[BX-14] a skill that was installed keeps its name", async () => {
  const skills = { letters: { version: "1.0.0", source: "registry" } };
  const lock = JSON.stringify({ version: 1, skills });
  const { folder } = playground({ ...files, "skills/skill-lock.json": lock });
  const editor = await openEditor(folder, { words: ["--no-scan"], capabilities: can });
  await editor.open(LETTERS, files[LETTERS]);
  const textDocument = { uri: editor.uriOf(LETTERS) };
  await expect(
    editor.connection.sendRequest(RenameRequest.type, { textDocument, position, newName: "mail" }),
  ).rejects.toThrow("`letters` was installed here");
});

it("[BX-14] nothing is renamed beside a lock that cannot be believed", async () => {
  const { folder } = playground({ ...files, "skills/skill-lock.json": "{}" });
  const editor = await openEditor(folder, { words: ["--no-scan"], capabilities: can });
  await editor.open(LETTERS, files[LETTERS]);
  const textDocument = { uri: editor.uriOf(LETTERS) };
  await expect(
    editor.connection.sendRequest(RenameRequest.type, { textDocument, position, newName: "mail" }),
  ).rejects.toThrow("The lock has an unknown format");
});

it("[BX-08] an editor that knows texts alone is given edits of texts", async () => {
  const editor = await edit();
  const edits = await editor.connection.sendRequest(RenameRequest.type, {
    textDocument: { uri: editor.uriOf(LETTERS) },
    position,
    newName: "mail",
  });
  expect(Object.keys(edits?.changes ?? {})).toEqual([editor.uriOf(LETTERS), editor.uriOf(STAMPS)]);
  expect(edits?.documentChanges).toBeUndefined();
});

it("[BX-14] a new name changes no file to which a link in the workspace leads", async () => {
  const { folder } = playground(files);
  const outside = playground({ "SKILL.md": `${goodSkill("notes")}\nCall /letters first.\n` });
  mkdirSync(join(folder, "skills/far"));
  symlinkSync(join(outside.folder, "SKILL.md"), join(folder, "skills/far/SKILL.md"));
  const editor = await openEditor(folder, { words: ["--no-scan"] });
  await editor.open(LETTERS, files[LETTERS]);
  const edits = await editor.connection.sendRequest(RenameRequest.type, {
    textDocument: { uri: editor.uriOf(LETTERS) },
    position,
    newName: "mail",
  });
  expect(Object.keys(edits?.changes ?? {})).toEqual([editor.uriOf(LETTERS), editor.uriOf(STAMPS)]);
});

async function openLong(editor: Editor): Promise<{ readonly uri: string }> {
  const long = files[LETTERS].replace("Sorts letters", "Sorts letters ".repeat(150).trim());
  const text = long.replace("---\n\n", "allowed-tools: Read\n---\n\n");
  await editor.open("skills/long/SKILL.md", text);
  return { uri: editor.uriOf("skills/long/SKILL.md") };
}

it("[BX-08] hints say where a description is cut, and tools have colours", async () => {
  const editor = await edit();
  const textDocument = await openLong(editor);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const hints = await editor.connection.sendRequest(InlayHintRequest.type, { textDocument, range });
  expect(hints?.map(({ tooltip }) => tooltip)).toContainEqual(
    expect.stringContaining("1536 characters of the description in Claude"),
  );
  const { data = [] } =
    (await editor.connection.sendRequest(SemanticTokensRequest.type, { textDocument })) ?? {};
  expect(data).toHaveLength(5);
});
