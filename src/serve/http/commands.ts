import type { Hono } from "hono";
import {
  HostInventory,
  type NodeOptions,
  readToken,
  requireToken,
  runNode,
  type TokenOptions,
} from "../../library/hosts/index.ts";
import type { Library } from "../../library/session/index.ts";
import { listenForStop, newSecret, systemClock } from "../../platform/machine/index.ts";
import { createLibraryView, type LibraryView } from "../library/index.ts";
import type { WebFiles } from "../web/index.ts";
import { ServedSkills } from "./served-skills.ts";
import { startServer } from "./server.ts";

interface Output {
  /** Writes to standard error. */
  readonly err: (text: string) => void;
}

export interface ServeOptions extends TokenOptions, Output {
  readonly version: string;
  readonly host?: string;
  readonly port?: number;
  /** Brings up the platform: accounts, skills, runs, knowledge bases, chats. */
  readonly openPlatform?: (library: LibraryView) => Promise<ServedPlatform>;
  /** Opens the skills that the server keeps evaluated, with the hosts that connect to it. */
  readonly openLibraries?: (hosts: HostInventory) => Promise<readonly Library[]>;
}

/** What `serve` needs of a platform. */
export interface ServedPlatform {
  readonly app: Hono;
  /** The files of the workbench, where they were built. */
  readonly web?: WebFiles;
  /** Lines for the one who starts it. */
  readonly greeting: (url: string) => readonly string[];
  /** Waits for streams that are open, and begins no new ones. */
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `serve` listens on this port unless told otherwise. */
export const DEFAULT_PORT = 4817;

/** Serves until the process is asked to end. */
export async function serveCommand(options: ServeOptions): Promise<void> {
  const say = sayTo(options);
  const given = readToken(options);
  const token = given ?? newSecret();
  const inventory = new HostInventory();
  const libraries = (await options.openLibraries?.(inventory)) ?? [];
  const skills = new ServedSkills(libraries, { clock: systemClock, say });
  const stop = listenForStop();
  let platform: ServedPlatform | undefined;
  try {
    platform = await options.openPlatform?.(createLibraryView(libraries, inventory));
    const server = await startServer({
      token,
      ...(platform === undefined ? {} : { platform: platform.app }),
      ...(platform?.web === undefined ? {} : { web: platform.web }),
      version: options.version,
      port: options.port ?? DEFAULT_PORT,
      ...(options.host === undefined ? {} : { host: options.host }),
      inventory,
      skills: () => skills.status(),
      say,
    });
    if (given === undefined) say(`Token for hosts, made for this run: ${token}`);
    for (const line of platform?.greeting(server.url) ?? []) say(line);
    await aborted(stop.signal);
    say("Closing.");
    await platform?.drain();
    await server.close();
  } finally {
    await platform?.close();
    await skills.close();
    inventory.close();
    stop.release();
  }
}

export interface NodeCommandOptions extends Omit<NodeOptions, "token">, TokenOptions, Output {}

/** Makes this machine a host until the process is asked to end; fails where the gateway refuses it. */
export async function nodeCommand(options: NodeCommandOptions): Promise<void> {
  const token = requireToken(options);
  const stop = listenForStop();
  try {
    await runNode({ ...options, token }, { say: sayTo(options), signal: stop.signal });
  } finally {
    stop.release();
  }
}

function sayTo({ err }: Output): (line: string) => void {
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
