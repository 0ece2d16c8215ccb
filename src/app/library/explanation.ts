/** What became of the files of one name in one system: data for the story and for JSON. */
import {
  type Evaluation,
  type ExplainedReason,
  type Explanation,
  fileOf,
  type HostGap,
  type MissingRequirements,
  type Step,
} from "../../library/gate/index.ts";
import type { Prompt } from "../../library/prompt/index.ts";
import {
  environmentOf,
  skillEnvironment,
  type SkillExplanation,
  unreadRequirements,
} from "../../library/session/index.ts";
import { type Diagnostic, lineStarts, rangeOf, type Reading } from "../../skill/index.ts";
import { type WithConfirmation, toConfirmed } from "./confirmed.ts";
import { lengthLimit } from "./limits.ts";
import { describeRuleless } from "./ruleless.ts";
import { inSettings } from "./settings-file.ts";
import { systemProblems } from "./system-problems.ts";
import { refusedSettings, type System } from "./systems.ts";

export interface FileExplanation {
  /** The name by which the system knows it, where it does. */
  readonly name?: string;
  /** As the system names it. */
  readonly path: string;
  /** On this machine. */
  readonly file: string;
  readonly source: string;
  readonly root?: string;
  readonly isEligible: boolean;
  readonly isOfferedToModel: boolean;
  readonly hosts: readonly string[];
  /** Files of the same name that do not count because of it. */
  readonly hides: readonly string[];
  /** Why the file is not taken or not readable, and where that stands. */
  readonly problem?: Diagnostic;
  readonly steps: readonly Step[];
  readonly reasons: readonly ExplainedReason[];
  /** Names that this machine lacks, by list of requirements. */
  readonly missing?: MissingRequirements;
  /** What each connected host lacks, where none of them has everything. */
  readonly missingOn?: readonly HostGap[];
}

/** Where the skill stands in the list for the model. */
export interface ListPlace {
  readonly place: number;
  readonly of: number;
  readonly length: number;
  readonly maxLength?: number;
}

export interface SystemExplanation extends WithConfirmation {
  readonly dialect: string;
  readonly title: string;
  /** Why this edition of the system is the one that counts here, as a sentence. */
  readonly evidence?: string;
  readonly agent: string;
  readonly settings?: string;
  /** Which rules hold, where the system itself says little. */
  readonly note?: string;
  /** The system refuses its settings and has no skills at all; the rest holds without them. */
  readonly isRefused?: true;
  readonly isLoaded: boolean;
  readonly isListed: boolean;
  readonly list?: ListPlace;
  readonly files: readonly FileExplanation[];
  /** Files that were never come by, and what is wrong with the settings. */
  readonly problems: readonly Diagnostic[];
}

/** Undefined where the system has come by nothing of that name. */
export function explainIn(name: string, system: System): SystemExplanation | undefined {
  const { library, dialect, settings, askedAgent } = system;
  const options = askedAgent === undefined ? {} : { agent: askedAgent };
  const snapshot = library.snapshot(options);
  const explanation = library.explain(name, options);
  if (explanation.files.length === 0 && explanation.problems.length === 0) return undefined;
  const evaluations = snapshot.evaluations();
  const isRefused = refusedSettings(system) !== undefined;
  const list = findListPlace(explanation, snapshot.listing(), lengthLimit(system));
  return {
    dialect: dialect.id,
    title: dialect.title,
    agent: snapshot.agent,
    ...(settings.file === undefined ? {} : { settings: settings.file }),
    ...describeRuleless(dialect),
    ...(system.evidence === undefined ? {} : { evidence: system.evidence }),
    ...toConfirmed(dialect.id, dialect.source.document),
    ...(isRefused ? { isRefused: true } : {}),
    isLoaded: explanation.isEligible && !isRefused,
    isListed: explanation.prompt.isListed && !isRefused,
    ...(list === undefined ? {} : { list }),
    files: explanation.files.map((file) =>
      explainFile(inSettings(file, system), evaluations, snapshot.problems),
    ),
    problems: [
      ...systemProblems(system),
      ...explanation.problems,
      ...unreadIn(explanation.files, evaluations),
      ...withheld(explanation.files.find(({ isEligible }) => isEligible)?.name, system),
    ],
  };
}

/** What the files ask for and the system does not see; a file that is refused has said more already. */
function unreadIn(
  files: readonly Pick<Explanation, "path">[],
  evaluations: readonly Evaluation[],
): readonly Diagnostic[] {
  const paths = new Set(files.map(({ path }) => path));
  return evaluations.flatMap(({ candidate, loaded }) =>
    loaded === undefined || !paths.has(candidate.path)
      ? []
      : unreadRequirements(candidate.reading, fileOf(candidate) ?? candidate.path),
  );
}

/** Variables that the settings give, and a run of the skill does not get all the same. */
function withheld(name: string | undefined, { library, dialect }: System): readonly Diagnostic[] {
  const skill = name === undefined ? undefined : library.snapshot().find(name);
  if (skill === undefined || dialect.gating?.entries.givesEnvironment !== true) return [];
  const { config, environment } = library;
  const options = { ...dialect.homes?.environment, platform: environment.machine.platform };
  const { problems } = skillEnvironment(skill, config, environmentOf(environment), options);
  return problems.filter(({ severity }) => severity === "warning");
}

function explainFile(
  explanation: Explanation,
  evaluations: readonly Evaluation[],
  problems: readonly Diagnostic[],
): FileExplanation {
  const { path, source, root, steps, reasons, missing, missingOn } = explanation;
  const own = evaluations.find(
    ({ candidate }) => candidate.path === path && candidate.source === source,
  );
  const refusal = own?.loaded === undefined ? findRefusal(own?.candidate.reading) : undefined;
  const problem = own === undefined ? problems.find(({ file }) => file === path) : refusal;
  return {
    ...(own?.name === undefined ? {} : { name: own.name }),
    path,
    file: (own && fileOf(own.candidate)) ?? path,
    source,
    ...(root === undefined ? {} : { root }),
    isEligible: explanation.isEligible,
    isOfferedToModel: explanation.isOfferedToModel,
    hosts: explanation.hosts,
    hides: evaluations
      .filter(({ verdict }) => verdict.reasons.some(({ winner }) => winner === path))
      .map((item) => fileOf(item.candidate) ?? item.candidate.path),
    ...(problem === undefined ? {} : { problem }),
    steps,
    reasons,
    ...(missing === undefined ? {} : { missing }),
    ...(missingOn === undefined ? {} : { missingOn }),
  };
}

/** The first thing that makes the system refuse a file, with its place. */
function findRefusal(reading: Reading | undefined): Diagnostic | undefined {
  const refusal = reading?.refusals[0];
  if (reading === undefined || refusal === undefined) return undefined;
  return {
    code: `parse/${refusal.kind}`,
    severity: "error",
    message: refusal.message,
    ...(refusal.hint === undefined ? {} : { hint: refusal.hint }),
    range: rangeOf(lineStarts(reading.document.text), refusal),
  };
}

function findListPlace(
  explanation: SkillExplanation,
  prompt: Prompt,
  maxLength: number | undefined,
): ListPlace | undefined {
  const paths = new Set(explanation.files.map(({ path }) => path));
  const at = prompt.included.findIndex(({ path }) => path !== undefined && paths.has(path));
  if (at === -1) return undefined;
  return {
    place: at + 1,
    of: prompt.included.length,
    length: prompt.length,
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}
