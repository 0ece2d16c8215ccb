/** Hosts that a file describes, so that the answer for another machine can be had on this one. */
import {
  createLocalHost,
  type HostFacts,
  hostCodes,
  HostInventory,
  readHostFile,
} from "../../library/hosts/index.ts";
import { type Environment, failure, lastPart, readText, reasonOf } from "../../platform/index.ts";
import { type Machine, thisMachine } from "../../platform/machine/index.ts";
import { type Diagnostic, type Dialect, SkillError } from "../../skill/index.ts";
import type { Computer } from "./selection.ts";

/** The word that stands for the machine on which the program runs. */
const LOCAL = "local";

export interface HostOptions {
  /** The machine on which the agent runs. */
  readonly machine: Machine;
  /** Its id, where a file describes it. */
  readonly describedAs?: string;
  /** Connected hosts. Default: this machine alone. */
  readonly inventory?: HostInventory;
  /** What had to be assumed of a host that a file describes. */
  readonly problems: readonly Diagnostic[];
}

/**
 * Where hosts serve skills, all of them are such hosts; otherwise the first is the machine of the agent, and
 * the others are its nodes. Folders lie on this machine, whatever stands in for it, so the variables that
 * say where stay what they are.
 */
export function readHosts(
  words: readonly string[],
  { environment, machine: here = thisMachine() }: Pick<Computer, "environment" | "machine">,
  { gating, homes }: Dialect,
): HostOptions {
  if (words.length === 0) return { machine: here, problems: [] };
  const hosts = words.map((word) => (word === LOCAL ? createLocalHost().facts() : readHost(word)));
  if (gating?.hosts === "one-host")
    return { machine: here, inventory: createInventory(hosts), problems: [] };
  const problems = hosts.flatMap((facts, at) => withoutSystem(facts, words[at] ?? "", at === 0));
  const [first, ...nodes] = hosts;
  if (first === undefined || words[0] === LOCAL)
    return { machine: here, inventory: createInventory(nodes), problems };
  const keeps = (homes?.folders ?? []).flatMap(({ variable }) => variable ?? []);
  const machine = describedMachine(first, environment, [...keeps, "HOME"]);
  return { machine, describedAs: first.id, inventory: createInventory(nodes), problems };
}

/** The host that a caller on another computer has described as its own. */
export function describeHost(facts: HostFacts, { gating }: Dialect): HostOptions {
  if (gating?.hosts === "one-host")
    return { machine: thisMachine(), inventory: createInventory([facts]), problems: [] };
  return { machine: describedMachine(facts, {}, []), describedAs: facts.id, problems: [] };
}

/** Where this machine stands in for what the file does not say, people are to know it. */
function withoutSystem(facts: HostFacts, file: string, isMachine: boolean): readonly Diagnostic[] {
  if (file === LOCAL || facts.os !== undefined) return [];
  const { platform } = thisMachine();
  const taken = isMachine
    ? `so \`${platform}\` is assumed`
    : "so the host does not count as a node";
  return [
    {
      code: hostCodes.noSystem,
      severity: "warning",
      message: `The host \`${facts.id}\` has no \`os\`, ${taken}.`,
      hint: `Add \`"os": "${platform}"\` to the file, or the system that the host runs.`,
      file,
    },
  ];
}

function readHost(path: string): HostFacts {
  const { value, diagnostics } = readHostFile(readFile(path), path);
  const [problem] = diagnostics;
  if (problem !== undefined) throw new SkillError(problem);
  if (value === undefined) throw new Error("A host without problems has facts.");
  return value;
}

function readFile(path: string): string {
  try {
    return readText(path);
  } catch (error) {
    throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
      file: path,
      cause: error,
    });
  }
}

function createInventory(hosts: readonly HostFacts[]): HostInventory {
  const inventory = new HostInventory();
  for (const facts of hosts) {
    const connection = inventory.connect(facts);
    if (!facts.isConnected) connection.disconnect();
  }
  return inventory;
}

/** Programs of a described machine lie in one folder, which is all that it has of a PATH. */
const FOLDER = "/described";

function describedMachine(facts: HostFacts, own: Environment, keeps: readonly string[]): Machine {
  const variables: Record<string, string | undefined> = { PATH: FOLDER };
  for (const name of facts.env) variables[name] ??= "set";
  for (const name of keeps) if (own[name] !== undefined) variables[name] = own[name];
  return {
    platform: facts.platform ?? thisMachine().platform,
    name: facts.id,
    environment: () => variables,
    isProgram: (path) => facts.bins[lastPart(path)] === true,
    loginPath: () => Promise.resolve(FOLDER),
  };
}
