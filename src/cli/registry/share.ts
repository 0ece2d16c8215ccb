import { readToken } from "../../library/hosts/index.ts";
import { failure, resolvePath } from "../../platform/index.ts";
import {
  openManager,
  readWebAddress,
  type RegistryClient,
  type SkillManager,
} from "../../registry/index.ts";
import {
  type FetchedSkill,
  fetchSkill,
  readMcpAddress,
  type SourceGround,
  type TokenFor,
} from "../../registry/sources/index.ts";
import type { Context } from "../context.ts";
import { withConnection } from "../mcp/connection.ts";
import { knownServers, tokenFinder } from "../remote/logins.ts";
import { textOptions } from "../text-options.ts";
import { trustedKeys } from "./places.ts";
import { scanMemory } from "./scan-memory.ts";

/** The address of the registry that is meant: of the option, of the environment, or the only one with a login. */
function registryOf(context: Context): string | undefined {
  const { options, environment } = context;
  const given = [
    options.text("registry"),
    environment["SKILLWRIGHT_REGISTRY"],
    environment["SKILLWRIGHT_SERVER"],
  ].find((text) => text !== undefined && text !== "");
  if (given !== undefined) return readWebAddress(given);
  const known = knownServers(context);
  return known.length === 1 ? known[0] : undefined;
}

/** How places are reached, by the options of a command. */
export function groundOf(context: Context): SourceGround {
  const registry = registryOf(context);
  const { environment } = context;
  const clawhub = environment["CLAWHUB_REGISTRY"] ?? environment["CLAWHUB_SITE"];
  const seconds = context.options.number("timeout");
  return {
    folder: context.folder,
    environment,
    tokenFor: tokensOf(context, registry),
    fetchMcp: (place, name) => fetchFrom(place, name, context),
    ...(registry === undefined ? {} : { registry }),
    ...(clawhub === undefined || clawhub === "" ? {} : { clawhub }),
    ...(seconds === undefined ? {} : { timeoutMs: Math.max(1, seconds) * 1000 }),
  };
}

/** A server that has to be started takes more words than one. */
async function fetchFrom(
  place: string,
  name: string | undefined,
  context: Context,
): Promise<FetchedSkill> {
  const address = readMcpAddress([place]);
  if (address.kind === "stdio")
    throw failure(
      "cli/usage",
      `Unexpected \`mcp:${place}\`, expected the address of a server of the web.`,
      { hint: "`skillwright add mcp:stdio#NAME -- COMMAND…` starts one." },
    );
  return await withConnection(context, address, (connection) => fetchSkill(connection, name));
}

/** A token that is given for a command is for the registry of that command; every other is for where it was made. */
function tokensOf(context: Context, registry: string | undefined): TokenFor {
  const kept = tokenFinder(context);
  const given = readToken({
    environment: context.environment,
    ...textOptions(context.options, { tokenFile: "token-file" }),
  });
  const own = registry === undefined ? undefined : new URL(registry).origin;
  return (address) => (given !== undefined && address.origin === own ? given : kept(address));
}

/** The registry that is meant, for those who publish and search. */
export function registryClientOf(context: Context): RegistryClient {
  return managerOf(context).registry();
}

/** `NAME@VERSION`, with an exact version. */
export function readExact(word: string): { readonly name: string; readonly version?: string } {
  const at = word.indexOf("@", 1);
  return at === -1 ? { name: word } : { name: word.slice(0, at), version: word.slice(at + 1) };
}

export function folderOf(context: Context): string {
  return resolvePath(context.folder, context.options.text("to") ?? "skills");
}

export function managerOf(context: Context, folder: string = folderOf(context)): SkillManager {
  return openManager({
    ...groundOf(context),
    folder,
    workingFolder: context.folder,
    trust: trustedKeys(context),
    scans: scanMemory(context),
    now: context.now,
  });
}
