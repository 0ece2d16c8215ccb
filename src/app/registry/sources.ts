/** Where skills come from, as the computer of the caller reaches it. */
import { readToken } from "../../library/hosts/index.ts";
import {
  cacheFolder,
  oneLine,
  openPackageCache,
  type PackageCache,
  resolvePath,
} from "../../platform/index.ts";
import { readOrganisation } from "../../run/grants/index.ts";
import {
  openManager,
  readWebAddress,
  type RegistryClient,
  type SkillManager,
} from "../../registry/index.ts";
import type { SourceContext, TokenFor, WebCache } from "../../registry/sources/index.ts";
import { quoteForShell } from "../../skill/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { knownServers, requireEncryption, tokenFinder } from "../machine/logins.ts";
import type { ConnectionInput } from "../machine/mcp-connection.ts";
import { type ClientTarget, clientTarget } from "./clients.ts";
import { scanMemory } from "./scan-memory.ts";
import { storeNewRoot, trustedKeys } from "./trusted-keys.ts";

/** How places are reached. */
export interface SourceInput extends ConnectionInput {
  readonly registry?: string;
  readonly offline?: boolean;
  readonly preferOffline?: boolean;
  /** Files with rules of an organisation. */
  readonly policy?: readonly string[];
  /** File of trusted keys. */
  readonly trust?: string;
}

/** Which folder of skills is meant. */
export interface TargetInput {
  readonly to?: string;
  readonly client?: string;
  readonly global?: boolean;
}

/** The registry that is meant: the one that was named, that of the environment, or the only one with a login. */
export function selectRegistry(
  computer: Pick<LocalComputer, "environment">,
  named: string | undefined,
): string | undefined {
  const { environment } = computer;
  const given = [
    named,
    environment["SKILLWRIGHT_REGISTRY"],
    environment["SKILLWRIGHT_SERVER"],
  ].find((text) => text !== undefined && text !== "");
  if (given !== undefined) return readWebAddress(given);
  const known = knownServers(computer);
  return known.length === 1 ? known[0] : undefined;
}

/** How places are reached; `words`: the sources that the user named in this very call. */
export function toSourceContext(
  computer: LocalComputer,
  input: SourceInput,
  words: readonly string[] = [],
): SourceContext {
  const { environment, folder } = computer;
  const registry = selectRegistry(computer, input.registry);
  const clawhub = environment["CLAWHUB_REGISTRY"] ?? environment["CLAWHUB_SITE"];
  const { timeout } = input;
  const rules = readOrganisation({ folder, environment, named: input.policy ?? [] });
  return {
    folder,
    environment,
    tokenFor: tokensOf(computer, input, registry),
    onFault: ({ message }) => computer.err(`${oneLine(`Passed over: ${message}`)}\n`),
    // Most places are no MCP servers, and their protocol takes longer to load than all else.
    fetchMcp: async (place, name) => {
      const { fetchFromMcp } = await import("../machine/fetch-from-mcp.ts");
      return await fetchFromMcp(place, name, { computer, input, words });
    },
    cache: openCache(computer, input),
    ...(rules?.mirrors === undefined ? {} : { mirrors: rules.mirrors }),
    ...(registry === undefined ? {} : { registry }),
    ...(clawhub === undefined || clawhub === "" ? {} : { clawhub }),
    ...(timeout === undefined ? {} : { timeoutMs: Math.max(1, timeout) * 1000 }),
  };
}

/** What this user has fetched before, for whichever project. */
function openCache(
  { environment, now }: LocalComputer,
  { offline, preferOffline }: SourceInput,
): WebCache {
  const mode = offline === true ? "offline" : preferOffline === true ? "prefer-offline" : "online";
  let opened: { readonly packages: PackageCache | undefined } | undefined;
  const open = (): PackageCache | undefined =>
    openPackageCache(cacheFolder(environment), { now: now() });
  return { mode, packages: () => (opened ??= { packages: open() }).packages };
}

/** A token that is given for a call is for the registry of that call; every other is for where it was made. */
function tokensOf(
  computer: LocalComputer,
  { tokenFile, plainText }: SourceInput,
  registry: string | undefined,
): TokenFor {
  const kept = tokenFinder(computer);
  const given = readToken({
    variable: "SKILLWRIGHT_TOKEN",
    environment: computer.environment,
    ...(tokenFile === undefined ? {} : { tokenFile }),
  });
  const own = registry === undefined ? undefined : new URL(registry).origin;
  return (address) => {
    const token = given !== undefined && address.origin === own ? given : kept(address);
    if (token !== undefined) requireEncryption(address, plainText);
    return token;
  };
}

/** The client that was named. */
export function clientOf(
  computer: LocalComputer,
  { client, global: isGlobal = false }: TargetInput,
): ClientTarget | undefined {
  return client === undefined ? undefined : clientTarget(client, isGlobal, computer);
}

/** The options of a command that lead to the same folder of skills, as they would be typed. */
export function placeOptions({ client, to, global: isGlobal = false }: TargetInput): string {
  return [
    ...(client === undefined ? [] : [`--client ${quoteForShell(client)}`]),
    ...(to === undefined ? [] : [`--to ${quoteForShell(to)}`]),
    ...(isGlobal ? ["--global"] : []),
  ].join(" ");
}

export function ownFolder({ folder }: LocalComputer, { to = "skills" }: TargetInput): string {
  return resolvePath(folder, to);
}

/** The folder of skills that is meant: of the client, or of `--to`. */
export function targetFolder(computer: LocalComputer, input: TargetInput): string {
  return clientOf(computer, input)?.folder ?? ownFolder(computer, input);
}

/** The installed skills of a folder. */
export function openFolder(
  computer: LocalComputer,
  folder: string,
  input: SourceInput = {},
  words: readonly string[] = [],
): SkillManager {
  const scans = scanMemory(computer);
  const { environment, folder: here } = computer;
  const rules = readOrganisation({ folder: here, environment, named: input.policy ?? [] });
  return openManager({
    ...toSourceContext(computer, input, words),
    folder,
    workingFolder: computer.folder,
    trust: trustedKeys(computer, input.trust, input.policy),
    scansAgain: rules?.scansAgain === true,
    onNewRoot: (root) => storeNewRoot(computer, input.trust, root),
    ...(scans === undefined ? {} : { scans }),
    now: computer.now,
  });
}

/** The registry that is meant, for those who publish and search. */
export function openRegistry(computer: LocalComputer, input: SourceInput): RegistryClient {
  return openFolder(computer, ownFolder(computer, {}), input).registry();
}

/** `NAME@VERSION`, with an exact version. */
export function readExact(word: string): { readonly name: string; readonly version?: string } {
  const at = word.indexOf("@", 1);
  return at === -1 ? { name: word } : { name: word.slice(0, at), version: word.slice(at + 1) };
}
