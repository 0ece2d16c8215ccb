/** Coding agents beside the systems: what a modelled release does here, in the words of `explain`, `list` and `prompt`. */
import {
  type Agent,
  type AgentSkill,
  agents,
  type AgentView,
  type DroppedFile,
  findMisplaced,
  findUnusedFiles,
  type DiscoveredAgent,
  type IgnoredSettings,
} from "../../library/agents/index.ts";
import type { AgentFiles } from "../../hub/library/index.ts";
import type { ExplainedReason, ReasonCode, Step } from "../../library/gate/index.ts";
import {
  resolveCanonical,
  failure,
  fileExists,
  lastPart,
  parentOf,
  resolvePath,
} from "../../platform/index.ts";
import { findHome } from "../../platform/process/index.ts";
import { findOnPath } from "../../platform/sandbox/index.ts";
import { ENCODING, loadTokenCounter, type TokenCounter } from "../../run/tokens/index.ts";
import { findConfirmation, type Diagnostic, dialectIds, suggest } from "../../skill/index.ts";
import { type CheckUp, countFiles, countReasons } from "./checkup.ts";
import { type WithConfirmation, toConfirmed } from "./confirmed.ts";
import type { FileExplanation, SystemExplanation } from "./explanation.ts";
import { nextSteps } from "./next-steps.ts";
import type { PromptCost, PromptText, SkillCost } from "./prompt-cost.ts";
import type { Computer, SystemSelection } from "./selection.ts";
import type { System } from "./systems.ts";

/** The agent of a name that people use for it: its id, or its command where no format has that name. */
function findAgent(name: string | undefined): Agent | undefined {
  return agents.find(
    ({ id, command, commands = [] }) =>
      name === id ||
      (name !== undefined && [command, ...commands].includes(name) && id !== `${name}-code`),
  );
}

export function isAgent(name: string): boolean {
  return findAgent(name) !== undefined;
}

/** The name of an agent, with the release that the model follows where a program confirmed it. */
export function agentTitle({ id, title }: Agent): string {
  const { version } = findConfirmation(id) ?? {};
  return version === undefined ? title : `${title} ${version}`;
}

function confirmedBy({ id, basis }: Agent): WithConfirmation {
  return toConfirmed(id, basis ?? "its documentation");
}

/** The agent that a selection names, or those that are installed here where it names nothing. */
export function discoverAgents(
  { as, client, root, host, config, gateway, store }: SystemSelection,
  { environment, folder }: Pick<Computer, "environment" | "folder">,
): readonly DiscoveredAgent[] {
  const named = findAgent(as ?? client);
  if (named === undefined) suggestAgent(as);
  const isPlain =
    root.length === 0 &&
    host.length === 0 &&
    [config, gateway, store].every((one) => one === undefined);
  if (named !== undefined && !isPlain)
    throw failure("cli/usage", `${named.title} has folders and settings of its own.`, {
      hint: "Leave out `--root`, `--host`, `--config`, `--gateway` and `--store`.",
    });
  if (named === undefined && (as !== undefined || client !== undefined || !isPlain)) return [];
  const ground = { folder, home: findHome(environment), environment };
  const chosen = named === undefined ? agents.filter((agent) => isUsed(agent, ground)) : [named];
  return chosen.map((agent) => ({ agent, ground, view: agent.look(ground) }));
}

/** Whether the program is installed, or has left its settings: editors are seldom on PATH. */
function isUsed(
  { command, commands = [], homes }: Agent,
  ground: DiscoveredAgent["ground"],
): boolean {
  const path = ground.environment["PATH"] ?? "";
  return (
    [command, ...commands].some((name) => findOnPath(name, path) !== undefined) ||
    homes(ground).some(fileExists)
  );
}

/**
 * Whether agents in use here read every folder that a system has here. They tell of its skills then, each as its
 * program does, and the format that the folders share would only repeat them.
 */
export function isCovered(
  { library, settings }: System,
  seen: readonly DiscoveredAgent[],
): boolean {
  if (settings.file !== undefined) return false;
  const read = new Set(seen.flatMap(({ agent, ground }) => agent.roots(ground).map(canonicalRoot)));
  return library.roots().every((root) => !fileExists(root.path) || read.has(canonicalRoot(root)));
}

function canonicalRoot({ path }: { readonly path: string }): string {
  return resolveCanonical(path);
}

/** A name that is neither a format nor an agent, and nearly that of an agent, was meant as one. */
function suggestAgent(name: string | undefined): void {
  if (name === undefined || isDialectName(name)) return;
  const near = suggest(
    name,
    agents.map(({ id }) => id),
  );
  if (near === undefined) return;
  throw failure("config/unknown-dialect", `There is no format or agent \`${name}\`.`, {
    hint: `Did you mean \`${near}\`?`,
  });
}

