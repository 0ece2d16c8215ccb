/** What of Gemini CLI's settings decides about skills, and which folders it trusts. */
import {
  resolveCanonical,
  isInside,
  joinPath,
  parentOf,
  resolvePath,
  readTextIfPresent,
} from "../../../platform/index.ts";
import type { AgentContext } from "../agent.ts";
import { blankComments, type Fields, toFields, under } from "../jsonc.ts";

export interface GeminiSettings {
  readonly isTrusted: boolean;
  /** Whether there are skills at all. */
  readonly hasSkills: boolean;
  /** Names in lower case. */
  readonly disabled: ReadonlySet<string>;
  /** Sources of extensions that are allowed; none: all are. */
  readonly allowedExtensions: readonly string[];
  readonly blocksGitExtensions: boolean;
  /** Why the program does not start: a sentence. */
  readonly failure?: string;
}

export function geminiHome({ home, environment }: AgentContext): string {
  const named = environment["GEMINI_CLI_HOME"];
  return named === undefined || named === "" ? home : resolvePath(named);
}

type Layer = { readonly values: Fields } | { readonly failure: string };

export function readSettings(ground: AgentContext): GeminiSettings {
  const { environment } = ground;
  const folder = resolveCanonical(ground.folder);
  const home = geminiHome(ground);
  const system = environment["GEMINI_CLI_SYSTEM_SETTINGS_PATH"] || "/etc/gemini-cli/settings.json";
  const defaults =
    environment["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"] ||
    joinPath(parentOf(system), "system-defaults.json");
  const read = (path: string): Layer => readLayer(path, environment);
  const base = [read(defaults), read(joinPath(home, ".gemini/settings.json"))];
  const last = read(system);
  const trust = readTrust(
    ground,
    home,
    folder,
    isOn(lastOf([...base, last], ["security", "folderTrust", "enabled"])),
  );
  const own =
    folder === resolveCanonical(home) ? [] : [read(joinPath(folder, ".gemini/settings.json"))];
  // A file of settings that cannot be read ends the program, also in a folder that is not trusted.
  const failure = [...base, ...own, last, trust].find((layer) => "failure" in layer)?.failure;
  const isTrusted = "isTrusted" in trust && trust.isTrusted;
  const layers = [...base, ...(isTrusted ? own : []), last];
  const disabled = layers.flatMap((layer) => listOf(valueAt(layer, ["skills", "disabled"])));
  return {
    isTrusted,
    hasSkills: isOn(lastOf(layers, ["skills", "enabled"])),
    disabled: new Set(disabled.map((name) => name.toLowerCase())),
    allowedExtensions: layers.flatMap((layer) =>
      listOf(valueAt(layer, ["security", "allowedExtensions"])),
    ),
    blocksGitExtensions: lastOf(layers, ["security", "blockGitExtensions"]) === true,
    ...(failure === undefined ? {} : { failure }),
  };
}

function readLayer(path: string, environment: AgentContext["environment"]): Layer {
  const text = readTextIfPresent(path);
  if (text === undefined) return { values: {} };
  try {
    const values = toFields(JSON.parse(blankComments(text)));
    if (values === undefined) return { failure: `${path} is not a JSON object.` };
    return { values: withVariables(values, environment) as Fields };
  } catch {
    return { failure: `${path} is not JSON.` };
  }
}

/** Puts variables of the environment in place of `$NAME`, `${NAME}` and `${NAME:-default}`. */
function withVariables(value: unknown, environment: AgentContext["environment"]): unknown {
  if (typeof value === "string") return fillIn(value, environment);
  if (Array.isArray(value)) return value.map((item) => withVariables(item, environment));
  const fields = toFields(value);
  return fields === undefined
    ? value
    : Object.fromEntries(
        Object.entries(fields).map(([key, item]) => [key, withVariables(item, environment)]),
      );
}

function fillIn(text: string, environment: AgentContext["environment"]): string {
  return text.replaceAll(
    /\$(?:(\w+)|\{([^}]+)(\}|$))/gu,
    (match: string, plain?: string, braced = "", end = "") => {
      if (plain !== undefined) return environment[plain] ?? match;
      // A brace that is never closed is text, but names can follow it.
      if (end === "")
        return match.replaceAll(/\$(\w+)/gu, (known, name: string) => environment[name] ?? known);
      const mark = braced.indexOf(":-", 1);
      return mark < 0
        ? (environment[braced] ?? match)
        : (environment[braced.slice(0, mark)] ?? braced.slice(mark + 2));
    },
  );
}

type Trust = { readonly isTrusted: boolean } | { readonly failure: string };

/**
 * A folder that nobody decided about counts as trusted: the program asks at its first start there, and whoever works
 * in it says yes.
 */
function readTrust(ground: AgentContext, home: string, folder: string, isAsked: boolean): Trust {
  const { environment } = ground;
  const said = environment["GEMINI_CLI_TRUST_WORKSPACE"];
  if (environment["GEMINI_RESTRICTED_MODE"] === "true" || said === "false")
    return { isTrusted: false };
  if (said === "true" || !isAsked) return { isTrusted: true };
  const path =
    environment["GEMINI_CLI_TRUSTED_FOLDERS_PATH"] || joinPath(home, ".gemini/trustedFolders.json");
  const layer = readLayer(path, {});
  if ("failure" in layer) return layer;
  let longest = "";
  let level: unknown;
  for (const [name, value] of Object.entries(layer.values)) {
    if (!LEVELS.has(value)) return { failure: `${path} has an unknown level of trust.` };
    const rule = resolvePath(name);
    const place = resolveCanonical(value === "TRUST_PARENT" ? parentOf(rule) : rule);
    if (!isInside(folder, place) || rule.length <= longest.length) continue;
    longest = rule;
    level = value;
  }
  return { isTrusted: level !== "DO_NOT_TRUST" };
}

const LEVELS: ReadonlySet<unknown> = new Set(["TRUST_FOLDER", "TRUST_PARENT", "DO_NOT_TRUST"]);

function valueAt(layer: Layer, keys: readonly string[]): unknown {
  if ("failure" in layer) return undefined;
  const parents = keys.slice(0, -1);
  return parents.reduce<Fields>((value, key) => under(value, key), layer.values)[keys.at(-1) ?? ""];
}

function lastOf(layers: readonly Layer[], keys: readonly string[]): unknown {
  return layers.map((layer) => valueAt(layer, keys)).findLast((value) => value !== undefined);
}

/** Not said, or said with `true` in one of its forms. */
function isOn(value: unknown): boolean {
  if (typeof value === "string") return value.toLowerCase() !== "false" && value !== "";
  return value === undefined || value === null || Boolean(value);
}

function listOf(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item) => typeof item === "string");
}
