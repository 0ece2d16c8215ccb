/** What of OpenCode's settings decides about skills: further folders, and which skills the model may use. */
import { joinPath, readTextIfPresent } from "../../../platform/index.ts";
import type { AgentContext } from "../agent.ts";
import { type Fields, toFields, parseJsonc, under } from "../jsonc.ts";
import { ANY, anyTimes, END, fitsIn, literal, optional, START } from "../pattern.ts";
import { configFolder, isSet, ownFolders, placesOf } from "./places.ts";

export interface OpencodeSettings {
  /** Further folders with skills. */
  readonly paths: readonly string[];
  /** Whether the model may use skills at all. */
  readonly hasSkills: boolean;
  readonly isDenied: (name: string) => boolean;
  /** Why the program does not start: a sentence. */
  readonly failure?: string;
}

export function readSettings(ground: AgentContext): OpencodeSettings {
  const { environment } = ground;
  const layers = readLayers(ground);
  const failed = layers.find((layer) => "failure" in layer);
  const merged = layers.reduce<Fields>(
    (all, layer) => ("failure" in layer ? all : mergeFields(all, layer.values)),
    {},
  );
  const said = parseJsonc(environment["OPENCODE_PERMISSION"] ?? "");
  const general = mergeFields(
    readToolPermissions(merged["tools"]),
    mergeFields(readPermission(merged), toFields(said) ?? {}),
  );
  const agent = readAgent(merged);
  const rules = [
    { permission: "*", pattern: "*", action: "allow" },
    ...toRules(general),
    ...toRules({ ...readToolPermissions(agent["tools"]), ...readPermission(agent) }),
  ];
  const last = rules.findLast(({ permission }) => fits("skill", permission));
  return {
    paths: readPaths(merged["skills"]),
    hasSkills: !(last?.pattern === "*" && last.action === "deny"),
    isDenied: (name) =>
      rules.findLast(({ permission, pattern }) => fits("skill", permission) && fits(name, pattern))
        ?.action === "deny",
    ...(failed === undefined || !("failure" in failed) ? {} : { failure: failed.failure }),
  };
}

type Layer = { readonly values: Fields } | { readonly failure: string };

/** From what counts least to what counts most. */
function readLayers(ground: AgentContext): readonly Layer[] {
  const { environment, folder } = ground;
  const read = (path: string): Layer => readText(readTextIfPresent(path), path, environment);
  const global = ["config.json", "opencode.json", "opencode.jsonc"].map((name) =>
    read(joinPath(configFolder(ground), name)),
  );
  const custom = environment["OPENCODE_CONFIG"];
  const both = ["opencode.json", "opencode.jsonc"];
  const inFolder = (place: string): readonly Layer[] =>
    both.map((name) => read(joinPath(place, name)));
  const project = isSet(environment["OPENCODE_DISABLE_PROJECT_CONFIG"])
    ? []
    : placesOf(folder).toReversed();
  const own = ownFolders(ground).filter(
    ({ path }) => path.endsWith(".opencode") || path === environment["OPENCODE_CONFIG_DIR"],
  );
  const content = environment["OPENCODE_CONFIG_CONTENT"];
  return [
    // Settings of the user that cannot be read count as none at all.
    ...(global.some((layer) => "failure" in layer) ? [] : global),
    ...(custom ? [read(custom)] : []),
    ...project.flatMap(inFolder),
    ...own.flatMap(({ path }) => inFolder(path)),
    readText(content, "OPENCODE_CONFIG_CONTENT", environment),
    ...inFolder("/etc/opencode"),
  ];
}

function readText(
  text: string | undefined,
  path: string,
  environment: AgentContext["environment"],
): Layer {
  if (text === undefined || text === "") return { values: {} };
  const full = text.replaceAll(/\{env:([^}]+)(\}|$)/gu, (match, name: string, end: string) =>
    end === "" ? match : (environment[name] ?? ""),
  );
  const values = toFields(parseJsonc(full));
  if (values === undefined) return { failure: `${path} is not a JSON object.` };
  const wrong = wrongAction(values["permission"], "permission");
  return wrong === undefined ? { values } : { failure: `${wrong} in ${path}.` };
}

const ACTIONS: ReadonlySet<unknown> = new Set(["allow", "ask", "deny"]);

/** The first permission that is none, as the beginning of a sentence. */
function wrongAction(value: unknown, key: string): string | undefined {
  const fields = toFields(value);
  if (fields === undefined)
    return value === undefined || ACTIONS.has(value)
      ? undefined
      : `\`${key}\` is not \`allow\`, \`ask\` or \`deny\``;
  return Object.entries(fields)
    .map(([name, item]) => wrongAction(item, `${key}.${name}`))
    .find((wrong) => wrong !== undefined);
}

/** Fields of both; a field of both keeps its place and takes the later value. */
function mergeFields(one: Fields, other: Fields): Fields {
  const merged: Record<string, unknown> = { ...one, ...other };
  for (const [key, value] of Object.entries(other)) {
    const before = toFields(one[key]);
    const after = toFields(value);
    if (before !== undefined && after !== undefined) merged[key] = mergeFields(before, after);
  }
  return merged;
}

/** The list of folders itself, or below `paths`. */
function readPaths(skills: unknown): readonly string[] {
  const list: unknown = Array.isArray(skills) ? skills : toFields(skills)?.["paths"];
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items
    .filter((item) => typeof item === "string")
    .filter((item) => !/^https?:\/\//iu.test(item));
}

/** The agent that answers at the start. */
function readAgent(settings: Fields): Fields {
  const name = settings["default_agent"];
  const id = typeof name === "string" ? name : "build";
  return mergeFields(under(settings["agent"], id), under(settings["mode"], id));
}

function readPermission(settings: Fields): Fields {
  const { permission } = settings;
  return typeof permission === "string" ? { "*": permission } : (toFields(permission) ?? {});
}

/** The older way to say it: `tools: { skill: false }`. */
function readToolPermissions(tools: unknown): Fields {
  return Object.fromEntries(
    Object.entries(toFields(tools) ?? {}).map(([name, isOn]) => [
      /^(?:write|edit|patch)$/u.test(name) ? "edit" : name,
      isOn === false ? "deny" : "allow",
    ]),
  );
}

interface Rule {
  readonly permission: string;
  readonly pattern: string;
  readonly action: unknown;
}

function toRules(permissions: Fields): readonly Rule[] {
  return Object.entries(permissions).flatMap(([permission, value]): readonly Rule[] =>
    typeof value === "string"
      ? [{ permission, pattern: "*", action: value }]
      : Object.entries(toFields(value) ?? {}).map(([pattern, action]) => ({
          permission,
          pattern,
          action,
        })),
  );
}

/** `*` is any text, `?` any character; a blank and a star at the end may both be missing. */
function fits(text: string, pattern: string): boolean {
  const anything = anyTimes(ANY);
  const plain = pattern.replaceAll("\\", "/");
  const isOpen = plain.endsWith(" *");
  const parts = [...(isOpen ? plain.slice(0, -2) : plain)].map((character) => {
    if (character === "*") return anything;
    return character === "?" ? ANY : literal(character);
  });
  const rest = isOpen ? optional([...literal(" "), ...anything]) : [];
  return fitsIn([...START, ...parts.flat(), ...rest, ...END], text.replaceAll("\\", "/"));
}
