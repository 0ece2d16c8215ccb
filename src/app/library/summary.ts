/** What there is on this machine: the skills of every agent, those that do not load, and those that are risky. */
import { scan } from "../../check/scan/index.ts";
import { type Explanation, fileOf } from "../../library/gate/index.ts";
import { readContent } from "../../platform/content/index.ts";
import { errorCode, lastPart, parentOf } from "../../platform/index.ts";
import { openScanEngines } from "../../platform/scanning/index.ts";
import type { Systems } from "../context.ts";
import type { DiscoveredAgent } from "../../library/agents/index.ts";
import { listAgentFiles, ignoredBy, isCovered, agentTitle } from "./agents.ts";
import { isInUse } from "./checkup.ts";
import { type NamedFile, type NextStep, nextSteps, toCall } from "./next-steps.ts";
import { inSettings } from "./settings-file.ts";
import { systemProblems } from "./system-problems.ts";
import type { System } from "./systems.ts";

export interface AgentSummary {
  readonly dialect: string;
  readonly title: string;
  readonly found: number;
  readonly loaded: number;
  readonly notLoaded: readonly { readonly name: string; readonly reason: string }[];
}

export interface RiskySkill {
  readonly name: string;
  readonly file: string;
  readonly verdict: "review" | "block";
  readonly reason: string;
}

export interface Summary {
  readonly agents: readonly AgentSummary[];
  readonly risky: readonly RiskySkill[];
  /** Skills that were scanned, of all there are. */
  readonly scanned: number;
  readonly files: number;
  readonly nextSteps: readonly NextStep[];
}

const MOST_STEPS = 3;

interface Found {
  readonly agent: AgentSummary;
  readonly files: readonly string[];
  readonly steps: readonly NextStep[];
}

export async function summarize(systems: Systems, mostScanned: number): Promise<Summary> {
  const selection = { host: [], root: [], fresh: false, plainText: false };
  const seen = (await systems.agents?.(selection)) ?? [];
  const others = await systems.each(selection, (system) =>
    isInUse(system) && !isCovered(system, seen) ? summarizeSystem(system) : undefined,
  );
  const found = [...seen.map(summarizeAgent), ...others];
  const files = [...new Set(found.flatMap((item) => item.files))];
  const scanned = files.slice(0, mostScanned);
  return {
    agents: found.map(({ agent }) => agent),
    risky: await findRisky(scanned),
    scanned: scanned.length,
    files: files.length,
    nextSteps: unique(found.flatMap(({ steps }) => steps)).slice(0, MOST_STEPS),
  };
}

function summarizeSystem(system: System): Found {
  const { dialect, library } = system;
  const files = library.explainAll().map((file) => inSettings(file, system));
  const evaluations = library.snapshot().evaluations();
  return {
    agent: { dialect: dialect.id, title: dialect.title, ...countIn(files) },
    files: evaluations.flatMap(({ candidate }) => fileOf(candidate) ?? []),
    steps: nextSteps(files.filter(isOwn), systemProblems(system)),
  };
}

function summarizeAgent(seen: DiscoveredAgent): Found {
  const files = listAgentFiles(seen);
  return {
    agent: { dialect: seen.agent.id, title: agentTitle(seen.agent), ...countIn(files) },
    files: files.map(({ file }) => file),
    steps: nextSteps(files.filter(isOwn), ignoredBy(seen.view)),
  };
}

type SummedFile = NamedFile & Pick<Explanation, "isEligible" | "reasons">;

/** A copy that another one stands in for is no skill that is missed. */
function isOwn({ reasons }: SummedFile): boolean {
  return reasons.every(({ code }) => code !== "shadowed");
}

function countIn(
  files: readonly SummedFile[],
): Pick<AgentSummary, "found" | "loaded" | "notLoaded"> {
  const own = files.filter(isOwn);
  const absent = own.filter(({ isEligible }) => !isEligible);
  return {
    found: own.length,
    loaded: own.length - absent.length,
    notLoaded: absent.map((file) => ({ name: toCall(file), reason: file.reasons[0]?.say ?? "" })),
  };
}

/** Several agents miss a skill for one reason. */
function unique(steps: readonly NextStep[]): readonly NextStep[] {
  return [...new Map(steps.map((step) => [`${step.say} ${step.command ?? ""}`, step])).values()];
}

async function findRisky(files: readonly string[]): Promise<readonly RiskySkill[]> {
  const ports = openScanEngines();
  const risky: RiskySkill[] = [];
  for (const file of files) {
    const folder = parentOf(file);
    const name = lastPart(folder);
    const content = readFolder(folder);
    if (content === undefined) continue;
    const { verdict } = await scan({ files: content, directory: name, ports });
    if (verdict.decision !== "allow")
      risky.push({ name, file, verdict: verdict.decision, reason: verdict.reason });
  }
  return risky;
}

/** Undefined where the folder went away or cannot be read: `doctor` tells of those. */
function readFolder(folder: string): ReturnType<typeof readContent> | undefined {
  try {
    return readContent(folder);
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return undefined;
  }
}
