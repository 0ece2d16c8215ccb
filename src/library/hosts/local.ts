import {
  type Clock,
  type Machine,
  systemClock,
  thisMachine,
} from "../../platform/machine/index.ts";
import { type BinFinder, createBinFinder, toBinName } from "./bins.ts";
import {
  type CapabilityId,
  capabilityIds,
  type HostFacts,
  type HostRole,
  sortNames,
  toHostOs,
} from "./facts.ts";
import type { HostConnection, HostInventory } from "./inventory.ts";
import { sortKeys } from "./runtime.ts";

export interface LocalHostOptions {
  readonly id?: string;
  readonly role?: HostRole;
  readonly capabilities?: readonly CapabilityId[];
  /** Variables that are empty or blank do not count, as in OpenClaw; otherwise presence is enough. */
  readonly ignoresBlankEnv?: boolean;
  readonly allowsCommands?: boolean;
  /** Probes look at the own PATH alone, and start no shell. */
  readonly skipsLoginShell?: boolean;
}

/** How the machine of an agent calls itself among its hosts. */
export const LOCAL_ID = "local";

/** This machine, seen as a host like any other. */
export interface LocalHost {
  readonly id: string;
  /** What is known of it, with an answer for each of these programs. */
  readonly facts: (bins?: Iterable<string>) => HostFacts;
  readonly hasBin: (name: string) => boolean;
  /** Looks for programs on the PATH of the login shell; on the own one where there is none. */
  readonly probe: (
    bins: Iterable<string>,
    timeoutMs: number,
  ) => Promise<{ readonly [name: string]: boolean }>;
}

export function createLocalHost(
  options: LocalHostOptions = {},
  machine: Machine = thisMachine(),
  clock: Clock = systemClock,
): LocalHost {
  const { id = LOCAL_ID, role = "execution", capabilities = capabilityIds } = options;
  const own = createBinFinder(machine);
  // A finder of its own, so that the two values of PATH do not empty each other's memory.
  const login = createBinFinder(machine);
  let asking: Promise<string | undefined> | undefined;
  /** One shell at a time, however many ask: each runs the start-up files of the user. */
  const loginPath = (timeoutMs: number): Promise<string | undefined> =>
    (asking ??= machine.loginPath(timeoutMs).finally(() => {
      asking = undefined;
    }));
  return {
    id,
    hasBin: (name) => own.has(name),
    facts: (bins = []) => ({
      id,
      role,
      capabilities: sortNames(capabilities),
      os: toHostOs(machine.platform),
      platform: machine.platform,
      env: envNames(machine, options.ignoresBlankEnv === true),
      bins: look(own, bins),
      binsUpdatedAt: clock.now(),
      allowsCommands: options.allowsCommands ?? capabilities.includes("shell.exec"),
      isConnected: true,
    }),
    probe: async (bins, timeoutMs) => {
      if (options.skipsLoginShell === true) return look(own, bins);
      return look(login, bins, await loginPath(timeoutMs));
    },
  };
}

/** Names of the variables of the environment, sorted; values are looked at only to tell blank ones. */
export function envNames(machine: Machine, ignoresBlank = false): readonly string[] {
  const names = Object.entries(machine.environment())
    .filter(([, value]) => value !== undefined && !(ignoresBlank && value.trim() === ""))
    .map(([name]) => name.trim())
    // Windows keeps the current folder of each drive in variables such as `=C:`.
    .filter((name) => name !== "" && !name.startsWith("="));
  return sortNames(names);
}

function look(
  finder: BinFinder,
  bins: Iterable<string>,
  path?: string,
): { readonly [name: string]: boolean } {
  return sortKeys([...bins].map((bin) => [toBinName(bin) ?? bin, finder.has(bin, path)] as const));
}

/** Puts this machine among the hosts; it is asked for programs the same way as those far away. */
export function connectLocalHost(inventory: HostInventory, local: LocalHost): HostConnection {
  // Like a host that connects, it says nothing of its programs before it is asked.
  const { binsUpdatedAt: _, ...facts } = local.facts();
  const connection = inventory.connect(facts, {
    send: (probe) => {
      void local
        .probe(probe.bins, probe.timeoutMs)
        .then((bins) => connection.answer({ probeId: probe.id, bins }));
      return true;
    },
  });
  return connection;
}
