/** What of the settings of Visual Studio Code decides about skills: those of the user, then those of the folder. */
import {
  joinPath,
  resolvePath,
  readTextIfPresent,
  withParents,
  findUp,
} from "../../../platform/index.ts";
import type { AgentContext } from "../agent.ts";
import { type Cause, switchedOff } from "../causes.ts";
import { type Fields, toFields, parseJsonc } from "../jsonc.ts";

export type Scope = "workspace" | "personal";

export interface VscodeRoot {
  readonly path: string;
  readonly scope: Scope;
}

export interface VscodeSettings {
  /** The roots, in the order in which a name counts. */
  readonly roots: readonly VscodeRoot[];
  /** Why there are no skills at all. */
  readonly off?: Cause;
}

const DEFAULTS = [
  ".github/skills",
  ".agents/skills",
  ".claude/skills",
  "~/.copilot/skills",
  "~/.agents/skills",
  "~/.claude/skills",
];

export function readSettings(ground: AgentContext): VscodeSettings {
  const { folder, home } = ground;
  const files = [...userFiles(ground), joinPath(folder, ".vscode/settings.json")];
  const layers = files.flatMap((file) => {
    const fields = toFields(parseJsonc(readTextIfPresent(file) ?? ""));
    return fields === undefined ? [] : [{ file, fields }];
  });
  const last = layers.findLast(({ fields }) => typeof fields["chat.useAgentSkills"] === "boolean");
  const places = isOn(layers, "chat.useCustomizationsInParentRepositories")
    ? withParents(folder, findUp(folder, [".git"]))
    : [folder];
  const roots = readLocations(layers).flatMap((location): readonly VscodeRoot[] =>
    location.startsWith("~/")
      ? [{ path: joinPath(home, location.slice(2)), scope: "personal" }]
      : places.map((place) => ({
          path: resolvePath(place, location),
          scope: "workspace" as const,
        })),
  );
  return {
    // The ones of a workspace come first, whatever the settings say.
    roots: [
      ...roots.filter(({ scope }) => scope === "workspace"),
      ...roots.filter(({ scope }) => scope === "personal"),
    ],
    ...(last?.fields["chat.useAgentSkills"] === false
      ? {
          off: switchedOff(
            `\`chat.useAgentSkills\` is false in ${last.file}.`,
            `Set \`chat.useAgentSkills\` to true in ${last.file}.`,
          ),
        }
      : {}),
  };
}

type Layers = readonly { readonly file: string; readonly fields: Fields }[];

/** Settings of objects are merged, key by key; a folder is left out by `false`. */
function readLocations(layers: Layers): readonly string[] {
  const chosen = new Map<string, boolean>(DEFAULTS.map((path) => [path, true]));
  for (const { fields } of layers)
    for (const [path, value] of Object.entries(
      toFields(fields["chat.agentSkillsLocations"]) ?? {},
    )) {
      const isWanted = asBoolean(value);
      if (isWanted !== undefined && path.trim() !== "") chosen.set(path.trim(), isWanted);
    }
  return [...chosen]
    .filter(([path, isWanted]) => isWanted && isAllowed(path))
    .map(([path]) => path);
}

/** Relative to the folder or to the home; no patterns, nothing absolute. */
function isAllowed(path: string): boolean {
  return !/^(?:[a-z]:[\\/]|\/|~(?!\/))|[\\*?[\]{}]/iu.test(path);
}

function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  return word === "true" || word === "false" ? word === "true" : undefined;
}

function isOn(layers: Layers, key: string): boolean {
  return layers.findLast(({ fields }) => fields[key] !== undefined)?.fields[key] === true;
}

function userFiles(ground: AgentContext): readonly string[] {
  return userFolders(ground).map((folder) => joinPath(folder, "settings.json"));
}

export function userFolders({ home, environment }: AgentContext): readonly string[] {
  const config = environment["XDG_CONFIG_HOME"] || joinPath(home, ".config");
  return [joinPath(config, "Code"), joinPath(home, "Library/Application Support/Code")].map(
    (base) => joinPath(base, "User"),
  );
}
