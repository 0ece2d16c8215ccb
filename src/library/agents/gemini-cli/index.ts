import { readBytesIfPresent, resolveCanonical, joinPath } from "../../../platform/index.ts";
import type { Agent, AgentSkill, AgentView, DroppedFile, AgentContext } from "../agent.ts";
import { type Cause, notStarting, switchedOff, takenBy, unopened } from "../causes.ts";
import { byEnglishName } from "../english-order.ts";
import { extensionRoots, hydrate } from "./extensions.ts";
import { filesOf, type GeminiRoot, rootsIn, type Scope } from "./find.ts";
import { entryOf, reasonForSilence } from "./list.ts";
import { readHead } from "./read.ts";
import { geminiHome, type GeminiSettings, readSettings } from "./settings.ts";

export const geminiCli: Agent = {
  id: "gemini-cli",
  title: "Gemini CLI",
  command: "gemini",
  look,
  homes: (ground) => [joinPath(geminiHome(ground), ".gemini")],
  roots: (ground) =>
    findRoots(ground, readSettings(ground)).map(({ path, scope }) => ({ path, source: scope })),
};

interface Loaded {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly scope: Scope;
}

/** The skills that come with Gemini CLI: one of the same name takes the place of its own. */
const BUNDLED = ["skill-creator", "antigravity-support"] as const;

function look(ground: AgentContext): AgentView {
  const settings = readSettings(ground);
  const folder = resolveCanonical(ground.folder);
  const roots = findRoots(ground, settings);
  const own = roots.filter(({ scope }) => scope === "project");
  const refusal = refusalOf(settings);
  if (refusal !== undefined) return { skills: [], dropped: dropAll(roots, refusal) };
  const dropped: DroppedFile[] = settings.isTrusted ? [] : [...dropAll(own, UNTRUSTED)];
  const loaded = load(
    roots.filter(({ scope }) => scope !== "project" || settings.isTrusted),
    dropped,
  );
  const silence = reasonForSilence({ ...ground, folder });
  const skills = loaded.map((skill) => describe(skill, settings, silence));
  return {
    skills: [
      ...skills.filter(({ shown }) => shown !== null),
      ...skills.filter(({ shown }) => shown === null).toSorted(byEnglishName),
    ],
    dropped,
  };
}

function findRoots(ground: AgentContext, settings: GeminiSettings): readonly GeminiRoot[] {
  const folder = resolveCanonical(ground.folder);
  const home = geminiHome(ground);
  return [
    ...extensionRoots(home, folder, settings),
    ...rootsIn(home, "user"),
    ...rootsIn(folder, "project"),
  ];
}

const UNTRUSTED: Cause = switchedOff(
  "The folder is not trusted, so skills of the project are not loaded.",
  "Start `gemini` in the folder and choose to trust it.",
);

function refusalOf({ failure, hasSkills }: GeminiSettings): Cause | undefined {
  if (failure !== undefined) return notStarting("Gemini CLI", "gemini", failure);
  return hasSkills
    ? undefined
    : switchedOff(
        "`skills.enabled` is false in the settings.",
        "Set `skills.enabled` to true in the settings of Gemini CLI.",
      );
}

function dropAll(roots: readonly GeminiRoot[], cause: Cause): readonly DroppedFile[] {
  return [...new Set(roots.flatMap(filesOf))].map((path) => ({ path, ...cause }));
}

/** Of one name the last counts, in the place of the first. */
function load(roots: readonly GeminiRoot[], dropped: DroppedFile[]): readonly Loaded[] {
  const byName = new Map<string, Loaded | undefined>(BUNDLED.map((name) => [name, undefined]));
  for (const root of roots)
    for (const file of filesOf(root)) {
      const bytes = readBytesIfPresent(file);
      const head = bytes === undefined ? unopened : readHead(bytes);
      if ("reason" in head) {
        if (dropped.every(({ path }) => path !== file)) dropped.push({ path: file, ...head });
        continue;
      }
      const [name, description, path] = [head.name, head.description, file].map((text) =>
        hydrate(text, root.variables),
      ) as [string, string, string];
      const before = byName.get(name);
      if (before !== undefined && before.path !== path)
        dropped.push({
          path: before.path,
          ...takenBy(path, `The skill in ${path} has the same name and takes its place.`),
        });
      byName.set(name, { name, description, path, scope: root.scope });
    }
  return [...byName.values()].filter((skill) => skill !== undefined);
}

function describe(
  { name, description, path, scope }: Loaded,
  { disabled }: GeminiSettings,
  silence: string | undefined,
): AgentSkill {
  const isEnabled = !disabled.has(name.toLowerCase());
  const skill = { name, description, path, source: scope, isEnabled };
  if (!isEnabled)
    return {
      ...skill,
      shown: null,
      why: "`skills.disabled` in the settings names it.",
      fix: `Run \`gemini skills enable ${name}\`, or remove the name from \`skills.disabled\`.`,
    };
  if (silence !== undefined)
    return { ...skill, shown: null, why: silence, fix: "Unset the variable, or name it there." };
  return { ...skill, shown: entryOf(skill) };
}
