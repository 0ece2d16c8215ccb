/** A whole set-up summed up: where skills are looked for, what became of them, and what to do first. */
import { type Explanation, isStandIn, type ReasonCode } from "../../library/gate/index.ts";
import type { HostFacts } from "../../library/hosts/index.ts";
import { errorCode, fileExists, kindOf, reasonOf } from "../../platform/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { type WithConfirmation, toConfirmed } from "./confirmed.ts";
import { lengthLimit } from "./limits.ts";
import { type NamedFile, type NextStep, nextSteps, toCall } from "./next-steps.ts";
import { describeRuleless } from "./ruleless.ts";
import { inSettings } from "./settings-file.ts";
import { systemProblems } from "./system-problems.ts";
import { refusedSettings, type System } from "./systems.ts";
import type { TokenCounter } from "../../run/tokens/index.ts";

export interface RootState {
  readonly source: string;
  readonly path: string;
  readonly plugin?: string;
  readonly state: "searched" | "missing" | "unreadable";
  readonly why?: string;
  /** Skill files that were come by in it. */
  readonly found: number;
}

export interface ReasonCount {
  readonly code: ReasonCode;
  readonly count: number;
  /** Some of the skills, by name. */
  readonly examples: readonly string[];
}

export interface HostState {
  readonly id: string;
  readonly os?: string;
  /** Skills may load because of it. */
  readonly counts: boolean;
  readonly isConnected: boolean;
}

export interface CheckUp extends WithConfirmation {
  readonly dialect: string;
  readonly title: string;
  /** Why this edition of the system is the one that counts here, as a sentence. */
  readonly evidence?: string;
  readonly agent: string;
  readonly settings?: string;
  /** Our own file, where it adds to that of the system. */
  readonly ownSettings?: string;
  /** The system refuses its settings and has no skills at all; the rest holds without them. */
  readonly isRefused?: true;
  /** Which rules hold, where the system itself says little. */
  readonly note?: string;
  readonly roots: readonly RootState[];
  readonly hosts: readonly HostState[];
  readonly counts: {
    readonly found: number;
    readonly loaded: number;
    readonly ineligible: number;
    readonly shadowed: number;
    readonly unreadable: number;
    /** Never looked at: too deep, too many, too large. */
    readonly passedOver: number;
  };
  readonly reasons: readonly ReasonCount[];
  readonly prompt: {
    readonly skills: number;
    readonly shortened: number;
    readonly cut: number;
    readonly characters: number;
    readonly maxCharacters?: number;
    readonly tokens: number;
  };
  readonly problems: readonly Diagnostic[];
  readonly nextSteps: readonly NextStep[];
  /** Nothing is broken; skills that wait for something are not. */
  readonly isSound: boolean;
}

const PASSED_OVER: ReadonlySet<ReasonCode> = new Set([
  "plugin-off",
  "not-scanned",
  "wrong-file-name",
  "not-a-file",
  "link-refused",
  "hard-link",
  "over-root-limit",
  "too-large",
]);
const CUTS: ReadonlySet<ReasonCode> = new Set(["cut-by-count", "cut-by-budget"]);
const EXAMPLES = 5;

/** Whether anything of a system is on this computer. */
export function isInUse({ library, settings, store }: System): boolean {
  if (store !== undefined) return library.snapshot().evaluations().length > 0;
  return settings.file !== undefined || library.roots().some(({ path }) => fileExists(path));
}

