import {
  type GatingRules,
  getPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../../skill/index.ts";
import { configValue, isTrue } from "./config.ts";
import { type HostView, prepareHost, type PreparedHost, slotIndex } from "./hosts.ts";
import type { Demands } from "./load.ts";
import type { Verdict } from "./verdict.ts";

/** What speaks against a file, whatever it says. */
interface Refusal {
  /** A sentence. */
  readonly says: string;
  /** It is as it was installed, but the registry has taken it down. */
  readonly isTakenDown: boolean;
}

/** What skills are held against. */
export interface GateInput {
  readonly hosts: readonly HostView[];
  /** Id of the host that is this machine; where absent, the first. */
  readonly thisHost?: string;
  /** Variables of this machine. Only whether one is set is kept, never its value. */
  readonly environment?: { readonly [name: string]: string | undefined };
  /** Looks on this machine for a program that no skill waits for. */
  readonly hasProgram?: (name: string) => boolean;
  /** Where this machine has a variable or a program from, if the system brought it in itself. */
  readonly originOf?: (kind: "variable" | "program", name: string) => string | undefined;
  readonly config?: JsonObject;
  /** What the configuration says of single skills, where it does not stand in `config`. */
  readonly entries?: JsonObject;
  readonly agentId?: string;
  /** Skills that this session switches on or off, by key. */
  readonly switches?: { readonly [key: string]: boolean };
  /** Keys of skills whose configured secret could not be resolved. */
  readonly unresolvedSecrets?: readonly string[];
  /** Why a file must not be used whatever it says; such as one that was changed since it was installed. */
  readonly whyRefused?: (file: string) => Refusal | undefined;
}

/** The same, made ready once for any number of skills. */
export interface GateContext {
  readonly rules: GatingRules;
  readonly input: GateInput;
  readonly config: JsonObject;
  readonly entries: ReadonlyMap<string, Json>;
  readonly entriesObject: JsonObject;
  /** Hosts that may serve a skill, by id. */
  readonly hosts: readonly PreparedHost[];
  readonly hostIds: readonly string[];
  /** Facts of this machine, by slot, with what nodes add to them. */
  readonly machine: PreparedHost;
  /** Machines that can stand in for this one. */
  readonly nodes: readonly PreparedHost[];
  readonly allowed: ReadonlySet<string> | undefined;
  readonly agentNames: ReadonlySet<string> | undefined;
  readonly unresolvedSecrets: ReadonlySet<string>;
  /** The configuration speaks of single skills at all. */
  readonly hasSwitches: boolean;
  readonly isConfigTrue: (path: string) => boolean;
  /** What was decided so far, by the demands of a skill. */
  readonly verdicts: Map<Demands, Verdict>;
}

/** Whether a variable counts as set; what does not may be given by the configuration. */
export function isSet(value: string | undefined, rule: GatingRules["environment"]): boolean {
  if (value === undefined) return false;
  if (rule === "present") return true;
  return rule === "not-empty" ? value !== "" : value.trim() !== "";
}

function setNames(input: GateInput, rules: GatingRules): readonly string[] {
  const environment = input.environment ?? {};
  return Object.keys(environment).filter((name) => isSet(environment[name], rules.environment));
}

/** This machine with its variables; programs and systems of nodes join where they lend parts. */
function prepareMachine(
  input: GateInput,
  rules: GatingRules,
  nodes: readonly PreparedHost[],
): PreparedHost {
  const { hosts, thisHost } = input;
  const view = hosts.find(({ id }) => id === thisHost) ?? hosts[0] ?? { id: "" };
  const env = input.environment === undefined ? view.env : setNames(input, rules);
  const machine = prepareHost({ ...view, ...(env === undefined ? {} : { env }) }, rules);
  if (rules.nodes?.lends !== "parts") return machine;
  const lent = new Set([slotIndex("os"), slotIndex("bins")]);
  const facts = machine.facts.map((own, slot) =>
    lent.has(slot)
      ? new Set([...own, ...nodes.flatMap((node) => [...(node.facts[slot] ?? [])])])
      : own,
  );
  return { ...machine, facts };
}

/** Whether another machine may stand in for that of the agent. */
export function isStandIn(host: HostView, node: GatingRules["nodes"]): boolean {
  if (node === undefined || host.allowsCommands !== true) return false;
  const isThere = node.countsOffline || host.isConnected !== false;
  return isThere && (host.platform ?? host.os) === node.platform;
}

function prepareNodes(input: GateInput, rules: GatingRules): readonly PreparedHost[] {
  if (rules.nodes === undefined) return [];
  const thisHost = input.thisHost ?? input.hosts[0]?.id;
  return input.hosts
    .filter((host) => host.id !== thisHost && isStandIn(host, rules.nodes))
    .map((host) => prepareHost(host, rules));
}

/** Texts of a list in the configuration; undefined where there is no list. */
function nameSet(value: Json | undefined): ReadonlySet<string> | undefined {
  if (!isList(value)) return undefined;
  const names = value.map((item) => (isObject(item) || isList(item) ? "" : String(item).trim()));
  return new Set(names.filter((name) => name !== ""));
}

function allowedNames(config: JsonObject, rules: GatingRules): ReadonlySet<string> | undefined {
  if (rules.allowList === undefined) return undefined;
  const names = nameSet(getPath(config, rules.allowList.path));
  if (names === undefined || names.size > 0) return names;
  return rules.allowList.whenEmpty === "restricts" ? names : undefined;
}

/** A path of the rules for one agent; undefined where it needs an agent and there is none. */
export function pathFor(path: Path, agentId: string | undefined): Path | undefined {
  if (!path.includes("{agent}")) return path;
  if (agentId === undefined) return undefined;
  return path.map((step) => (step === "{agent}" ? agentId : step));
}

/** The first of the paths at which the configuration has something. */
export function firstAt(
  config: JsonObject,
  paths: readonly Path[],
  agentId: string | undefined,
): Json | undefined {
  const path = firstPathAt(config, paths, agentId);
  return path === undefined ? undefined : getPath(config, path);
}

/** The first of the paths at which the configuration says anything. */
export function firstPathAt(
  config: JsonObject,
  paths: readonly Path[],
  agentId: string | undefined,
): Path | undefined {
  return paths
    .map((path) => pathFor(path, agentId))
    .find((path) => path !== undefined && getPath(config, path) !== undefined);
}

export function prepareGate(rules: GatingRules, input: GateInput): GateContext {
  const config = input.config ?? {};
  const found = input.entries ?? getPath(config, rules.entries.path);
  const entries = isObject(found) && rules.entries.path.length > 0 ? found : {};
  const nodes = prepareNodes(input, rules);
  const hosts = input.hosts
    .filter((host) => host.isConnected !== false)
    .map((host) => prepareHost(host, rules))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const truths = new Map<string, boolean>();
  const allowed = allowedNames(config, rules);
  const unresolvedSecrets = new Set(input.unresolvedSecrets);
  return {
    rules,
    input,
    config,
    entries: new Map(Object.entries(entries)),
    entriesObject: entries,
    hosts,
    hostIds: hosts.map(({ id }) => id),
    machine: prepareMachine(input, rules, nodes),
    nodes,
    allowed,
    agentNames: nameSet(firstAt(config, rules.agentList?.paths ?? [], input.agentId)),
    unresolvedSecrets,
    hasSwitches:
      allowed !== undefined || unresolvedSecrets.size > 0 || Object.keys(entries).length > 0,
    verdicts: new Map(),
    isConfigTrue: (path) => {
      let answer = truths.get(path);
      if (answer === undefined) {
        answer = isTrue(configValue(config, path, rules.config), rules.config);
        truths.set(path, answer);
      }
      return answer;
    },
  };
}
