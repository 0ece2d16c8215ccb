import { byCodePoint, readBytesIfPresent, lastPart, parentOf } from "../../../platform/index.ts";
import type { Agent, AgentSkill, AgentView, DroppedFile, AgentContext } from "../agent.ts";
import { type Hidden, listFull, notForModel, takenBy } from "../causes.ts";
import { type CopilotFile, findFiles, rootsOf, type Source } from "./find.ts";
import { BUILT_IN, listElements } from "./list.ts";
import { type CopilotHead, readCommand, readSkill } from "./read.ts";
import { copilotHome, type CopilotSettings, readSettings } from "./settings.ts";

export const copilotCli: Agent = {
  id: "copilot-cli",
  title: "Copilot CLI",
  command: "copilot",
  look,
  homes: (ground) => [copilotHome(ground)],
  roots: (ground) => rootsOf(ground, readSettings(ground)),
};

interface Loaded extends CopilotHead {
  readonly file: CopilotFile;
  readonly isEnabled: boolean;
}

const LOCATIONS: { readonly [source in Source]: string } = {
  project: "project",
  inherited: "project",
  "personal-copilot": "user",
  "personal-agents": "user",
  custom: "custom",
  plugin: "plugin",
};

function look(ground: AgentContext): AgentView {
  const settings = readSettings(ground);
  const dropped: DroppedFile[] = [];
  const loaded = new Map<string, Loaded>();
  for (const file of findFiles(ground, settings, dropped)) {
    const bytes = readBytesIfPresent(file.path);
    if (bytes === undefined) continue;
    const head = file.isCommand
      ? readCommand(bytes, lastPart(file.path))
      : readSkill(bytes, lastPart(parentOf(file.path)));
    const { path, source } = file;
    if ("reason" in head) {
      dropped.push({ path, source, ...head });
      continue;
    }
    const first = loaded.get(head.name);
    if (first === undefined)
      loaded.set(head.name, { ...head, file, isEnabled: !settings.disabled.has(head.name) });
    else dropped.push({ path, source, ...takenBy(first.file.path) });
  }
  const all = [...loaded.values()];
  const listed = inOrder(all.filter(({ isEnabled, isForModel }) => isEnabled && isForModel));
  const builtIn = BUILT_IN.filter(({ name }) => !loaded.has(name) && !settings.disabled.has(name));
  // Commands come after what is built in.
  const entries = [
    ...listed.filter(({ file }) => !file.isCommand),
    ...builtIn,
    ...listed.filter(({ file }) => file.isCommand),
  ];
  const elements = listElements(
    entries.map((entry) =>
      "length" in entry
        ? entry
        : {
            name: entry.name,
            description: entry.description,
            location: LOCATIONS[entry.file.source],
          },
    ),
  );
  const texts = new Map<unknown, string | undefined>(
    entries.map((entry, index) => [entry, elements[index]] as const),
  );
  return {
    skills: [
      ...listed.filter((skill) => texts.get(skill) !== undefined),
      ...all.filter((skill) => texts.get(skill) === undefined),
    ].map((skill) => describe(skill, texts.get(skill), settings)),
    dropped,
    ignored: settings.ignored,
  };
}

/** By name among neighbours of the same source. */
function inOrder(skills: readonly Loaded[]): readonly Loaded[] {
  const runs: Loaded[][] = [];
  for (const skill of skills) {
    const run = runs.at(-1);
    const [first] = run ?? [];
    const isSame =
      first?.file.source === skill.file.source && first.file.isCommand === skill.file.isCommand;
    if (run !== undefined && isSame) run.push(skill);
    else runs.push([skill]);
  }
  return runs.flatMap((run) => run.toSorted((one, other) => byCodePoint(one.name, other.name)));
}

function describe(
  { name, description, file, isEnabled, isForModel }: Loaded,
  shown: string | undefined,
  settings: CopilotSettings,
): AgentSkill {
  const skill = { name, description, path: file.path, source: file.source, isEnabled };
  if (shown !== undefined) return { ...skill, shown };
  const hidden: Hidden = !isEnabled
    ? {
        why: `\`disabledSkills\` in ${settings.file} names it.`,
        fix: `Remove \`${name}\` from \`disabledSkills\` in ${settings.file}.`,
      }
    : !isForModel
      ? notForModel
      : listFull("The list for the model is full: the model gets the name at most.");
  return { ...skill, shown: null, ...hidden };
}