function isDialectName(name: string): boolean {
  return dialectIds().some((id) => id === name || name.startsWith(`${id}@`));
}

/** What became of the files that a word names; undefined where the agent has come by none. */
export function explainByAgent(
  word: string,
  { agent, ground, view }: DiscoveredAgent,
): SystemExplanation | undefined {
  const path = resolvePath(ground.folder, word);
  const isMeant = (file: string, name?: string): boolean =>
    name === word ||
    lastPart(parentOf(file)) === word ||
    lastPart(file).replace(/\.md$/iu, "") === word ||
    file === path ||
    parentOf(file) === path;
  const loaded = view.skills.filter((skill) => isMeant(skill.path, skill.name));
  const dropped = view.dropped.filter((file) => isMeant(file.path));
  const found = [...loaded.map(explainSkill), ...dropped.map(explainDropped)];
  if (found.length === 0) {
    const strays = findUnusedFiles(word, agent, ground, view);
    return strays.length === 0 ? undefined : notLoaded(agent, strays);
  }
  const shown = view.skills.filter((skill) => skill.shown !== null);
  const place = shown.findIndex((skill) => loaded.includes(skill));
  return {
    dialect: agent.id,
    title: agentTitle(agent),
    ...confirmedBy(agent),
    agent: agent.id,
    isLoaded: loaded.some(({ isEnabled }) => isEnabled),
    isListed: place !== -1,
    ...(place === -1
      ? {}
      : { list: { place: place + 1, of: shown.length, length: renderPrompt(view).length } }),
    files: found,
    problems: [
      ...ignoredBy(view),
      ...loaded.flatMap(({ refusal }) => refusal ?? []).map(toProblem("agents/use-denied")),
    ],
  };
}

/** Settings that do nothing are seldom meant so. */
export function ignoredBy({ ignored = [] }: AgentView): readonly Diagnostic[] {
  return ignored.map(toProblem("agents/settings-ignored"));
}

function toProblem(code: string): (settings: IgnoredSettings) => Diagnostic {
  return ({ file, reason, fix }) => ({
    code,
    severity: "warning",
    message: reason,
    hint: fix,
    file,
  });
}

/** Where the skill lies, if it lies in the folders of another agent. */
export function explainElsewhere(
  word: string,
  { agent, ground }: DiscoveredAgent,
): SystemExplanation | undefined {
  const others = agents.filter((other) => other !== agent);
  const files = findMisplaced(word, agent, others, ground);
  return files.length === 0 ? undefined : notLoaded(agent, files);
}

function notLoaded(agent: Agent, files: readonly DroppedFile[]): SystemExplanation {
  return {
    dialect: agent.id,
    title: agentTitle(agent),
    ...confirmedBy(agent),
    agent: agent.id,
    isLoaded: false,
    isListed: false,
    files: files.map(explainDropped),
    problems: [],
  };
}

function explainSkill(skill: AgentSkill): FileExplanation {
  const { name, path, source, isEnabled, shown } = skill;
  const reasons = toReasons(skill);
  const steps: readonly Step[] = [
    { ...STEP, stage: "read", check: "frontmatter", found: "read", isPassed: true },
    { ...STEP, stage: "names", check: "name", found: `called ${name}`, isPassed: true },
    ...reasons.map(({ code, say }) => ({
      wanted: [name],
      stage: isEnabled ? ("prompt" as const) : ("switches" as const),
      check: isEnabled ? "list" : "enabled",
      found: say,
      isPassed: code === "shortened-by-budget",
    })),
  ];
  return {
    name,
    path,
    file: path,
    source,
    isEligible: isEnabled,
    isOfferedToModel: shown !== null,
    hosts: [],
    hides: [],
    steps,
    reasons,
  };
}

const STEP = { wanted: [] as readonly string[] };

/** The step at which a file falls out. */
const CHECKS: {
  readonly [Code in NonNullable<DroppedFile["code"]>]: Pick<Step, "stage" | "check">;
} = {
  unreadable: { stage: "read", check: "frontmatter" },
  shadowed: { stage: "names", check: "name" },
  "disabled-by-config": { stage: "switches", check: "enabled" },
  "wrong-file-name": { stage: "find", check: "file" },
  "not-scanned": { stage: "find", check: "depth" },
  "too-large": { stage: "find", check: "size" },
};

