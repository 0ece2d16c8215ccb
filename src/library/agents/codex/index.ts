import { readBytesIfPresent, parentOf } from "../../../platform/index.ts";
import type { Agent, AgentSkill, AgentView, DroppedFile, AgentContext } from "../agent.ts";
import { cutShort, type Hidden, listFull, notStarting, switchedOff, unopened } from "../causes.ts";
import { type CodexFile, type CodexRoot, filesOf, inOrder, rootsOf } from "./find.ts";
import { type Line, listLines } from "./list.ts";
import { readHead } from "./read.ts";
import {
  codexHome,
  type CodexSettings,
  folderNameOf,
  readPolicy,
  readSettings,
} from "./settings.ts";

export const codex: Agent = {
  id: "codex",
  title: "Codex",
  command: "codex",
  look,
  homes: (ground) => [codexHome(ground)],
  roots: (ground) =>
    rootsOf(ground, readSettings(ground))
      .filter(({ scope }) => scope !== "system")
      .map(({ path, scope }) => ({ path, source: scope })),
};

const MAX_DESCRIPTION = 1024;

interface Loaded {
  readonly name: string;
  readonly description: string;
  readonly file: CodexFile;
  readonly isEnabled: boolean;
  readonly isOffered: boolean;
}

/**
 * The skills that come with Codex take room in the list too: their names, the length of what they say, and where
 * dashes of three bytes stand in it.
 */
const BUNDLED: readonly {
  readonly name: string;
  readonly characters: number;
  readonly dashes: readonly number[];
}[] = [
  { name: "imagegen", characters: 570, dashes: [] },
  { name: "openai-docs", characters: 459, dashes: [135, 220] },
  { name: "skill-creator", characters: 106, dashes: [] },
  { name: "skill-installer", characters: 225, dashes: [] },
];

function look(ground: AgentContext): AgentView {
  const settings = readSettings(ground);
  const roots = rootsOf(ground, settings);
  const files = roots.filter(({ scope }) => scope !== "system").flatMap(filesOf);
  if (settings.failure !== undefined) {
    const cause = notStarting("Codex", "codex", settings.failure);
    const paths = new Map(files.map(({ path, root }) => [path, root.scope]));
    return {
      skills: [],
      dropped: [...paths].map(([path, source]) => ({ path, source, ...cause })),
    };
  }
  const dropped: DroppedFile[] = [];
  const loaded: Loaded[] = [];
  const seen = new Set<string>();
  for (const file of files) {
    if (seen.has(file.path)) continue;
    seen.add(file.path);
    const skill = load(file, settings);
    if ("reason" in skill) dropped.push({ path: file.path, source: file.root.scope, ...skill });
    else loaded.push(skill);
  }
  loaded.sort(inOrder);
  const shown = loaded.filter(({ isEnabled, isOffered }) => isEnabled && isOffered);
  const texts = settings.tellsModel ? listFor(shown, roots) : new Map<Loaded, ListEntry>();
  const skills = loaded.map((skill) => describe(skill, texts.get(skill), settings));
  return {
    skills: [
      ...skills.filter((skill) => skill.shown !== null),
      ...skills.filter((skill) => skill.shown === null),
    ],
    dropped,
  };
}

function load(file: CodexFile, settings: CodexSettings): Loaded | Omit<DroppedFile, "path"> {
  const bytes = readBytesIfPresent(file.path);
  if (bytes === undefined) return unopened;
  const head = readHead(bytes, folderNameOf(file.path));
  if ("reason" in head) return head;
  const policy = readPolicy(file.path);
  if (policy.isForOthers)
    return switchedOff(
      "`policy.products` in agents/openai.yaml does not name `codex`.",
      "Add `codex` to `policy.products` in agents/openai.yaml beside the skill.",
    );
  const isEnabled = settings.isEnabled({ name: head.name, path: file.path });
  return { ...head, file, isEnabled, isOffered: policy.isOffered };
}

type ListEntry = NonNullable<ReturnType<typeof listLines>[number]>;

/** Roots are numbered by those that show something. */
function listFor(
  skills: readonly Loaded[],
  roots: readonly CodexRoot[],
): ReadonlyMap<Loaded, ListEntry> {
  const used = roots.filter(
    (root) => root.scope === "system" || skills.some(({ file }) => file.root === root),
  );
  const numberOf = (root: CodexRoot | undefined): string =>
    `r${root === undefined ? 0 : used.indexOf(root)}`;
  const system = used.find(({ scope }) => scope === "system");
  const bundled: readonly Line[] = (system === undefined ? [] : BUNDLED).map((one) => ({
    name: one.name,
    description: Array.from({ length: one.characters }, (_, index) =>
      one.dashes.includes(index) ? "\u2014" : "x",
    ).join(""),
    file: `${numberOf(system)}/${one.name}/SKILL.md`,
  }));
  const own = skills.map(({ name, description, file }) => ({
    name,
    description,
    file: `${numberOf(file.root)}/${file.below}`,
  }));
  const listed = listLines([...bundled, ...own]).slice(bundled.length);
  return new Map(
    skills.flatMap((skill, index) => {
      const line = listed[index];
      return line === undefined ? [] : [[skill, line] as const];
    }),
  );
}

function describe(
  { name, description, file, isEnabled, isOffered }: Loaded,
  line: ListEntry | undefined,
  { file: settings, tellsModel }: CodexSettings,
): AgentSkill {
  const skill = { name, description, path: file.path, source: file.root.scope, isEnabled };
  const of = [...description].length;
  if (line !== undefined) {
    const isCut = line.kept < of;
    const cut = { cut: { of, kept: line.kept, tail: line.tail } };
    return { ...skill, shown: line.text, ...(isCut ? { ...cut, ...describeCut(line, of) } : {}) };
  }
  const policy = `${parentOf(file.path)}/agents/openai.yaml`;
  const hidden: Hidden = !isEnabled
    ? {
        why: `It is switched off in ${settings}.`,
        fix: `Set \`enabled = true\` for it under \`[[skills.config]]\` in ${settings}, or remove the entry.`,
      }
    : !isOffered
      ? {
          why: `\`policy.allow_implicit_invocation\` is false in ${policy}.`,
          fix: `Set it to true in ${policy}, or call the skill as \`$${name}\`.`,
        }
      : !tellsModel
        ? {
            why: `\`skills.include_instructions\` is false in ${settings}.`,
            fix: `Remove \`include_instructions\` in ${settings}.`,
          }
        : listFull("The list for the model is full before it.");
  return { ...skill, shown: null, ...hidden };
}

function describeCut({ kept, tail }: ListEntry, of: number): Hidden {
  return tail === ""
    ? listFull(
        `The list for the model is full: ${kept} of ${of} characters of the description fit.`,
      )
    : cutShort("Codex", kept, of, MAX_DESCRIPTION);
}
