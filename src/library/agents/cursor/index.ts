import {
  readBytesIfPresent,
  joinPath,
  lastPart,
  parentOf,
  reasonOf,
} from "../../../platform/index.ts";
import type { Agent, AgentSkill, AgentView, DroppedFile, AgentContext } from "../agent.ts";
import {
  cutShort,
  missing,
  notForModel,
  switchedOff,
  takenBy,
  unopened,
  unreadable,
} from "../causes.ts";
import { parseMatter } from "../gray-matter.ts";
import { type Fields, toFields } from "../jsonc.ts";
import { type CursorFile, findFiles, rootsOf, type Scope } from "./find.ts";

export const cursor: Agent = {
  id: "cursor",
  title: "Cursor",
  command: "cursor",
  commands: ["cursor-agent"],
  basis: "its documentation, and the loader in @cursor/sdk 1.0.32",
  look,
  homes: ({ home }) => [joinPath(home, ".cursor")],
  roots: (ground) => rootsOf(ground).map(({ path, scope }) => ({ path, source: scope })),
};

interface Loaded {
  readonly name: string;
  readonly description: string;
  readonly file: CursorFile;
  readonly fields: Fields;
}

const MAX_DESCRIPTION = 1536;

function look(ground: AgentContext): AgentView {
  const dropped: DroppedFile[] = [];
  const loaded = new Map<string, Loaded>();
  for (const file of findFiles(ground, dropped)) {
    const { path, scope: source } = file;
    const skill = load(file);
    if ("reason" in skill) {
      dropped.push({ path, source, ...skill });
      continue;
    }
    const key = placeOf(path);
    const first = loaded.get(key);
    if (first === undefined) loaded.set(key, skill);
    else
      dropped.push({
        path,
        source,
        ...takenBy(
          first.file.path,
          `${first.file.path} lies at the same place in another folder of skills, and comes first.`,
        ),
      });
  }
  const skills = [...loaded.values()]
    .toSorted((one, other) => RANK[one.file.scope] - RANK[other.file.scope])
    .map(describe);
  return {
    skills: [
      ...skills.filter(({ shown }) => shown !== null),
      ...skills.filter(({ shown }) => shown === null),
    ],
    dropped,
  };
}

const RANK: { readonly [scope in Scope]: number } = {
  builtin: 0,
  user: 1,
  workspace: 2,
  nested: 2,
};

function load(file: CursorFile): Loaded | Omit<DroppedFile, "path"> {
  const bytes = readBytesIfPresent(file.path);
  if (bytes === undefined) return unopened;
  const fields = readFields(bytes);
  if (typeof fields === "string") return unreadable(fields);
  const surfaces = textsIn(toFields(fields["metadata"])?.["surfaces"]);
  if (surfaces.length > 0 && !surfaces.includes("ide"))
    return switchedOff(
      "`metadata.surfaces` does not name `ide`.",
      "Add `ide` to `metadata.surfaces`, or remove it.",
    );
  if (fields["alwaysApply"] === true)
    return switchedOff(
      "`alwaysApply` makes it a rule, which is always part of the prompt.",
      "Remove `alwaysApply` where the model is to choose the skill.",
    );
  const { name, description } = fields;
  if (typeof description !== "string" || description === "") return missing("description");
  return {
    name: typeof name === "string" && name.trim() !== "" ? name.trim() : folderOf(file.path),
    description,
    file,
    fields,
  };
}

function readFields(bytes: Uint8Array): Fields | string {
  try {
    return toFields(parseMatter(new TextDecoder().decode(bytes))) ?? {};
  } catch (error) {
    return `The frontmatter cannot be read: ${reasonOf(error).split("\n")[0] ?? ""}`;
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string")
    return value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean);
  return Array.isArray(value) ? value.map(String) : [];
}

/** The same for `.cursor/skills/x` and `.claude/skills/x` of one folder. */
function placeOf(path: string): string {
  return path.replace(/\/\.(?:cursor|claude|codex|agents)\//iu, "::");
}

function folderOf(path: string): string {
  return lastPart(parentOf(path));
}

function describe({ name, description, file, fields }: Loaded): AgentSkill {
  const skill = { name, description, path: file.path, source: file.scope, isEnabled: true };
  if (fields["disable-model-invocation"] === true) return { ...skill, shown: null, ...notForModel };
  const kept = description.slice(0, MAX_DESCRIPTION);
  const shown = `<agent_skill fullPath="${file.path}">${kept}</agent_skill>`;
  if (kept === description) return { ...skill, shown };
  const of = [...description].length;
  return {
    ...skill,
    shown,
    cut: { of, kept: [...kept].length, tail: "" },
    ...cutShort("Cursor", [...kept].length, of, MAX_DESCRIPTION),
  };
}
