import { isTaken } from "../../platform/archive/index.ts";
import { joinPath, relativePath } from "../../platform/index.ts";
import {
  findFallenLifts,
  isBenchmarkFile,
  type MeasuredLift,
  readMeasuredLift,
} from "../../check/eval/index.ts";
import { compareSkills, type SkillChange } from "../../skill/compare/index.ts";
import { fail, registryCodes, registryError } from "../errors.ts";
import { type LockEntry, readLock, type SkillLock } from "../lock/index.ts";
import { treeIntegrity } from "../package/digests.ts";
import { readInstalled, readManifest } from "../package/read-files.ts";
import type { SkillFile } from "../package/skill-file.ts";
import type { FetchedFile, FetchedSkill, Origin } from "../sources/fetched.ts";
import { commit, type Placement } from "./commit.ts";
import { type ConversionRequest, convertFetched } from "./convert-fetched.ts";
import { type AdmittedSkill, type Applicant, type GateOptions, passGates } from "./gates.ts";
import { integrityAt } from "./installed-files.ts";
import { MergeConflictError } from "./merge-conflict.ts";
import { mergeSkill, type Preference } from "./merge.ts";
import { checkNameIsFree, checkNestedNames } from "./name-check.ts";
import type { PlannedSkill } from "./plan.ts";
import { readPristine } from "./pristine.ts";
import { findRisks } from "./risks.ts";

export interface ApplyOptions {
  readonly folder: string;
  readonly gates: GateOptions;
  /** What becomes of changes that somebody made: they are kept by merging, or they stand in the way. */
  readonly edits: "merge" | "refuse";
  /** Puts a skill in the place of whatever has its name. */
  readonly mayReplace?: boolean;
  /** Which side counts where both changed the same lines. */
  readonly preference?: Preference;
  /** The dialect of who reads the folder. */
  readonly conversion?: ConversionRequest;
  readonly isDryRun?: boolean;
}

export type Done = "installed" | "updated" | "unchanged";

export interface AppliedSkill {
  readonly name: string;
  readonly version: string;
  /** The version that was there. */
  readonly from?: string;
  readonly done: Done;
  /** The folder of the skill. */
  readonly path: string;
  readonly isDependency: boolean;
  /** Files in which changes made here were kept. */
  readonly kept: readonly string[];
  /** What its publisher tells those who still use it. */
  readonly deprecation?: string;
  /** The name that was asked for, where it has another by now. */
  readonly formerly?: string;
  /** What an update changes for users, the gravest first. */
  readonly changes?: readonly SkillChange[];
  /** Absent where nothing was done. */
  readonly admitted?: AdmittedSkill;
}

/** Takes a plan through all gates and carries it out in one step. */
export async function applyPlan(
  planned: readonly PlannedSkill[],
  options: ApplyOptions,
): Promise<readonly AppliedSkill[]> {
  const drafts: Draft[] = [];
  for (const skill of planned) drafts.push(await draftSkill(skill, options));
  const changing = drafts.filter(isChanging);
  const passed = await passGates(
    changing.map(({ applicant }) => applicant),
    options.gates,
  );
  const admitted = changing.map(({ skill, pristine }, index): AdmittedSkill => {
    // As many pass as applied, or none does.
    const one = passed[index] as AdmittedSkill;
    const entry = entryFor(skill, one.entry, one.skill, options.folder);
    // Were the files as they came lost, nothing else would tell that these are not they.
    const isMerged = treeIntegrity(one.skill.files) !== treeIntegrity(pristine);
    return { ...one, entry: isMerged ? { ...entry, isEdited: true } : entry };
  });
  const placements = changing.map(({ pristine, over }, index): Placement => {
    const { skill, entry, conversion, published } = admitted[index] as AdmittedSkill;
    const original = conversion === undefined ? {} : { published: published.files };
    return { skill, entry, pristine, over, ...original };
  });
  if (options.isDryRun !== true && (placements.length > 0 || hasNewNeeds(planned)))
    await commit(options.folder, {
      placements,
      removals: unneeded(planned, options.folder),
      now: options.gates.now,
      relock: (lock) => relocked(lock, planned),
    });
  return drafts.map((draft) =>
    toApplied(draft, admitted[changing.indexOf(draft as AppliedChange)], options),
  );
}

