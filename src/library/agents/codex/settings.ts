/** What of Codex's settings decides about skills. Those of a project are not asked. */
import { parse } from "smol-toml";
import { parse as parseYaml } from "yaml";
import {
  joinPath,
  lastPart,
  parentOf,
  resolvePath,
  readTextIfPresent,
} from "../../../platform/index.ts";
import type { AgentContext } from "../agent.ts";

export interface CodexSettings {
  readonly file: string;
  /** Names in a folder that make it the root of a project. */
  readonly projectMarkers: readonly string[];
  /** Whether the skills that come with Codex count. */
  readonly hasBundled: boolean;
  /** Whether the model is told of skills at all. */
  readonly tellsModel: boolean;
  readonly isEnabled: (skill: { readonly name: string; readonly path: string }) => boolean;
  /** Why the program does not start: a sentence. */
  readonly failure?: string;
}

export function codexHome({ home, environment }: AgentContext): string {
  const named = environment["CODEX_HOME"];
  return named === undefined || named === "" ? joinPath(home, ".codex") : resolvePath(named);
}

interface Switch {
  readonly name?: unknown;
  readonly path?: unknown;
  readonly enabled?: unknown;
}

export function readSettings(ground: AgentContext): CodexSettings {
  const file = joinPath(codexHome(ground), "config.toml");
  const parsed = parseToml(readTextIfPresent(file) ?? "");
  const settings = parsed ?? {};
  const skills = record(settings["skills"]);
  const failure = parsed === undefined ? `${file} is not TOML.` : wrongType(settings, file);
  const markers = settings["project_root_markers"];
  const switches = Array.isArray(skills["config"]) ? (skills["config"] as readonly Switch[]) : [];
  return {
    file,
    projectMarkers: Array.isArray(markers) ? markers.map(String) : [".git"],
    hasBundled: record(skills["bundled"])["enabled"] !== false,
    tellsModel: skills["include_instructions"] !== false,
    isEnabled: ({ name, path }) => {
      // The last one that names the skill counts; one that names it in both ways names nothing.
      const last = switches.findLast((one) =>
        one.name === undefined
          ? one.path === path
          : one.path === undefined && typeof one.name === "string" && one.name.trim() === name,
      );
      return last?.enabled !== false;
    },
    ...(failure === undefined ? {} : { failure }),
  };
}

type Check = (value: unknown) => boolean;

const isBoolean: Check = (value) => typeof value === "boolean";
const isText: Check = (value) => typeof value === "string";
const isTable: Check = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** A value of another type than Codex knows ends it, as far as skills are concerned. */
function wrongType(settings: Readonly<Record<string, unknown>>, file: string): string | undefined {
  const { skills, project_root_markers: markers } = settings;
  const wrong = (key: string, wanted: string): string => `\`${key}\` in ${file} is not ${wanted}.`;
  if (markers !== undefined && !(Array.isArray(markers) && markers.every(isText)))
    return wrong("project_root_markers", "a list of names");
  if (skills === undefined) return undefined;
  if (!isTable(skills)) return wrong("skills", "a table");
  const { include_instructions: tells, bundled, config } = record(skills);
  if (tells !== undefined && !isBoolean(tells))
    return wrong("skills.include_instructions", "true or false");
  if (bundled !== undefined && !isTable(bundled)) return wrong("skills.bundled", "a table");
  const { enabled: hasBundled } = record(bundled);
  if (hasBundled !== undefined && !isBoolean(hasBundled))
    return wrong("skills.bundled.enabled", "true or false");
  if (config === undefined) return undefined;
  if (!Array.isArray(config) || !config.every(isTable)) return wrong("skills.config", "tables");
  for (const { enabled, name, path } of config as readonly Switch[]) {
    if (enabled !== undefined && !isBoolean(enabled))
      return wrong("skills.config.enabled", "true or false");
    if (name !== undefined && !isText(name)) return wrong("skills.config.name", "text");
    if (path !== undefined && !isText(path)) return wrong("skills.config.path", "text");
  }
  return undefined;
}

export interface CodexPolicy {
  /** Codex is none of the products that the skill is for. */
  readonly isForOthers: boolean;
  /** The model may use it by itself. */
  readonly isOffered: boolean;
}

/** What `agents/openai.yaml` beside a skill says of its use; one that cannot be read says nothing. */
export function readPolicy(skillFile: string): CodexPolicy {
  const text = readTextIfPresent(joinPath(parentOf(skillFile), "agents/openai.yaml"));
  const policy = record(record(text === undefined ? undefined : quietYaml(text))["policy"]);
  const { products, allow_implicit_invocation: isOffered } = policy;
  const names = Array.isArray(products) ? products.map((name) => String(name).toLowerCase()) : [];
  return {
    isForOthers: names.length > 0 && !names.includes("codex"),
    isOffered: isOffered !== false,
  };
}

export function folderNameOf(skillFile: string): string {
  return lastPart(parentOf(skillFile));
}

/** Undefined where it is no TOML. */
function parseToml(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function quietYaml(text: string): unknown {
  try {
    return parseYaml(text, { logLevel: "silent" });
  } catch {
    return undefined;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
