import { readBytesIfPresent, resolveCanonical } from "../../../platform/index.ts";
import type { Agent, AgentSkill, AgentView, DroppedFile, AgentContext } from "../agent.ts";
import { type Hidden, notStarting, takenBy, unopened } from "../causes.ts";
import { byEnglishName } from "../english-order.ts";
import { FolderSearch } from "../folder-search.ts";
import { filesOf, type OpencodeRoot, rootsOf } from "./find.ts";
import { entryOf } from "./list.ts";
import { configFolder, type Scope } from "./places.ts";
import { createReader } from "./read.ts";
import { type OpencodeSettings, readSettings } from "./settings.ts";

export const opencode: Agent = {
  id: "opencode",
  title: "OpenCode",
  command: "opencode",
  look,
  homes: (ground) => [configFolder(ground)],
  roots: (given) => {
    const ground = { ...given, folder: resolveCanonical(given.folder) };
    return rootsOf(ground, readSettings(ground)).map(({ path, scope }) => ({
      path,
      source: scope,
    }));
  },
};

const NO_DESCRIPTION: Hidden = {
  why: "The frontmatter has no `description`.",
  fix: "Add `description` to the frontmatter.",
};

interface Loaded {
  readonly name: string;
  readonly description: string | undefined;
  readonly path: string;
  readonly scope: Scope;
}

function look(given: AgentContext): AgentView {
  const ground = { ...given, folder: resolveCanonical(given.folder) };
  const settings = readSettings(ground);
  const roots = rootsOf(ground, settings);
  const dropped: DroppedFile[] = [];
  const files = filesIn(roots, new FolderSearch(dropped));
  if (settings.failure !== undefined) {
    const cause = notStarting("OpenCode", "opencode", settings.failure);
    return { skills: [], dropped: [...files.keys()].map((path) => ({ path, ...cause })) };
  }
  const skills = load(files, dropped).map((skill) => describe(skill, settings));
  return {
    skills: [
      ...skills.filter(({ shown }) => shown !== null).toSorted(byEnglishName),
      ...skills.filter(({ shown }) => shown === null),
    ],
    dropped,
  };
}

/** A file that two roots lead to counts for the first. */
function filesIn(roots: readonly OpencodeRoot[], search: FolderSearch): ReadonlyMap<string, Scope> {
  const files = new Map<string, Scope>();
  for (const root of roots)
    for (const path of filesOf(root, search)) if (!files.has(path)) files.set(path, root.scope);
  return files;
}

/**
 * OpenCode reads all files at once, and of one name the file that it has read last counts: mostly the one that it found
 * last.
 */
function load(files: ReadonlyMap<string, Scope>, dropped: DroppedFile[]): readonly Loaded[] {
  const read = createReader();
  const byName = new Map<string, Loaded>();
  for (const [path, scope] of files) {
    const bytes = readBytesIfPresent(path);
    const head = bytes === undefined ? unopened : read(bytes);
    if ("reason" in head) {
      dropped.push({ path, ...head });
      continue;
    }
    const before = byName.get(head.name);
    if (before !== undefined)
      dropped.push({
        path: before.path,
        ...takenBy(
          path,
          `The skill in ${path} has the same name. OpenCode keeps the one that it has read last, and that may change from start to start.`,
        ),
      });
    byName.set(head.name, { ...head, path, scope });
  }
  return [...byName.values()];
}

function describe(
  { name, description, path, scope }: Loaded,
  { hasSkills, isDenied }: OpencodeSettings,
): AgentSkill {
  const isEnabled = hasSkills && !isDenied(name);
  const skill = { name, description: description ?? null, path, source: scope, isEnabled };
  if (!isEnabled)
    return {
      ...skill,
      shown: null,
      why: "`permission.skill` in the settings denies it.",
      fix: `Set \`permission.skill.${name}\` to \`allow\` in opencode.json.`,
    };
  if (description === undefined) return { ...skill, shown: null, ...NO_DESCRIPTION };
  return { ...skill, shown: entryOf({ name, description, path }) };
}
