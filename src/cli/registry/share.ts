import { readToken } from "../../library/hosts/index.ts";
import {
  cacheFolder,
  openPackageCache,
  type PackageCache,
  oneLine,
  resolvePath,
} from "../../platform/index.ts";
import { readOrganisation } from "../../run/grants/index.ts";
import {
  openManager,
  readWebAddress,
  type RegistryClient,
  type SkillManager,
} from "../../registry/index.ts";
import type { SourceGround, TokenFor, WebCache } from "../../registry/sources/index.ts";
import type { Context } from "../context.ts";
import { requireEncryption } from "../remote/connection.ts";
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
    onFault: ({ message }) => context.err(`${oneLine(`Passed over: ${message}`)}\n`),
    // Most places are no MCP servers, and their protocol takes longer to load than all else.
    fetchMcp: async (place, name) => {
      const { fetchFromMcp } = await import("../mcp/fetch-from-mcp.ts");
      return await fetchFromMcp(place, name, context);
    },
    cache: cacheOf(context),
    ...mirrorsOf(context),
    ...(registry === undefined ? {} : { registry }),
    ...(clawhub === undefined || clawhub === "" ? {} : { clawhub }),
    ...(seconds === undefined ? {} : { timeoutMs: Math.max(1, seconds) * 1000 }),
  };
}

/** What this user has fetched before, for whichever project. */
function cacheOf({ options, environment, now }: Context): WebCache {
  const mode = options.flag("offline")
    ? "offline"
    : options.flag("prefer-offline")
      ? "prefer-offline"
      : "online";
  let opened: { readonly packages: PackageCache | undefined } | undefined;
  const open = (): PackageCache | undefined =>
    openPackageCache(cacheFolder(environment), { now: now() });
  return { mode, packages: () => (opened ??= { packages: open() }).packages };
}

function mirrorsOf({ folder, environment, options }: Context): Pick<SourceGround, "mirrors"> {
  const rules = readOrganisation({ folder, environment, named: options.texts("policy") });
  return rules?.mirrors === undefined ? {} : { mirrors: rules.mirrors };
}

/** A token that is given for a command is for the registry of that command; every other is for where it was made. */
function tokensOf(context: Context, registry: string | undefined): TokenFor {
  const kept = tokenFinder(context);
  const given = readToken({
    variable: "SKILLWRIGHT_TOKEN",
    environment: context.environment,
    ...textOptions(context.options, { tokenFile: "token-file" }),
  });
  const own = registry === undefined ? undefined : new URL(registry).origin;
  return (address) => {
    const token = given !== undefined && address.origin === own ? given : kept(address);
    if (token !== undefined) requireEncryption(address, context);
    return token;
  };
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

export function managerOf(
  context: Context,
  folder: string = folderOf(context),
  more: Pick<SourceGround, "timeoutMs"> = {},
): SkillManager {
  const scans = scanMemory(context);
  return openManager({
    ...groundOf(context),
    ...more,
    folder,
    workingFolder: context.folder,
    trust: trustedKeys(context),
    ...(scans === undefined ? {} : { scans }),
    now: context.now,
  });
}
