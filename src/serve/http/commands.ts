import type { Hono } from "hono";
import {
  capabilityIds,
  type CapabilityId,
  HostInventory,
  hostRoles,
  type NodeOptions,
  readToken,
  requireToken,
  runNode,
  type TokenOptions,
} from "../../library/hosts/index.ts";
import type { Library } from "../../library/session/index.ts";
import {
  listenForFaults,
  listenForStop,
  newSecret,
  systemClock,
} from "../../platform/machine/index.ts";
import { failure, enableCompileCache } from "../../platform/index.ts";
import { type Diagnostic, suggest, type SkillError } from "../../skill/model/index.ts";
import { type AgentsView, createLibraryView, type LibraryView } from "../../hub/library/index.ts";
import type { WebFiles } from "../web/index.ts";
import type { BodyLimits } from "./body-budget.ts";
import type { ByteLimits } from "./byte-budget.ts";
import { serveError } from "../errors.ts";
import type { GuardSettings } from "./request-guard.ts";
import type { RequestLimits } from "./request-room.ts";
import { ServedSkills } from "./served-skills.ts";
import { requireFreeAddress, startServer } from "./server.ts";

interface Output {
  /** Writes to standard error. */
  readonly err: (text: string) => void;
}

export interface ServeOptions extends TokenOptions, Output {
  readonly version: string;
  readonly host?: string;
  readonly port?: number;
  /** Nobody on another machine reaches the server. */
  readonly isLocal?: boolean;
  /** Brings up the platform: accounts, skills, runs, knowledge bases, chats. */
  readonly openPlatform?: (library: LibraryView) => Promise<ServedPlatform>;
  /** Opens the skills that the server keeps evaluated, with the hosts that connect to it. */
  readonly openLibraries?: (hosts: HostInventory) => Promise<readonly Library[]>;
  /** The coding agents of this machine, where their skills are shown. */
  readonly agents?: AgentsView;
}

/** What `serve` needs of a platform. */
export interface ServedPlatform {
  readonly app: Hono;
  readonly guard: GuardSettings;
  readonly trustedProxies: readonly string[];
  readonly bodies: BodyLimits;
  readonly answers: ByteLimits;
  readonly requests: RequestLimits;
  /** The files of the workbench, where they were built. */
  readonly web?: WebFiles;
  /** What runs, in a few lines for the person who starts it. */
  readonly summary: readonly string[];
  /** The address that logs in the administrator of a first start, given that of the server. */
  readonly loginLink?: (url: string) => string;
  /** Waits for streams that are open, and begins no new ones. */
  readonly drain: () => Promise<void>;
  /** Writes a problem into the log. */
  readonly report: (problem: Diagnostic) => void;
  readonly close: () => Promise<void>;
}

/** `serve` listens on this port unless told otherwise. */
const DEFAULT_PORT = 4817;

/** Serves until the process is asked to end, or there is an uncaught exception: then it fails. */
export async function serveCommand(options: ServeOptions): Promise<void> {
  const say = createPrinter(options);
  const given = readToken(options);
  const token = given ?? newSecret();
  const inventory = new HostInventory();
  const libraries = (await options.openLibraries?.(inventory)) ?? [];
  const skills = new ServedSkills(libraries, { clock: systemClock, say });
  const stop = listenForStop();
  const faults = listenForFaults();
  let platform: ServedPlatform | undefined;
  try {
    // Before anything is made: the password of a first start must not be shown for a server that then fails.
    await requireFreeAddress(options.host, options.port ?? DEFAULT_PORT);
    platform = await options.openPlatform?.(
      createLibraryView(libraries, inventory, {
        isLocal: options.isLocal ?? false,
        ...(options.agents === undefined ? {} : { agents: options.agents }),
      }),
    );
    const server = await startServer({
      token,
      ...(platform === undefined
        ? {}
        : {
            platform: platform.app,
            guard: platform.guard,
            trustedProxies: platform.trustedProxies,
            bodies: platform.bodies,
            answers: platform.answers,
            requests: platform.requests,
          }),
      ...(platform?.web === undefined ? {} : { web: platform.web }),
      version: options.version,
      port: options.port ?? DEFAULT_PORT,
      ...(options.host === undefined ? {} : { host: options.host }),
      inventory,
      skills: () => skills.status(),
      say,
    });
    // The address comes last, where a person looks for it.
    if (given === undefined) say(`Token for hosts, made for this run: ${token}`);
    for (const line of platform?.summary ?? []) say(line);
    say(`Listening on ${server.url}.`);
    if (platform?.loginLink !== undefined)
      say(
        `Log in with this link, which works once and for 10 minutes:\n  ${platform.loginLink(server.url)}`,
      );
    enableCompileCache();
    await aborted(AbortSignal.any([stop.signal, faults.signal]));
    say("Closing.");
    const fault = toFault(faults.signal);
    if (fault === undefined) await platform?.drain();
    else platform?.report(fault.diagnostic);
    await server.close();
    if (fault !== undefined) throw fault;
  } finally {
    await platform?.close();
    await skills.close();
    inventory.close();
    stop.release();
    faults.release();
  }
}

/** What went on meanwhile is not waited for: its state is unknown after the exception. */
function toFault({ aborted: isOver, reason }: AbortSignal): SkillError | undefined {
  if (!isOver) return undefined;
  return serveError("serve/fault", undefined, { cause: reason });
}

export interface NodeCommandOptions
  extends Omit<NodeOptions, "token" | "role" | "capabilities">, TokenOptions, Output {
  readonly role?: string;
  /** Ids with commas between. */
  readonly capabilities?: string;
}

/** Makes this machine a host until the process is asked to end; fails where the gateway refuses it. */
export async function nodeCommand(options: NodeCommandOptions): Promise<void> {
  const { role: roleName, capabilities: list, ...more } = options;
  const role = hostRoles.find((item) => item === roleName);
  const capabilities = readCapabilities(list);
  const token = requireToken(options);
  const node = {
    ...more,
    token,
    ...(role === undefined ? {} : { role }),
    ...(capabilities === undefined ? {} : { capabilities }),
  };
  const stop = listenForStop();
  try {
    await runNode(node, { say: createPrinter(options), signal: stop.signal });
  } finally {
    stop.release();
  }
}

function createPrinter({ err }: Output): (line: string) => void {
  return (line) => {
    err(`skillwright: ${line}\n`);
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((settle) => {
    if (signal.aborted) settle();
    signal.addEventListener("abort", () => {
      settle();
    });
  });
}

function readCapabilities(list: string | undefined): readonly CapabilityId[] | undefined {
  if (list === undefined) return undefined;
  const words = list.split(",").map((word) => word.trim());
  return words.filter((word) => word !== "").map(readCapability);
}

function readCapability(word: string): CapabilityId {
  const known = capabilityIds.find((id) => id === word);
  if (known !== undefined) return known;
  const near = suggest(word, capabilityIds);
  throw failure(
    "cli/usage",
    `\`${word}\` is not a capability; use some of ${capabilityIds.join(", ")}.`,
    near === undefined ? {} : { hint: `Did you mean \`${near}\`?` },
  );
}
