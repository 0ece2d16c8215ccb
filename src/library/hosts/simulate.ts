import {
  type Diagnostic,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  typeName,
} from "../../skill/model/index.ts";
import { didYouMean } from "../../skill/index.ts";
import { hostCodes, hostProblem } from "./diagnostics.ts";
import {
  type CapabilityId,
  capabilityIds,
  executionBaseline,
  HOST_ID_RULE,
  type HostFacts,
  type HostRole,
  hostRoles,
  isCapabilityId,
  isHostId,
  isHostRole,
  sortNames,
  toHostOs,
  toPlatform,
} from "./facts.ts";
import { sortKeys } from "./runtime.ts";

/** Keys of the file, each with the name it has where a connected host reports itself. */
const KEYS = {
  id: "nodeId",
  role: "hostRole",
  capabilities: "hostCapabilities",
  os: "hostOs",
  env: "hostEnv",
  bins: "hostBinStatus",
  allowsCommands: "allowsCommands",
  isConnected: "isConnected",
} as const;

type Key = keyof typeof KEYS;

/** What hosts report and a described one has no use for. */
const PASSED_OVER = new Set(["tools", "toolCapabilities", "hostBins", "hostBinStatusUpdatedAt"]);

class Reader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: JsonObject;

  constructor(source: JsonObject) {
    this.#source = source;
    const known = new Set<string>([...Object.keys(KEYS), ...Object.values(KEYS), ...PASSED_OVER]);
    for (const key of Object.keys(source))
      if (!known.has(key))
        this.report(
          key,
          `Unknown key \`${key}\`; known keys are ${quote(Object.keys(KEYS))}.`,
          hintFor(key),
        );
  }

  /** Always undefined, so that a reader can end with it. */
  report(key: string, message: string, hint?: string): undefined {
    const details = hint === undefined ? { path: [key] } : { path: [key], hint };
    this.diagnostics.push(hostProblem(hostCodes.invalidFile, message, details));
  }

  /** The value, and the key under which it stands. */
  get(name: Key): readonly [Json | undefined, string] {
    const key = [name, KEYS[name]].find((item) => Object.hasOwn(this.#source, item)) ?? name;
    return [Object.hasOwn(this.#source, key) ? this.#source[key] : undefined, key];
  }

  text(name: Key): string | undefined {
    const [value, key] = this.get(name);
    if (value === undefined) return undefined;
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    const what = typeof value === "string" ? "empty text" : typeName(value);
    return this.report(key, `\`${key}\` must be text, not ${what}.`);
  }

  boolean(name: Key): boolean | undefined {
    const [value, key] = this.get(name);
    if (value === undefined || typeof value === "boolean") return value;
    return this.report(key, `\`${key}\` must be true or false, not ${typeName(value)}.`);
  }

  names(name: Key, hint?: string): readonly string[] | undefined {
    const [value, key] = this.get(name);
    if (value === undefined) return undefined;
    if (!isList(value))
      return this.report(key, `\`${key}\` must be a list of names, not ${typeName(value)}.`, hint);
    const names = value.filter((item) => typeof item === "string").filter((item) => item.trim());
    if (names.length < value.length)
      return this.report(key, `\`${key}\` has an entry that is not a name.`);
    return sortNames(names.map((item) => item.trim()));
  }
}

function hintFor(key: string): string | undefined {
  return didYouMean(key, [...Object.keys(KEYS), ...Object.values(KEYS)]);
}

function quote(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(", ");
}

/** A host as a file describes it, to see what skills would do on it. */
export function simulateHost(source: Json): Outcome<HostFacts> {
  if (!isObject(source)) {
    const message = `The description of a host must be a map, not ${typeName(source)}.`;
    return { diagnostics: [hostProblem(hostCodes.invalidFile, message)] };
  }
  const reader = new Reader(source);
  const id = readId(reader);
  const role = readRole(reader);
  const capabilities = readCapabilities(reader, role);
  const os = reader.text("os");
  const env = reader.names("env", "A host has no values here; list the names of the variables.");
  const bins = readBins(reader);
  const allowsCommands = reader.boolean("allowsCommands");
  const isConnected = reader.boolean("isConnected") ?? true;
  const { diagnostics } = reader;
  if (diagnostics.length > 0) return { diagnostics };
  const value: HostFacts = {
    id,
    role,
    capabilities,
    ...(os === undefined ? {} : { os: toHostOs(os), platform: toPlatform(os) }),
    env: env ?? [],
    bins,
    ...(isList(reader.get("bins")[0]) ? { namesAllBins: true } : {}),
    allowsCommands: allowsCommands ?? capabilities.includes("shell.exec"),
    isConnected,
  };
  return { value, diagnostics };
}

function readId(reader: Reader): string {
  const id = reader.text("id") ?? "simulated";
  const [, key] = reader.get("id");
  if (!isHostId(id))
    reader.report(key, `\`${id}\` is not a valid \`${key}\`: use ${HOST_ID_RULE}.`);
  return id;
}

function readRole(reader: Reader): HostRole {
  const role = reader.text("role") ?? "execution";
  if (isHostRole(role)) return role;
  const [, key] = reader.get("role");
  reader.report(key, `\`${role}\` is not a valid \`${key}\`: use one of ${quote(hostRoles)}.`);
  return "specialized";
}

function readCapabilities(reader: Reader, role: HostRole): readonly CapabilityId[] {
  const names = reader.names("capabilities");
  const [given, key] = reader.get("capabilities");
  if (given === undefined) return role === "execution" ? executionBaseline : [];
  const known = (names ?? []).filter(isCapabilityId);
  for (const name of names ?? [])
    if (!isCapabilityId(name))
      reader.report(
        key,
        `\`${name}\` in \`${key}\` is not a capability: use some of ${quote(capabilityIds)}.`,
      );
  const missing = executionBaseline.filter((id) => !known.includes(id));
  if (names !== undefined && role === "execution" && missing.length > 0)
    reader.report(
      key,
      `\`${key}\` lacks ${quote(missing)}, which every execution host has.`,
      "Add them, or give the host the role `specialized`.",
    );
  return known;
}

/** Programs as a list of those that are there, or as a map that also names those that are not. */
function readBins(reader: Reader): { readonly [name: string]: boolean } {
  const [value, key] = reader.get("bins");
  if (value === undefined) return {};
  if (!isObject(value)) {
    const names = reader.names("bins") ?? [];
    return sortKeys(names.map((name) => [name, true] as const));
  }
  const bins: (readonly [string, boolean])[] = [];
  for (const [name, status] of Object.entries(value)) {
    if (typeof status === "boolean") bins.push([name.trim(), status]);
    else
      reader.report(
        key,
        `\`${name}\` in \`${key}\` must be true or false, not ${typeName(status)}.`,
      );
  }
  return sortKeys(bins);
}
