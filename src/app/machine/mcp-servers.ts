/** The MCP servers that a user has set up for skills: `~/.skillwright/mcp.json`, which no skill can reach. */
import { failure, fileExists, joinPath, readText, reasonOf } from "../../platform/index.ts";
import { findHome } from "../../platform/process/index.ts";
import { isList, isObject, type Json, type JsonObject } from "../../skill/index.ts";
import type { LocalComputer } from "./local-computer.ts";

export interface McpServerSettings {
  /** An address, or a command and its arguments; read as such where it is connected to, which loads much. */
  readonly target: readonly string[];
  /** Of a program that is started. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The variable that holds the token for an address. */
  readonly tokenEnv?: string;
  /** The tools that skills may call at most. */
  readonly tools?: readonly string[];
}

type Computer = Pick<LocalComputer, "environment">;

function mcpServersFile({ environment }: Computer): string {
  return joinPath(findHome(environment), ".skillwright/mcp.json");
}

/** By name; none where there is no file. */
export function readMcpServers(computer: Computer): ReadonlyMap<string, McpServerSettings> {
  const file = mcpServersFile(computer);
  if (!fileExists(file)) return new Map();
  try {
    const value = JSON.parse(readText(file)) as Json;
    const servers = isObject(value) ? value["mcpServers"] : undefined;
    if (!isObject(servers)) throw new Error("`mcpServers` is missing, or no object");
    return new Map(Object.entries(servers).map(([name, server]) => [name, toServer(name, server)]));
  } catch (error) {
    throw failure(
      "cli/unreadable",
      `The MCP servers for skills cannot be read: ${reasonOf(error).replace(/\.$/u, "")}.`,
      {
        file,
        hint: 'Example: {"mcpServers": {"linear": {"url": "https://mcp.linear.app/mcp"}}}.',
        cause: error,
      },
    );
  }
}

const NAME = /^[A-Za-z0-9_.-]{1,64}$/u;
const KNOWN: ReadonlySet<string> = new Set([
  "type",
  "url",
  "tokenEnv",
  "command",
  "args",
  "env",
  "tools",
]);

function toServer(name: string, value: Json): McpServerSettings {
  if (!NAME.test(name))
    throw new Error(`\`${name}\` is no name of letters, digits, dots, hyphens and underscores`);
  const given = isObject(value) ? value : {};
  // A slip would otherwise be a bound that does not hold.
  const odd = Object.keys(given).find((key) => !KNOWN.has(key));
  if (odd !== undefined) throw new Error(`\`${name}\` has the unknown field \`${odd}\``);
  const tools = textsIn(name, given, "tools");
  const bounds = tools === undefined ? {} : { tools };
  const [url, command] = [textIn(name, given, "url"), textIn(name, given, "command")];
  if ((url === undefined) === (command === undefined))
    throw new Error(`\`${name}\` needs either \`url\` or \`command\``);
  if (url !== undefined) {
    if (!/^https?:\/\//iu.test(url)) throw new Error(`the \`url\` of \`${name}\` is no address`);
    const tokenEnv = textIn(name, given, "tokenEnv");
    return { target: [url], ...bounds, ...(tokenEnv === undefined ? {} : { tokenEnv }) };
  }
  const target = [command ?? "", ...(textsIn(name, given, "args") ?? [])];
  return { target, ...bounds, environment: variablesIn(name, given["env"]) };
}

function textIn(name: string, given: JsonObject, key: string): string | undefined {
  const value = given[key];
  if (value === undefined || (typeof value === "string" && value !== "")) return value;
  throw new Error(`\`${key}\` of \`${name}\` is no text`);
}

function textsIn(name: string, given: JsonObject, key: string): readonly string[] | undefined {
  const value = given[key];
  if (value === undefined) return undefined;
  const texts = isList(value) ? value.filter((item) => typeof item === "string") : [];
  if (isList(value) && texts.length === value.length) return texts;
  throw new Error(`\`${key}\` of \`${name}\` is no list of texts`);
}

function variablesIn(name: string, value: Json | undefined): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  const pairs = isObject(value) ? Object.entries(value) : [];
  const texts = pairs.flatMap(([key, text]) =>
    typeof text === "string" ? [[key, text] as const] : [],
  );
  if (isObject(value) && texts.length === pairs.length) return Object.fromEntries(texts);
  throw new Error(`\`env\` of \`${name}\` is no object of texts`);
}