function explainDropped({
  path,
  source,
  reason,
  fix,
  code = "unreadable",
  winner,
  line,
  column,
}: DroppedFile): FileExplanation {
  const place = line === undefined ? "" : ` (line ${line}, column ${column ?? 1})`;
  const found = `${reason}${place}`;
  const problem: Diagnostic = {
    code: "agents/not-loaded",
    severity: "error",
    message: found,
    hint: fix,
    file: path,
  };
  return {
    path,
    file: path,
    source: source ?? "agent's",
    isEligible: false,
    isOfferedToModel: false,
    hosts: [],
    hides: [],
    ...(code === "unreadable" ? { problem } : {}),
    steps: [{ ...STEP, ...CHECKS[code], found, isPassed: false }],
    reasons: [{ ...reasonFor(code, reason, fix), ...(winner === undefined ? {} : { winner }) }],
  };
}

function toReasons({ isEnabled, shown, why = "", fix }: AgentSkill): readonly ExplainedReason[] {
  if (!isEnabled) return [reasonFor("disabled-by-config", why, fix)];
  if (shown === null) return [reasonFor("hidden-from-model", why, fix)];
  return why === "" ? [] : [reasonFor("shortened-by-budget", why, fix)];
}

function reasonFor(code: ReasonCode, say: string, fix: string | undefined): ExplainedReason {
  return { code, names: [], say, remedies: fix === undefined ? [] : [{ say: fix }] };
}

/** Every file that the agent has come by, as `list --as` tells of it. */
export function listAgentFiles({ view }: DiscoveredAgent): readonly (FileExplanation & {
  readonly description?: string;
})[] {
  return [
    ...view.skills.map((skill) => ({
      ...explainSkill(skill),
      ...(skill.description === null ? {} : { description: skill.description }),
    })),
    ...view.dropped.map(explainDropped),
  ];
}

/** What a server keeps of an agent. */
export function agentFiles(seen: DiscoveredAgent): AgentFiles {
  const { agent, ground } = seen;
  const roots = agent.roots(ground).map(({ path }) => path);
  return {
    id: agent.id,
    title: agentTitle(agent),
    roots,
    files: listAgentFiles(seen).map(({ name, description, file, source, isEligible, reasons }) => {
      const winner = reasons.find(({ code }) => code === "shadowed")?.winner;
      const root = roots.find((one) => file.startsWith(`${one}/`));
      return {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        file,
        ...(root === undefined ? {} : { root }),
        source,
        isEligible,
        reasons: reasons.map(({ code, say }) => ({ code, say })),
        ...(winner === undefined ? {} : { winner }),
      };
    }),
  };
}

/** The set-up of an agent summed up, as `doctor` tells of a system. */
export function checkUpAgent(seen: DiscoveredAgent, count: TokenCounter): CheckUp {
  const { agent, view } = seen;
  const files = listAgentFiles(seen);
  const prompt = renderPrompt(view);
  const problems = [...ignoredBy(view), ...files.flatMap(({ problem }) => problem ?? [])];
  const roots = Map.groupBy(files, ({ file }) => parentOf(parentOf(file)));
  return {
    dialect: agent.id,
    title: agentTitle(agent),
    ...confirmedBy(agent),
    agent: agent.id,
    roots: [...roots].map(([path, found]) => ({
      source: found[0]?.source ?? "",
      path,
      state: "searched",
      found: found.length,
    })),
    hosts: [],
    counts: countFiles(files),
    reasons: countReasons(files),
    prompt: {
      skills: view.skills.filter(({ shown }) => shown !== null).length,
      shortened: view.skills.filter(({ cut }) => cut !== undefined).length,
      cut: 0,
      characters: prompt.length,
      tokens: count(prompt),
    },
    problems,
    nextSteps: nextSteps(files, problems),
    isSound: problems.length === 0,
  };
}

/** The entries of the skills; what the program says around them, and its own skills, are not among them. */
function renderPrompt(view: AgentView): string {
  return view.skills.flatMap(({ shown }) => (shown === null ? [] : [`${shown}\n`])).join("");
}

export async function promptByAgent(
  { agent, view }: DiscoveredAgent,
  withCost: boolean,
): Promise<PromptText | PromptCost> {
  const prompt = renderPrompt(view);
  if (!withCost) return { dialect: agent.id, prompt };
  const count = await loadTokenCounter();
  const skills = view.skills.map(({ name, path, shown, cut, why }): SkillCost => ({
    name,
    path,
    state: shown === null ? "cut" : cut === undefined ? "whole" : "shortened",
    characters: shown?.length ?? 0,
    tokens: count(shown ?? ""),
    ...(cut === undefined ? {} : { shown: cut.kept, of: cut.of }),
    ...(why === undefined ? {} : { why }),
  }));
  return {
    dialect: agent.id,
    agent: agent.id,
    characters: prompt.length,
    tokens: count(prompt),
    encoding: ENCODING,
    frame: { characters: 0, tokens: 0 },
    skills,
  };
}
