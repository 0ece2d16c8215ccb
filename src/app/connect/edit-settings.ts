/** What a file of settings becomes: pure, and checked against what was there. */
import { getKey, isEqual, isObject, type Json, type JsonObject } from "../../skill/model/index.ts";
import { type ConfigFormat, SyntaxProblem } from "./formats/format.ts";
import type { Launch, McpHost } from "./hosts.ts";

export interface SettingsEdit {
  readonly change: "added" | "updated" | "removed" | "unchanged";
  readonly text: string;
  /** The entry as it stands in the text. */
  readonly entry?: JsonObject;
}

/** The text with a server. Fields of its entry that people added, such as `env`, stay. */
export function addServer(
  host: McpHost,
  format: ConfigFormat,
  text: string,
  name: string,
  launch: Launch,
): SettingsEdit {
  const before = readServers(format.parse(text), host.key);
  const existing = getKey(before, name);
  const { write, defaults } = host.entry;
  const wanted = { ...(existing === undefined ? defaults?.(name) : {}), ...write(launch) };
  const entry = { ...(isObject(existing) ? existing : {}), ...wanted };
  if (isEqual(existing ?? null, entry)) return { change: "unchanged", text, entry };
  const edited = format.set(text, host.key, name, wanted);
  checkRest(format, text, edited, host.key, name, entry);
  return { change: existing === undefined ? "added" : "updated", text: edited, entry };
}

export function removeServer(
  host: McpHost,
  format: ConfigFormat,
  text: string,
  name: string,
): SettingsEdit {
  if (getKey(readServers(format.parse(text), host.key), name) === undefined)
    return { change: "unchanged", text };
  const edited = format.remove(text, host.key, name);
  checkRest(format, text, edited, host.key, name, undefined);
  return { change: "removed", text: edited };
}

function readServers(settings: Json, key: string): JsonObject {
  if (!isObject(settings)) throw new SyntaxProblem("it does not hold an object");
  const servers = getKey(settings, key) ?? {};
  if (!isObject(servers)) throw new SyntaxProblem(`\`${key}\` is no object`);
  return servers;
}

/** An edit of text that did anything else than it should is not written. */
function checkRest(
  format: ConfigFormat,
  before: string,
  after: string,
  key: string,
  name: string,
  entry: JsonObject | undefined,
): void {
  const settings = format.parse(after);
  const isKept = isEqual(without(format.parse(before), key, name), without(settings, key, name));
  const written = getKey(readServers(settings, key), name);
  if (isKept && isEqual(written ?? null, entry ?? null)) return;
  throw new SyntaxProblem("it is written in a way that cannot be edited without loss");
}

/** The settings with an empty list of servers where there is none, and without the one. */
function without(settings: Json, key: string, name: string): Json {
  const servers = Object.entries(readServers(settings, key)).filter(([id]) => id !== name);
  const root = isObject(settings) ? Object.entries(settings) : [];
  return Object.fromEntries([
    ...root.filter(([id]) => id !== key),
    [key, Object.fromEntries(servers)],
  ]);
}
