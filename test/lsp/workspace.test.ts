/** What is wrong with the skills of a workspace together, through the protocol. */
import { expect, it } from "vitest";
import { WorkspaceDiagnosticRequest } from "vscode-languageserver/node";
import { openEditor } from "../support/lsp.ts";
import { playground } from "../support/program.ts";

const NOTES = "skills/release-notes/SKILL.md";
const CHANGES = "skills/changelog/SKILL.md";
const COLLISION = "lint/skill-collision";

function skill(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\nWrite it.\n`;
}

const ASKED = "Use when the user asks what changed in a release.";
const rivals = {
  [NOTES]: skill("release-notes", `Writes release notes from merged changes. ${ASKED}`),
  [CHANGES]: skill("changelog", `Keeps the file of changes. ${ASKED}`),
};

function isThere(codes: readonly unknown[]): boolean {
  return codes.includes(COLLISION);
}

it("[BX-08] [BX-13] collisions of a workspace are shown in files that nobody opened, and go when the text is right", async () => {
  const { folder } = playground(rivals);
  const editor = await openEditor(folder, { words: ["--no-scan"] });
  const [found] = await editor.codes(NOTES, "the notes collide", isThere);
  expect(found?.message).toContain("Use when the user asks what changed in a release");
  expect(found?.range.start).toEqual({ line: 1, character: 6 });
  await editor.open(CHANGES, rivals[CHANGES]);
  await editor.codes(CHANGES, "the open file says so as well", isThere);
  await editor.change(CHANGES, 2, {
    text: skill("changelog", "Adds lines to CHANGELOG.md. Not for releases (use release-notes)."),
  });
  await editor.save(CHANGES);
  await editor.codes(CHANGES, "the open file is right", (codes) => !isThere(codes));
  await editor.codes(NOTES, "and so is the other", (codes) => !isThere(codes));
});

it("[BX-08] a workspace is diagnosed on request, with what a list has no room for", async () => {
  const sentence = "Sorts letters by the place where they were written. ";
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `skills/s${index}/SKILL.md`,
      skill(`s${index}`, `Number ${index}. ${sentence.repeat(18)}`.trim()),
    ]),
  );
  const { folder } = playground({
    ...files,
    "skillwright.config.json": JSON.stringify({ rules: { [COLLISION]: "off" } }),
  });
  const capabilities = { textDocument: { diagnostic: {} } };
  const editor = await openEditor(folder, { words: ["--no-scan"], capabilities });
  const { items } = await editor.connection.sendRequest(WorkspaceDiagnosticRequest.type, {
    previousResultIds: [],
  });
  expect(items.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining(Object.keys(files).map((path) => editor.uriOf(path))),
  );
  const found = items.flatMap((item) => (item.kind === "full" ? item.items : []));
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set(["library/list-budget"]));
  expect(JSON.stringify(found).includes("Claude")).toBe(true);
  expect(editor.published("skills/s0/SKILL.md")).toBeUndefined();
});
