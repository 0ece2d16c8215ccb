import {
  type DiscoveryRules,
  type GatingRules,
  getPath,
  type JsonObject,
} from "../../skill/index.ts";
import { discover } from "./discover.ts";
import { gate } from "./gate.ts";
import { type Candidate, loadCandidate, type LoadedSkill, type LoadResult } from "./load.ts";
import { type Finding, SelectionMemory } from "./memory.ts";
import type { Reason } from "./reasons.ts";
import { createRecorder, type StepRecorder } from "./recorder.ts";
import type { GateContext } from "./context.ts";
import { excluded, type Verdict } from "./verdict.ts";

/** A file that was looked at, and what became of it. */
export interface Evaluation {
  readonly candidate: Candidate;
  /** The name under which the system knows it; undefined where it could not be read. */
  readonly name: string | undefined;
  readonly loaded: LoadedSkill | undefined;
  readonly verdict: Verdict;
}

export interface Selection {
  /** The skill that counts for each name, in the order of the system. */
  readonly skills: readonly Evaluation[];
  /** Files that were not found, could not be read, or are hidden by another of their name. */
  readonly others: readonly Evaluation[];
}

export interface SelectOptions {
  /** Keep every step, to explain the verdicts. */
  readonly keepsSteps?: boolean;
  /** What former selections found out about the same candidates. */
  readonly memory?: SelectionMemory;
}

interface Entry {
  readonly loaded: LoadedSkill;
  readonly steps: StepRecorder | undefined;
}

/** From files to the skills of an agent: found, read, one for each name, gated, sorted. */
export function selectSkills(
  candidates: readonly Candidate[],
  context: GateContext,
  options: SelectOptions = {},
): Selection {
  const others: Evaluation[] = [];
  const recorder = (): StepRecorder | undefined =>
    options.keepsSteps === true ? createRecorder() : undefined;
  const leave: Leave = (candidate, reason, steps, name) =>
    others.push({ candidate, name, loaded: undefined, verdict: left(reason, steps) });
  const { rules, config } = context;
  const memory = options.memory ?? new SelectionMemory();
  memory.enter(rules, config);
  const entries = rootsOf(candidates).flatMap((root) =>
    loadRoot(root, { rules, config, memory, recorder, leave }),
  );
  const winners = selectWinners(entries, rules, leave);
  const skills = winners.map(({ loaded, steps }) => ({
    candidate: loaded.candidate,
    name: loaded.name,
    loaded,
    verdict: forAgent(loaded, gate(loaded, context, steps), context, steps),
  }));
  return { skills: inOrder(skills, rules, memory), others };
}

type Leave = (
  candidate: Candidate,
  reason: Reason,
  steps: StepRecorder | undefined,
  name?: string,
) => void;

function left(reason: Reason, steps: StepRecorder | undefined): Verdict {
  const verdict = excluded([reason]);
  return steps === undefined ? verdict : { ...verdict, steps: steps.steps };
}

function rootsOf(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const roots = new Map<string, Candidate[]>();
  let last: Candidate | undefined;
  let current: Candidate[] = [];
  for (const candidate of candidates) {
    // Those of a root come one after the other, so that few keys are made.
    if (last?.source !== candidate.source || last.root !== candidate.root) {
      const key = toRootKey(candidate);
      current = roots.get(key) ?? [];
      roots.set(key, current);
      last = candidate;
    }
    current.push(candidate);
  }
  return [...roots.values()];
}

function toRootKey({ source, root = "" }: Candidate): string {
  return `${source}\n${root}`;
}

function limit(config: JsonObject, path: readonly string[], fallback: number): number {
  const value = getPath(config, path);
  return typeof value === "number" ? Math.max(0, value) : fallback;
}

interface Loading {
  readonly rules: GatingRules;
  readonly config: JsonObject;
  readonly memory: SelectionMemory;
  readonly recorder: () => StepRecorder | undefined;
  readonly leave: Leave;
}

function loadRoot(root: readonly Candidate[], loading: Loading): readonly Entry[] {
  const { rules, config, leave } = loading;
  const { discovery } = rules;
  const most =
    discovery === undefined
      ? Infinity
      : limit(config, discovery.limits.maxSkills.map(String), discovery.maxSkills);
  const entries: Entry[] = [];
  for (const candidate of foundIn(root, loading)) {
    const steps = loading.recorder();
    const isFull = entries.length >= most;
    const result = isFull ? undefined : load(candidate, loading, steps);
    if (result?.ok === true) entries.push({ loaded: result.loaded, steps });
    else if (result !== undefined) leave(candidate, result.reason, steps);
    else {
      const found = `${most} skills before it`;
      steps?.record({ stage: "find", check: "root", wanted: [], found, isPassed: false });
      leave(candidate, { code: "over-root-limit", names: [String(most)] }, steps);
    }
  }
  return entries;
}

/** Steps are told while a candidate is made ready, so whoever wants them has it made ready again. */
function load(
  candidate: Candidate,
  { rules, config, memory }: Loading,
  steps: StepRecorder | undefined,
): LoadResult {
  const make = (): LoadResult =>
    loadCandidate(candidate, rules, config, { recorder: steps, cache: memory.demands });
  return steps === undefined ? memory.load(candidate, make) : make();
}