/** Skills that were only there for an older version of one of these; what was changed here stays. */
function unneeded(planned: readonly PlannedSkill[], folder: string): readonly string[] {
  const names = new Set(planned.map(({ name }) => name));
  const lock = readLock(folder);
  const before = planned.flatMap((skill) => Object.keys(skill.before?.dependencies ?? {}));
  return [...new Set(before)].filter((name) => {
    const entry = lock.get(name);
    if (entry?.isDependency !== true || names.has(name)) return false;
    return integrityAt(joinPath(folder, name)) === entry.integrity && entry.isEdited !== true;
  });
}

interface Draft {
  readonly skill: PlannedSkill;
  readonly kept: readonly string[];
  readonly applicant?: Applicant;
  readonly pristine?: readonly FetchedFile[];
  readonly over?: Placement["over"];
  readonly changes?: readonly SkillChange[];
}

type AppliedChange = Required<Omit<Draft, "changes">> & Pick<Draft, "changes">;

function isChanging(draft: Draft): draft is AppliedChange {
  return draft.applicant !== undefined;
}

/** What is to be installed of a skill, and what it takes the place of. */
async function draftSkill(skill: PlannedSkill, options: ApplyOptions): Promise<Draft> {
  const { fetched, name, isDependency } = skill;
  if (fetched === undefined) return { skill, kept: [] };
  const { folder, mayReplace = false } = options;
  const conversion = convertFetched(fetched, options.conversion, skill.before);
  const wanted = conversion?.skill ?? fetched;
  const path = joinPath(folder, name);
  const change = (
    files: readonly FetchedFile[],
    over: Placement["over"],
    kept: readonly string[] = [],
  ): Draft => ({
    skill,
    kept,
    over,
    pristine: wanted.files,
    applicant: {
      published: fetched,
      skill: { ...wanted, files },
      isDependency,
      ...(skill.before === undefined ? {} : { before: skill.before }),
      ...(conversion === undefined ? {} : { conversion }),
    },
  });
  if (!(await isTaken(path)) || skill.before === undefined) {
    await checkNameIsFree(folder, name, mayReplace);
    if (!mayReplace) checkNestedNames(folder, name, findRisks(wanted).nested);
    return change(wanted.files, mayReplace ? "anything" : "nothing");
  }
  if (!mayReplace && !isSameSource(skill.before, fetched, folder))
    throw registryError(
      registryCodes.nameTaken,
      `\`${name}\` is already installed from ${skill.before.resolved || "another source"}.`,
      { file: path, hint: "Nothing was written. `--force` puts the new skill in its place." },
    );
  const local = readInstalled(path).files;
  const over = { integrity: treeIntegrity(local) };
  const base = await findMergeBase(folder, skill.before, over.integrity);
  const changes = base === undefined ? [] : changesIn(base, wanted.files);
  const isEdited = base === undefined || treeIntegrity(base) !== over.integrity;
  const isNews = base === undefined || treeIntegrity(base) !== treeIntegrity(wanted.files);
  if (!isNews && (options.edits === "merge" || !isEdited)) return { skill, kept: [] };
  if (!isEdited) return { ...change(wanted.files, over), changes };
  if (mayReplace) return change(wanted.files, "anything");
  if (options.edits === "refuse" || base === undefined)
    throw fail(
      "registry/edited-skill",
      { name, during: options.edits === "merge" ? "merge" : "install" },
      { file: path },
    );
  const merged = await mergeSkill({ base, local, next: wanted.files }, options.preference);
  if (merged.conflicts.length > 0) throw new MergeConflictError(name, path, merged.conflicts);
  return { ...change(merged.files, over, merged.kept), changes };
}

function changesIn(
  before: readonly SkillFile[],
  after: readonly SkillFile[],
): readonly SkillChange[] {
  const [had, has] = [readManifest(before), readManifest(after)];
  const fallen = findFallenLifts(liftsIn(before), liftsIn(after)).map(
    ({ model, before: former, after: latter }): SkillChange => ({
      level: "major",
      subject: "evaluation",
      isWider: false,
      message: `Helps less with \`${model}\`: it adds ${latter} points to the share of checks that pass; the version before added ${former}.`,
    }),
  );
  const changes = had === undefined || has === undefined ? [] : compareSkills(had, has);
  return [...fallen, ...changes];
}

