import {
  dialects,
  type Diagnostic,
  getKey,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  parseYaml,
  type TrustRules,
} from "../../../skill/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";

/** A skill that an agent asks for. */
export interface AgentSkill {
  readonly name: string;
  /** A range of versions. Default: any. */
  readonly version?: string;
  readonly isRequired: boolean;
}

/** What an agent is made of. */
export interface AgentManifest {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  /** Always loaded. */
  readonly skills: readonly AgentSkill[];
  /** Of these exactly one is active. */
  readonly sets: ReadonlyMap<string, readonly AgentSkill[]>;
  readonly defaultSet?: string;
  readonly model?: JsonObject;
}

/** Names of the files that are looked for in a folder. */
export const MANIFEST_FILES: readonly string[] = [
  "gaia-agent.yaml",
  "AGENT.yaml",
  "agent.yaml",
  "gaia-agent.yml",
];

const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SET_NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

/** Any of the systems that compare versions; they agree on ranges. */
export function versionRules(): TrustRules | undefined {
  return dialects.find(({ trust }) => trust !== undefined)?.trust;
}

/** Reads the manifest of an agent; collects all that is wrong with it. */
export function readManifest(text: string, shown: string): Outcome<AgentManifest> {
  const diagnostics: Diagnostic[] = [];
  const refuse = (message: string, hint?: string): void => {
    const details = hint === undefined ? {} : { hint };
    diagnostics.push(toolProblem(toolCodes.badAgent, message, { file: shown, ...details }));
  };
  const parsed = parseYaml(text, "core");
  const root = parsed.ok ? parsed.value : undefined;
  if (!isObject(root)) {
    refuse("The file is not a map with `skills`.");
    return { diagnostics };
  }
  const skills = readSkills(getKey(root, "skills"), "skills", refuse);
  const sets = readSets(getKey(root, "skill_sets"), refuse);
  const defaultSet = readDefault(getKey(root, "default_skill_set"), sets, refuse);
  for (const [name, items] of sets)
    for (const item of items)
      if (skills.some((other) => other.name === item.name))
        refuse(`The set \`${name}\` lists \`${item.name}\`, which is always loaded.`);
  const model = getKey(root, "model");
  const value: AgentManifest = {
    ...readText(root, "name"),
    ...readText(root, "version"),
    ...readText(root, "description"),
    skills,
    sets,
    ...(defaultSet === undefined ? {} : { defaultSet }),
    ...(isObject(model) ? { model } : {}),
  };
  return diagnostics.length === 0 ? { value, diagnostics } : { diagnostics };
}

function readText(root: JsonObject, key: string): { readonly [key: string]: string } {
  const value = getKey(root, key);
  return typeof value === "string" || typeof value === "number" ? { [key]: String(value) } : {};
}

type Refuse = (message: string, hint?: string) => void;

function readSkills(value: Json | undefined, where: string, refuse: Refuse): readonly AgentSkill[] {
  if (value === undefined || value === null) return [];
  if (!isList(value)) {
    refuse(`\`${where}\` must be a list of skills.`);
    return [];
  }
  const skills = value.flatMap((item) => readEntry(item, where, refuse) ?? []);
  for (const [index, { name }] of skills.entries())
    if (skills.findIndex((other) => other.name === name) < index)
      refuse(`\`${where}\` lists \`${name}\` twice.`);
  return skills;
}

function readEntry(item: Json, where: string, refuse: Refuse): AgentSkill | undefined {
  const entry = typeof item === "string" ? { name: item } : item;
  if (!isObject(entry)) {
    refuse(`\`${where}\` has an entry that is neither a name nor a map with \`name\`.`);
    return undefined;
  }
  const odd = Object.keys(entry).find((key) => !["name", "version", "required"].includes(key));
  if (odd !== undefined)
    refuse(
      `Unknown key \`${odd}\` in \`${where}\`; known keys are \`name\`, \`version\` and \`required\`.`,
    );
  const { name, version, required } = entry;
  if (typeof name !== "string" || !SKILL_NAME.test(name)) {
    refuse(
      `\`${JSON.stringify(name)}\` in \`${where}\` is not a valid name: use lower-case letters, digits and hyphens.`,
    );
    return undefined;
  }
  if (required !== undefined && typeof required !== "boolean")
    refuse(`\`required\` of \`${name}\` must be true or false.`);
  const isText = typeof version === "string";
  const isRange = isText && versionRules()?.satisfies("1.0.0", version) !== undefined;
  if (version !== undefined && !isRange)
    refuse(
      `The version \`${JSON.stringify(version)}\` of \`${name}\` is not a range such as \`">=1.0.0"\`.`,
    );
  return { name, isRequired: required !== false, ...(isText ? { version } : {}) };
}

function readSets(
  value: Json | undefined,
  refuse: Refuse,
): ReadonlyMap<string, readonly AgentSkill[]> {
  if (value === undefined || value === null) return new Map();
  if (!isObject(value)) {
    refuse("`skill_sets` must be a map from names of sets to lists of skills.");
    return new Map();
  }
  return new Map(
    Object.entries(value).map(([name, items]) => {
      if (!SET_NAME.test(name))
        refuse(
          `\`${name}\` is not a valid name of a set: use lower-case letters, digits and hyphens.`,
        );
      const skills = readSkills(items, `skill_sets.${name}`, refuse);
      if (skills.length === 0) refuse(`The set \`${name}\` has no skills.`);
      return [name, skills] as const;
    }),
  );
}

function readDefault(
  value: Json | undefined,
  sets: ReadonlyMap<string, unknown>,
  refuse: Refuse,
): string | undefined {
  const names = [...sets.keys()].map((name) => `\`${name}\``).join(", ");
  if (value === undefined) {
    if (sets.size > 0) refuse(`Missing \`default_skill_set\`: name one of ${names}.`);
    return undefined;
  }
  if (typeof value === "string" && sets.has(value)) return value;
  refuse(
    `\`default_skill_set\` cannot be \`${JSON.stringify(value)}\`; use ${names === "" ? "none without `skill_sets`" : `one of ${names}`}.`,
  );
  return undefined;
}
