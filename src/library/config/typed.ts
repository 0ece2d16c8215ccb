import {
  getKey,
  getPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  type SettingsField,
} from "../../skill/index.ts";
import { factsOf, matchesPath } from "./facts.ts";
import type { Variables } from "./prepare.ts";
import { Secret } from "./secret.ts";
import type { AgentSettings, LibraryConfig, SecretReference, SkillEntry } from "./settings.ts";

const DEBOUNCE_MS = 250;
const NODE_MANAGER: Path = ["skills", "install", "nodeManager"];

/** The document as typed settings; what is of the wrong kind is left out. */
export function toConfig(
  document: JsonObject,
  fields: readonly SettingsField[],
  {
    file,
    variables = new Map(),
  }: { readonly file?: string | undefined; readonly variables?: Variables } = {},
): LibraryConfig {
  const at = (path: Path): Json | undefined => getPath(document, path);
  const isRead = (key: string): boolean =>
    fields.some((field) => field.path.at(-1) === key && field.removed === undefined);
  const allowBundled = texts(at(["skills", "allowBundled"]));
  const priorities = isRead("priorities")
    ? texts(at(["skills", "prompt", "priorities"]))
    : undefined;
  const debounce = at(["skills", "load", "watchDebounceMs"]);
  const targets = isRead("allowSymlinkTargets") ? ["skills", "load", "allowSymlinkTargets"] : [];
  return {
    ...(file === undefined ? {} : { file }),
    entries: new Map(
      Object.entries(mapAt(document, ["skills", "entries"])).map(([key, entry]) => [
        key,
        toEntry(entry),
      ]),
    ),
    ...(allowBundled === undefined ? {} : { allowBundled }),
    load: {
      extraDirs: texts(at(["skills", "load", "extraDirs"])) ?? [],
      allowSymlinkTargets: texts(at(targets)) ?? [],
      watch: at(["skills", "load", "watch"]) !== false,
      watchDebounceMs:
        isRead("watchDebounceMs") && typeof debounce === "number"
          ? Math.max(0, debounce)
          : DEBOUNCE_MS,
    },
    install: {
      preferBrew: at(["skills", "install", "preferBrew"]) !== false,
      nodeManager: knownText(at(NODE_MANAGER), NODE_MANAGER, fields) ?? "npm",
    },
    ...(priorities === undefined ? {} : { priorities }),
    defaultAgent: toAgent(at(["agents", "defaults"])),
    agents: agentsOf(document),
    variables,
    facts: factsOf(document, fields),
  };
}

function toEntry(value: Json): SkillEntry {
  const entry = isObject(value) ? value : {};
  const always = getKey(entry, "always");
  const requires = getKey(entry, "requires");
  const apiKey = toApiKey(getKey(entry, "apiKey"));
  const config = getKey(entry, "config");
  const env = Object.entries(mapAt(entry, ["env"])).flatMap(([name, item]) =>
    typeof item === "string" ? [[name.trim(), new Secret(item)] as const] : [],
  );
  return {
    isEnabled: getKey(entry, "enabled") !== false,
    ...(typeof always === "boolean" ? { always } : {}),
    ...(isObject(requires) ? { requires } : {}),
    ...(apiKey === undefined ? {} : { apiKey }),
    env: new Map(env.filter(([name]) => name !== "")),
    ...(isObject(config) ? { config: new Secret(config) } : {}),
  };
}

function toApiKey(value: Json | undefined): SkillEntry["apiKey"] {
  if (typeof value === "string")
    return value.trim() === "" ? undefined : { kind: "value", secret: new Secret(value) };
  // Gates count any map as a key that was meant, so one that leads nowhere must be known too.
  return isObject(value) ? (toReference(value) ?? { kind: "unusable" }) : undefined;
}

/** What each part of a reference must look like. Whatever does not may be the secret itself. */
const REFERENCE = { source: /^(?:env|file|exec|store)$/, provider: /^[a-z][a-z0-9_-]{0,63}$/ };
const VARIABLE = /^[A-Z][A-Z0-9_]{0,127}$/;

function toReference(value: JsonObject): SecretReference | undefined {
  const [source, provider, id] = ["source", "provider", "id"].map(
    (key) => text(getKey(value, key)) ?? "",
  ) as [string, string, string];
  const isNamed = source === "env" || source === "store" ? VARIABLE.test(id) : id !== "";
  if (!isNamed || !REFERENCE.source.test(source) || !REFERENCE.provider.test(provider))
    return undefined;
  return { kind: "reference", source, provider, id };
}

/** Agents by id: as a map, or as a list in which each names its own. */
function agentsOf(document: JsonObject): ReadonlyMap<string, AgentSettings> {
  const agents = new Map<string, AgentSettings>();
  const listed = getPath(document, ["agents", "list"]);
  for (const item of isList(listed) ? listed : []) {
    const id = isObject(item) ? text(getKey(item, "id")) : undefined;
    if (id !== undefined) agents.set(id, toAgent(item));
  }
  for (const [id, item] of Object.entries(mapAt(document, ["agents", "entries"])))
    agents.set(id, toAgent(item));
  return agents;
}

function toAgent(value: Json | undefined): AgentSettings {
  const agent = isObject(value) ? value : {};
  const workspace = text(getKey(agent, "workspace"));
  const skills = texts(getKey(agent, "skills"));
  return {
    ...(workspace === undefined ? {} : { workspace }),
    ...(skills === undefined ? {} : { skills }),
  };
}

function mapAt(document: JsonObject, path: Path): JsonObject {
  const value = getPath(document, path);
  return isObject(value) ? value : {};
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Text that is among the values of its field, where that names some. */
function knownText(
  value: Json | undefined,
  path: Path,
  fields: readonly SettingsField[],
): string | undefined {
  const shape = fields.find((field) => matchesPath(path, field.path))?.shape;
  const found = text(value);
  if (shape?.kind !== "text" || shape.values === undefined || found === undefined) return found;
  return shape.values.includes(found) ? found : undefined;
}

function texts(value: Json | undefined): readonly string[] | undefined {
  if (!isList(value)) return undefined;
  return value.filter((item): item is string => typeof item === "string");
}