/** The benchmarks that a version carries. */
function liftsIn(files: readonly SkillFile[]): readonly MeasuredLift[] {
  return files
    .filter(({ path }) => isBenchmarkFile(path))
    .flatMap(({ bytes }) => readMeasuredLift(new TextDecoder().decode(bytes)) ?? []);
}

/** The files as they were installed; those that are there where the lock says that they still are. */
async function findMergeBase(
  folder: string,
  { name, integrity, isEdited }: LockEntry,
  actual: string,
): Promise<readonly { path: string; bytes: Uint8Array; isExecutable: boolean }[] | undefined> {
  const kept = await readPristine(folder, name);
  if (kept !== undefined) return kept;
  return integrity === actual && isEdited !== true
    ? readInstalled(joinPath(folder, name)).files
    : undefined;
}

function isSameSource(before: LockEntry, { origin }: FetchedSkill, folder: string): boolean {
  return before.source === origin.kind && before.resolved === addressOf(origin, folder);
}

const LOCAL = /^file:(?<path>[^#]*)(?<name>#.*)?$/su;

/** Where it came from; paths count from the folder of skills, so that they hold on other machines. */
function addressOf(
  { reference = "", server }: Pick<Origin, "reference" | "server">,
  folder: string,
): string {
  return LOCAL.test(reference) ? `file:${relativePath(folder, server) || "."}` : server;
}

/** Undefined for what is no path. */
function localReference(reference: string | undefined, folder: string): string | undefined {
  const { path, name = "" } = LOCAL.exec(reference ?? "")?.groups ?? {};
  return path === undefined ? undefined : `file:${relativePath(folder, path) || "."}${name}`;
}

/** What the lock keeps of a skill beside what its files say. */
function entryFor(
  skill: PlannedSkill,
  entry: LockEntry,
  { origin }: FetchedSkill,
  folder: string,
): LockEntry {
  const { requested, isDependency, dependencies, before } = skill;
  const reference = localReference(entry.reference, folder);
  return {
    ...entry,
    requested,
    dependencies,
    ...(reference === undefined ? {} : { reference, resolved: addressOf(origin, folder) }),
    ...(isDependency ? { isDependency } : {}),
    ...(before?.pin === undefined ? {} : { pin: before.pin }),
  };
}

/** Others may need a skill now in another version, or a skill may have become wanted for itself. */
function relocked(lock: SkillLock, planned: readonly PlannedSkill[]): SkillLock {
  const next = new Map(lock);
  for (const { name, requested, isDependency, dependencies } of planned) {
    const entry = next.get(name);
    if (entry === undefined) continue;
    const { isDependency: _before, ...rest } = entry;
    next.set(name, { ...rest, requested, dependencies, ...(isDependency ? { isDependency } : {}) });
  }
  return next;
}

function hasNewNeeds(planned: readonly PlannedSkill[]): boolean {
  return planned.some(
    ({ before, requested, isDependency, dependencies }) =>
      before !== undefined &&
      (before.requested !== requested ||
        (before.isDependency ?? false) !== isDependency ||
        JSON.stringify(before.dependencies) !== JSON.stringify(dependencies)),
  );
}

function toApplied(
  { skill, kept, changes }: Draft,
  admitted: AdmittedSkill | undefined,
  { folder }: ApplyOptions,
): AppliedSkill {
  const { name, version, before, isDependency, deprecation, formerly } = skill;
  const done =
    admitted === undefined ? "unchanged" : before === undefined ? "installed" : "updated";
  return {
    name,
    version,
    done,
    path: joinPath(folder, name),
    isDependency,
    kept,
    ...(before === undefined ? {} : { from: before.version }),
    ...(admitted === undefined || deprecation === undefined ? {} : { deprecation }),
    ...(formerly === undefined ? {} : { formerly }),
    ...(done === "updated" && changes !== undefined ? { changes } : {}),
    ...(admitted === undefined ? {} : { admitted }),
  };
}
