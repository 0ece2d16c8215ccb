/** Skills in served folders, one row for each file, however many systems read it. */
import { declaredNames, fileOf } from "../../library/gate/index.ts";
import type { Evaluation, Explanation, Library } from "../../library/index.ts";
import { takeStamp } from "../../platform/index.ts";
import { detectDialect } from "../../skill/index.ts";
import { type AgentFiles, shorten, type SkillRow, type SystemState } from "./rows.ts";

/** What one system or agent says of a file, with what only some of them can tell. */
interface FolderIssue {
  readonly explanation: Pick<Explanation, "path"> & {
    readonly name?: string | undefined;
    readonly root?: string | undefined;
  };
  readonly evaluation?: Evaluation | undefined;
  readonly description?: string;
  readonly state: SystemState;
}

/** The agent of the library and those of its settings. */
export function listAgents(library: Library): readonly string[] {
  return [...new Set([library.snapshot().agent, ...library.config.agents.keys()])];
}

export function toFolderRows(
  libraries: readonly Library[],
  agents: readonly AgentFiles[] = [],
): readonly SkillRow[] {
  const files = new Map<string, FolderIssue[]>();
  for (const library of libraries) {
    const isFormat = isReadBy(agents, library);
    for (const agent of listAgents(library)) addIssues(files, library, agent, isFormat);
  }
  for (const agent of agents) addAgentIssues(files, agent);
  return [...files].map(([file, tellings]) => toRow(file, tellings));
}

/** A system without settings of its own is no more than its folders; agents that read all of them stand for it. */
function isReadBy(agents: readonly AgentFiles[], library: Library): boolean {
  if ((library.environment.dialect.homes?.settings.fields.length ?? 0) > 0) return false;
  const read = new Set(agents.flatMap(({ roots }) => roots));
  const own = library
    .snapshot()
    .evaluations()
    .flatMap(({ candidate }) => candidate.root ?? []);
  return own.length > 0 && own.every((root) => read.has(root));
}

function addAgentIssues(
  files: Map<string, FolderIssue[]>,
  { id, title, files: known }: AgentFiles,
): void {
  for (const { file, name, description, root, source, isEligible, reasons, winner } of known) {
    const state: SystemState = {
      dialect: id,
      agent: id,
      title,
      is_eligible: isEligible,
      reasons,
      source,
      ...(winner === undefined ? {} : { shadowed_by: winner }),
    };
    const tellings = files.get(file) ?? [];
    tellings.push({
      explanation: { path: file, name, root },
      ...(description === undefined ? {} : { description }),
      state,
    });
    files.set(file, tellings);
  }
}

function addIssues(
  files: Map<string, FolderIssue[]>,
  library: Library,
  agent: string,
  isFormat: boolean,
): void {
  const dialect = library.environment.dialect.id;
  const evaluations = library.snapshot({ agent }).evaluations();
  const lying = new Map(evaluations.map(({ candidate }) => [candidate.path, findPath(candidate)]));
  // What was considered comes first, in the same order; files that were not taken follow.
  for (const [index, explanation] of library.explainAll({ agent }).entries()) {
    const file = lying.get(explanation.path) ?? explanation.path;
    const { isEligible, reasons, source, hosts } = explanation;
    const winner = reasons.find(({ code }) => code === "shadowed")?.winner;
    const state: SystemState = {
      dialect,
      agent,
      ...(isFormat ? { is_format: true } : {}),
      is_eligible: isEligible,
      reasons: reasons.map(({ code, say }) => ({ code, say })),
      source,
      ...(hosts.length === 0 ? {} : { hosts }),
      ...(winner === undefined ? {} : { shadowed_by: lying.get(winner) ?? winner }),
    };
    const tellings = files.get(file) ?? [];
    tellings.push({ explanation, evaluation: evaluations[index], state });
    files.set(file, tellings);
  }
}

function findPath(candidate: Evaluation["candidate"]): string {
  return fileOf(candidate) ?? candidate.path;
}

function toRow(file: string, tellings: readonly FolderIssue[]): SkillRow {
  const lead = chooseLead(tellings);
  const { root } = lead.explanation;
  const name = findName(file, [lead, ...tellings]);
  const { dialect: system, is_eligible, reasons } = lead.state;
  const stamp = takeStamp(file);
  return {
    kind: "folder",
    name,
    description: shorten(describeIssues([lead, ...tellings])),
    dialect: findFormat(file, [lead, ...tellings]) ?? system,
    system,
    is_eligible,
    reasons,
    ...(stamp === undefined ? {} : { updated_at: new Date(stamp.modified).toISOString() }),
    path: file,
    ...(root === undefined ? {} : { root }),
    systems: tellings.map(({ explanation, state }) => ({
      ...state,
      ...(explanation.name === undefined || explanation.name === name
        ? {}
        : { name: explanation.name }),
      ...(explanation.path === file ? {} : { path: explanation.path }),
    })),
  };
}

/** The first that loads it; or else the first that has read it. */
function chooseLead(tellings: readonly FolderIssue[]): FolderIssue {
  return (
    tellings.find(({ state }) => state.is_eligible) ??
    tellings.find(({ evaluation }) => evaluation !== undefined) ??
    // No file is in the map before something is told of it.
    (tellings[0] as FolderIssue)
  );
}

/** As a system calls it; where none can, as the file calls itself; or else as its folder is called. */
function findName(file: string, tellings: readonly FolderIssue[]): string {
  for (const { explanation } of tellings)
    if (explanation.name !== undefined) return explanation.name;
  for (const { evaluation } of tellings) {
    const declared = evaluation === undefined ? [] : declaredNames(evaluation.candidate.reading);
    // What is left of a broken line need not be a name.
    const name = declared.find((one) => /^[\p{L}\p{N}]/u.test(one));
    if (name !== undefined) return name;
  }
  return file.split(/[\\/]/u).at(-2) ?? file;
}

/** As every command detects it, whichever systems read the file. */
function findFormat(file: string, tellings: readonly FolderIssue[]): string | undefined {
  const read = tellings.find(({ evaluation }) => evaluation !== undefined)?.evaluation;
  if (read === undefined) return undefined;
  return detectDialect(read.candidate.reading.document.frontmatter, file).dialect.id;
}

function describeIssues(tellings: readonly FolderIssue[]): string {
  for (const { evaluation, description = evaluation?.loaded?.description } of tellings) {
    if (description !== undefined && description !== "") return description;
  }
  return "";
}
