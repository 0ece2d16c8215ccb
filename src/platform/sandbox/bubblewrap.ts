import { realpathSync } from "node:fs";
import { failure } from "../failure.ts";
import type { NameResolver } from "../network/index.ts";
import type {
  Command,
  ConfinedProcess,
  ConfinedRunner,
  Confinement,
  Limits,
  StartOptions,
} from "./contract.ts";
import { confinedProcess } from "./confined-process.ts";
import { sandboxCodes } from "./diagnostics.ts";
import { type Group, createGroup } from "./groups.ts";
import { openMounts, personFor, releaseMounts, requireRights } from "./mounts.ts";
import { type Program, programFor } from "./programs.ts";
import { openRunFolder, type RunFolder } from "./run-folder.ts";
import { systemCallFilter } from "./seccomp.ts";
import { spawnSandboxed, type SandboxedChild } from "./spawn.ts";
import { requireVariables, startFile } from "./start-file.ts";
import { bridgeTools, findTools, type FoundTools, hasAll, type Tools } from "./tools.ts";
import {
  innerCommand,
  variablesInside,
  type SandboxPlan,
  bubblewrapArguments,
} from "./wall-arguments.ts";
import { checkSandbox, noProxyError, noStarterError, noSandboxError } from "./walls.ts";

export interface BubblewrapOptions {
  /** Where programs are looked for: those of the sandbox, and those that skills may call. */
  readonly path: string;
  readonly now: () => number;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Authorities that the proxy trusts beside the public ones, as PEM. */
  readonly trusted?: readonly string[];
  /** Looks up the names that programs ask for. Default: the resolver of this process. */
  readonly names?: NameResolver;
}

/** A runner for Linux: bubblewrap, limits of the kernel, a filter of system calls, and a proxy as the one way out. */
export function createBubblewrapRunner(options: BubblewrapOptions): ConfinedRunner {
  let found: Promise<FoundTools> | undefined;
  const tools = (): Promise<FoundTools> => (found ??= findTools(options.path));
  return {
    start: async (command, confinement, startOptions = {}) => {
      const usable = await tools();
      if (process.platform !== "linux" || !hasAll(usable, isRoot())) throw noSandboxError(usable);
      return start(options, usable, command, confinement, startOptions);
    },
    walls: async () => checkSandbox(await tools()),
  };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function start(
  options: BubblewrapOptions,
  tools: Tools,
  command: Command,
  confinement: Confinement,
  { signal, onRefusal, door }: StartOptions,
): Promise<ConfinedProcess> {
  const { hosts, limits } = confinement;
  requireVariables(confinement.environment);
  const hasProxy = hosts.length > 0;
  if (hasProxy && door !== undefined)
    throw new Error("A process has a proxy or a socket of its own, not both.");
  const hasBridge = hasProxy || door !== undefined;
  const bridge = hasBridge ? bridgeTools(tools) : undefined;
  if (hasBridge && bridge === undefined) throw noProxyError();
  const program = requireProgram(command.program, options.path);
  const mounts = openMounts(inOrder(confinement));
  let folder: RunFolder | undefined;
  try {
    const person = isRoot() ? personFor(mounts, options.random) : undefined;
    if (person !== undefined) requireRights(mounts, person);
    folder = await openRunFolder({
      ...options,
      confinement,
      person,
      bridge,
      ...(door === undefined ? {} : { door }),
      ...(onRefusal === undefined ? {} : { onRefusal }),
    });
    const granted = grantedPrograms(confinement, options.path);
    const shared = { command, confinement, tools, person, mounts, program, granted };
    const plan: SandboxPlan = { ...shared, folder: folder.path, hasProxy, hasBridge };
    const group = groupFor(folder.id, limits);
    const child = spawnIn(plan, group, folder.connect);
    return await confinedProcess({
      child,
      limits,
      folder,
      group,
      signal,
      mounts: confinement.mounts,
    });
  } catch (error) {
    folder?.close();
    throw error;
  } finally {
    releaseMounts(mounts);
  }
}

function spawnIn(
  plan: SandboxPlan,
  group: Group | undefined,
  beforeEntry: RunFolder["connect"],
): SandboxedChild {
  try {
    const file = startFile(process.arch, variablesInside(plan));
    if (file === undefined) throw noStarterError();
    return spawnSandboxed({
      bwrap: realpathSync(plan.tools.bwrap),
      walls: bubblewrapArguments(plan),
      inner: innerCommand(plan),
      filter: systemCallFilter(process.arch),
      startFile: file,
      handles: plan.mounts.map(({ handle }) => handle),
      group,
      beforeEntry,
    });
  } catch (error) {
    group?.remove();
    throw error;
  }
}

function requireProgram(name: string, path: string): Program {
  const program = programFor(name, path);
  if (program !== undefined) return program;
  throw failure(sandboxCodes.noProgram, `The program \`${name}\` cannot be run.`, {
    hint: "Install it, or check its path.",
  });
}

function grantedPrograms({ commands }: Confinement, path: string): readonly Program[] {
  return commands === "all" ? [] : commands.flatMap((name) => programFor(name, path) ?? []);
}

/** The sandbox itself takes a few processes, and private folders lie in memory. */
function groupFor(id: string, limits: Limits): Group | undefined {
  return createGroup(id, {
    memoryBytes: limits.memoryBytes + 2 * limits.scratchBytes,
    processes: limits.processes + 4,
  });
}

/** What lies above comes before what lies below it, and of two grants for one place the larger one is kept. */
function inOrder({ mounts }: Confinement): Confinement["mounts"] {
  const byPlace = new Map<string, Confinement["mounts"][number]>();
  for (const mount of mounts) {
    const place = mount.at ?? mount.path;
    if (byPlace.get(place)?.access !== "write") byPlace.set(place, mount);
  }
  return [...byPlace.entries()].toSorted(([a], [b]) => a.length - b.length).map(([, item]) => item);
}
