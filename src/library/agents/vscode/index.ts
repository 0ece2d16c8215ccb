import {
  readBytesIfPresent,
  listFolderEntries,
  fileExists,
  joinPath,
  kindOf,
  lastPart,
  parentOf,
} from "../../../platform/index.ts";
import type { Agent, AgentSkill, AgentView, DroppedFile, AgentContext } from "../agent.ts";
import {
  cutShort,
  type Hidden,
  listFull,
  notForModel,
  takenBy,
  tooDeep,
  unopened,
} from "../causes.ts";
import { readHead, type VscodeHead } from "./read.ts";
import { readSettings, userFolders, type VscodeRoot } from "./settings.ts";

export const vscode: Agent = {
  id: "vscode",
  title: "VS Code",
  command: "code",
  commands: ["code-insiders"],
  basis: "its documentation and source of autumn 2026",
  look,
  homes: userFolders,
  roots: (ground) => readSettings(ground).roots.map(({ path, scope }) => ({ path, source: scope })),
};

interface Loaded extends VscodeHead {
  readonly name: string;
  readonly path: string;
  readonly scope: VscodeRoot["scope"];
}

/** Characters of the entries; names alone stand behind them, 5,000 characters of them at most. */
const BUDGET = 15_000;
const MAX_DESCRIPTION = 1024;

const NO_DESCRIPTION: Hidden = {
  why: "The frontmatter has no `description`.",
  fix: "Add `description` to the frontmatter.",
};

function look(ground: AgentContext): AgentView {
  const { roots, off } = readSettings(ground);
  const dropped: DroppedFile[] = [];
  const files = roots.flatMap((root) => filesIn(root, dropped));
  if (off !== undefined)
    return {
      skills: [],
      dropped: files.map(({ path, scope }) => ({ path, source: scope, ...off })),
    };
  const loaded = new Map<string, Loaded>();
  for (const { path, scope } of files) {
    const bytes = readBytesIfPresent(path);
    if (bytes === undefined) {
      dropped.push({ path, source: scope, ...unopened });
      continue;
    }
    const name = lastPart(parentOf(path));
    const first = loaded.get(name);
    if (first === undefined) loaded.set(name, { ...readHead(bytes), name, path, scope });
    else dropped.push({ path, source: scope, ...takenBy(first.path) });
  }
  return { skills: list([...loaded.values()]), dropped };
}

/** A skill is a folder in a root with a SKILL.md in it. */
function filesIn(root: VscodeRoot, dropped: DroppedFile[]): readonly VscodeRoot[] {
  return listFolderEntries(root.path)
    .filter(({ kind }) => kind === "folder")
    .flatMap(({ path: folder }) => {
      const path = joinPath(folder, "SKILL.md");
      if (fileExists(path) && kindOf(path) === "file") return [{ path, scope: root.scope }];
      const deeper = listFolderEntries(folder)
        .filter(({ kind }) => kind === "folder")
        .map((entry) => joinPath(entry.path, "SKILL.md"))
        .filter((file) => fileExists(file));
      for (const file of deeper)
        dropped.push({
          path: file,
          source: root.scope,
          ...tooDeep("VS Code", file, root.path),
        });
      return [];
    });
}

function list(loaded: readonly Loaded[]): readonly AgentSkill[] {
  let length = 0;
  let isFull = false;
  const skills = loaded.map((skill): AgentSkill => {
    const { name, description, path, scope, isForModel } = skill;
    const plain = withoutTags(description ?? "");
    const kept = plain.slice(0, MAX_DESCRIPTION);
    const base = { name, description, path, source: scope, isEnabled: true };
    if (kept === "") return { ...base, shown: null, ...NO_DESCRIPTION };
    if (!isForModel) return { ...base, shown: null, ...notForModel };
    const shown = renderElement(name, kept, path);
    isFull ||= length + shown.length + 1 > BUDGET;
    if (isFull)
      return {
        ...base,
        shown: null,
        ...listFull("The list for the model is full: the model gets the name at most."),
      };
    length += shown.length + 1;
    if (kept === plain) return { ...base, shown };
    const of = [...plain].length;
    return {
      ...base,
      shown,
      cut: { of, kept: [...kept].length, tail: "" },
      ...cutShort("VS Code", [...kept].length, of, MAX_DESCRIPTION),
    };
  });
  return [
    ...skills.filter(({ shown }) => shown !== null),
    ...skills.filter(({ shown }) => shown === null),
  ];
}

function renderElement(name: string, description: string, path: string): string {
  return [
    "<skill>",
    `<name>${name}</name>`,
    `<description>${description}</description>`,
    `<file>${path}</file>`,
    "</skill>",
  ].join("\n");
}

/** Whatever stands between angle brackets goes. */
function withoutTags(text: string): string {
  let left = "";
  let rest = text;
  for (let open = rest.indexOf("<"); open >= 0; open = rest.indexOf("<")) {
    const close = rest.indexOf(">", open + 2);
    if (close < 0) break;
    left += rest.slice(0, open);
    rest = rest.slice(close + 1);
  }
  return left + rest;
}