/** Candidates in the order in which the system comes by them. */
function foundIn(root: readonly Candidate[], loading: Loading): readonly Candidate[] {
  const { rules, recorder, leave } = loading;
  const isPlaced = root.some(({ folder }) => folder !== undefined);
  if (rules.discovery === undefined || !isPlaced) return root;
  const { found, missed } = findingOf(root, rules.discovery, loading);
  for (const at of missed) {
    const candidate = root[at] as Candidate; // A finding has places of this root.
    const { folder = "" } = candidate;
    const steps = recorder();
    const seen = "not looked into";
    steps?.record({
      stage: "find",
      check: "folder",
      wanted: [folder],
      found: seen,
      isPassed: false,
    });
    leave(candidate, { code: "not-scanned", names: [folder] }, steps);
  }
  return found.map((at) => root[at] as Candidate); // As above.
}

function findingOf(
  root: readonly Candidate[],
  rules: DiscoveryRules,
  { config, memory }: Loading,
): Finding {
  const [first] = root;
  const key = first === undefined ? "" : toRootKey(first);
  const maxFolders = limit(config, rules.limits.maxFolders.map(String), rules.maxFolders);
  return memory.find(key, root, maxFolders, () => {
    const placed = new Map<string, number>();
    for (const [at, { folder }] of root.entries()) if (folder !== undefined) placed.set(folder, at);
    const folders = discover(
      {
        source: first?.source ?? "",
        ...(first?.root === undefined ? {} : { path: first.root }),
        folders: [...placed.keys()],
        maxFolders,
      },
      rules,
      memory.orderOf(key),
    );
    const kept = new Set(folders);
    return {
      found: folders.flatMap((folder) => placed.get(folder) ?? []),
      missed: [...placed].flatMap(([folder, at]) => (kept.has(folder) ? [] : [at])),
    };
  });
}

/** The one that counts for each name. A file that does not load hides nothing. */
function selectWinners(
  entries: readonly Entry[],
  rules: GatingRules,
  leave: Leave,
): readonly Entry[] {
  const { order, identity, sameSource } = rules.sources;
  const rank = (entry: Entry): number => order.indexOf(entry.loaded.candidate.source);
  const nameOf = ({ loaded }: Entry): string =>
    identity === "name" ? loaded.name : (loaded.candidate.reading.directory ?? loaded.name);
  const winners = new Map<string, Entry>();
  const losers: Entry[] = [];
  for (const entry of entries.toSorted((a, b) => rank(a) - rank(b))) {
    const known = winners.get(nameOf(entry));
    const isKept = known !== undefined && sameSource === "earlier" && rank(known) === rank(entry);
    if (known !== undefined) {
      losers.push(isKept ? entry : known);
      // Taken out first, so that the winner stands where it was found and not where the loser was.
      if (!isKept) winners.delete(nameOf(entry));
    }
    if (!isKept) winners.set(nameOf(entry), entry);
  }
  for (const loser of losers) {
    const { candidate, name } = loser.loaded;
    const winner = winners.get(nameOf(loser))?.loaded.candidate.path ?? "";
    const found = `hidden by ${winner}`;
    const wanted = [nameOf(loser)];
    loser.steps?.record({ stage: "names", check: identity, wanted, found, isPassed: false });
    const how = identity === "name" ? {} : { isByFolder: true };
    leave(candidate, { code: "shadowed", names: wanted, winner, ...how }, loser.steps, name);
  }
  return [...winners.values()];
}

/** Lists of names for one agent, and what the session switched, come after every gate. */
function forAgent(
  skill: LoadedSkill,
  verdict: Verdict,
  context: GateContext,
  steps: StepRecorder | undefined,
): Verdict {
  const { switches } = context.input;
  if (switches === undefined && context.agentNames === undefined) return verdict;
  const key = skill.configKeys[0] ?? skill.name;
  const own = switches !== undefined && Object.hasOwn(switches, key) ? switches[key] : undefined;
  const isListed = context.agentNames?.has(skill.name) ?? true;
  const isKept = own ?? isListed;
  if (context.agentNames !== undefined || own !== undefined) {
    const found =
      own === undefined ? (isListed ? "listed" : "not listed") : `switched ${own ? "on" : "off"}`;
    steps?.record({
      stage: "agent",
      check: "skills",
      wanted: [skill.name],
      found,
      isPassed: isKept,
    });
  }
  if (isKept) return verdict;
  const reason: Reason =
    own === false
      ? { code: "switched-off", names: [key] }
      : { code: "not-in-agent-list", names: [skill.name] };
  return { ...verdict, isEligible: false, reasons: [...verdict.reasons, reason] };
}

function inOrder(
  skills: readonly Evaluation[],
  rules: GatingRules,
  memory: SelectionMemory,
): readonly Evaluation[] {
  const { order, sort } = rules.sources;
  if (sort === "by-source") {
    const rank = ({ candidate }: Evaluation): number => order.indexOf(candidate.source);
    return skills.toSorted((a, b) => rank(b) - rank(a));
  }
  const places = memory.names.sort(skills.map(({ name }) => name ?? ""));
  return places.map((at) => skills[at] as Evaluation); // Places of these skills.
}