export function checkUp(system: System, count: TokenCounter): CheckUp {
  const { dialect, library, settings } = system;
  const snapshot = library.snapshot();
  const files = library.explainAll().map((file) => inSettings(file, system));
  const listing = snapshot.listing();
  const problems = [...systemProblems(system), ...snapshot.problems];
  const roots = system.store === undefined ? rootStates(system, files) : scopeStates(files);
  const maxCharacters = lengthLimit(system);
  const counts = countFiles(files);
  return {
    dialect: dialect.id,
    title: dialect.title,
    agent: snapshot.agent,
    ...(settings.file === undefined ? {} : { settings: settings.file }),
    ...(settings.ownFile === undefined ? {} : { ownSettings: settings.ownFile }),
    ...(refusedSettings(system) === undefined ? {} : { isRefused: true }),
    ...describeRuleless(dialect),
    ...(system.evidence === undefined ? {} : { evidence: system.evidence }),
    ...toConfirmed(dialect.id, dialect.source.document),
    roots,
    hosts: describeHosts(system),
    counts,
    reasons: countReasons(files),
    prompt: {
      skills: listing.included.length,
      shortened: listing.shortened.length,
      // What is not meant for the model is not missed in its list.
      cut: listing.cut.filter(({ reason }) => CUTS.has(reason.code)).length,
      characters: listing.length,
      ...(maxCharacters === undefined ? {} : { maxCharacters }),
      tokens: count(listing.text),
    },
    problems,
    nextSteps: nextSteps(files, problems),
    isSound:
      counts.unreadable === 0 &&
      roots.every(({ state }) => state !== "unreadable") &&
      problems.every(({ severity }) => severity !== "error"),
  };
}

function rootStates({ library }: System, files: readonly Explanation[]): readonly RootState[] {
  const found = new Map<string, number>();
  for (const { root = "" } of files) found.set(root, (found.get(root) ?? 0) + 1);
  return library.roots().map(({ source, path, plugin }) => ({
    source,
    path,
    ...(plugin === undefined ? {} : { plugin }),
    ...readRootState(path),
    found: found.get(path) ?? 0,
  }));
}

/** The scopes of a store that have skills: one that has none is not there. */
function scopeStates(files: readonly Explanation[]): readonly RootState[] {
  const found = Map.groupBy(files, ({ root = "" }) => root);
  return [...found].map(([path, [first, ...more]]) => ({
    source: first?.source ?? "",
    path,
    state: "searched",
    found: more.length + 1,
  }));
}

function readRootState(path: string): Pick<RootState, "state" | "why"> {
  try {
    const kind = kindOf(path);
    if (kind === "missing") return { state: "missing" };
    return kind === "folder"
      ? { state: "searched" }
      : { state: "unreadable", why: "it is no folder" };
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return { state: "unreadable", why: reasonOf(error) };
  }
}

function describeHosts({ library, hosts: { describedAs } }: System): CheckUp["hosts"] {
  const { rules, local, inventory } = library.environment;
  const isOneHost = rules.hosts === "one-host" && inventory !== undefined;
  const own = { ...local.facts(), id: describedAs ?? local.id };
  const others = (inventory?.known() ?? [])
    .map((host) => hostState(host, isOneHost ? host.isConnected : isStandIn(host, rules.nodes)))
    .filter(({ isConnected, counts }) => isConnected || counts);
  return isOneHost ? others : [hostState(own, true), ...others];
}

function hostState({ id, os, isConnected }: HostFacts, counts: boolean): HostState {
  return { id, ...(os === undefined ? {} : { os }), counts, isConnected };
}

export function countFiles(
  files: readonly Pick<Explanation, "isEligible" | "reasons">[],
): CheckUp["counts"] {
  const having = (test: (code: ReasonCode) => boolean): number =>
    files.filter(({ isEligible, reasons }) => !isEligible && reasons.some(({ code }) => test(code)))
      .length;
  const loaded = files.filter(({ isEligible }) => isEligible).length;
  const shadowed = having((code) => code === "shadowed");
  const unreadable = having((code) => code === "unreadable");
  const passedOver = having((code) => PASSED_OVER.has(code));
  const ineligible = files.length - loaded - shadowed - unreadable - passedOver;
  return { found: files.length, loaded, ineligible, shadowed, unreadable, passedOver };
}

export function countReasons(
  files: readonly (NamedFile & Pick<Explanation, "reasons">)[],
): readonly ReasonCount[] {
  const byCode = new Map<ReasonCode, string[]>();
  for (const file of files)
    for (const { code } of file.reasons) {
      const names = byCode.get(code) ?? [];
      names.push(toCall(file));
      byCode.set(code, names);
    }
  return [...byCode]
    .map(([code, names]) => ({
      code,
      count: names.length,
      examples: names.slice(0, EXAMPLES),
    }))
    .sort((a, b) => b.count - a.count);
}
