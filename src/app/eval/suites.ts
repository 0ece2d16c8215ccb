/** The evaluation files of the caller, found and read. */
import {
  detectFormat,
  evalFormats,
  type EvalSuite,
  findFormat,
  isSuitePath,
  parseFile,
  type ReadOptions,
  readSuite,
  SUITE_FOLDERS,
  SUITE_NAMES,
  type SuiteFile,
} from "../../check/eval/index.ts";
import type { SkippedEntry } from "../../platform/index.ts";
import { type Diagnostic, isObject, suggest, readSkill } from "../../skill/index.ts";
import type { Context, DocumentSource } from "../context.ts";
import { fail } from "../errors.ts";
import type { SkillRef } from "../fields.ts";
import { count } from "../text.ts";

export interface FoundSuite {
  readonly path: string;
  /** Full path. */
  readonly location: string;
  readonly format: string;
  readonly title: string;
  readonly suite: EvalSuite;
  /** The SKILL.md in whose folder the file lies. */
  readonly skillFile?: DocumentSource;
  readonly problems: readonly Diagnostic[];
}

export interface FoundSuites {
  readonly suites: readonly FoundSuite[];
  /** Problems of files that could not be read at all. */
  readonly problems: readonly Diagnostic[];
  readonly skipped: readonly SkippedEntry[];
  /** Folders that hold the folders of the skills that were found. */
  readonly roots: readonly string[];
}

/** Files that nothing else is called, whatever stands in them. */
const OURS = /(?:^|\/)evals\/(?:evals|skillwright|triggers|trigger_tests)\.(?:json|ya?ml)$/iu;
const SKILL = /(?:^|\/)skill\.md$/iu;

/** A suite may name its parts by any path below its folder. */
type FindFiles = NonNullable<ReadOptions["findFiles"]>;

function isWanted(path: string): boolean {
  return SKILL.test(path) || isSuitePath(path);
}

export function requireFormat(id: string | undefined): void {
  if (id === undefined || findFormat(id) !== undefined) return;
  const known = evalFormats.map((format) => format.id);
  throw fail("app/unknown-eval-format", { id, near: suggest(id, known), known });
}

/** The refusal where none of what was found can be used. */
export function noEvals({ suites, problems }: FoundSuites, action?: "run" | "triggers"): Error {
  const broken = problems.flatMap(({ file }) => file ?? []);
  return fail("app/no-evals", {
    unfit: suites.map(({ path }) => path),
    broken: [...new Set(broken)],
    ...(action === undefined ? {} : { action }),
  });
}

/** Says what is wrong with the files, and how many errors there are. */
export function warnOfProblems(
  { warn }: Pick<Context, "warn">,
  { suites, problems }: FoundSuites,
): number {
  const all = [...problems, ...suites.flatMap((suite) => suite.problems)];
  for (const one of all) warn(one);
  return all.filter(({ severity }) => severity === "error").length;
}

/** Why a report whose limits hold is no success. */
export function noteFaults(errors: number): string {
  if (errors === 0) return "";
  return `${count(errors, "error")} in the evaluation files: what they left out was not run.\n`;
}

/** Every suite below the paths, or of the texts that were sent along. */
export function findSuites(
  context: Context,
  refs: readonly SkillRef[],
  format?: string,
): FoundSuites {
  requireFormat(format);
  const { documents, skipped } = readDocuments(context, refs);
  const skills = documents.filter(({ path }) => SKILL.test(path));
  const files = documents.filter(({ path }) => !SKILL.test(path));
  const found = collect(files, skills, format, (folder, matches) =>
    refs.length > 0 && refs.every((ref) => typeof ref !== "string")
      ? []
      : (context.files?.readDocuments([folder === "" ? "." : folder], matches).documents ?? []),
  );
  const folders = skills.map(({ location }) => location.replace(/\/[^/]*\/[^/]*$/u, ""));
  return { ...found, skipped, roots: [...new Set(folders)] };
}

function readDocuments(
  { files }: Context,
  refs: readonly SkillRef[],
): { readonly documents: readonly DocumentSource[]; readonly skipped: readonly SkippedEntry[] } {
  const inline = refs.filter((ref) => typeof ref !== "string");
  const paths = refs.filter((ref) => typeof ref === "string");
  const sent = inline.map(({ path, text }) => ({ path, text, location: path, isNamed: true }));
  if (files === undefined) {
    const [path] = paths;
    if (path !== undefined) throw fail("app/inline-only", { ref: path });
    return { documents: sent, skipped: [] };
  }
  if (paths.length === 0 && sent.length > 0) return { documents: sent, skipped: [] };
  const read = files.readDocuments(paths, isWanted);
  return { documents: [...sent, ...read.documents], skipped: read.skipped };
}

/** Files that name others are read first, so that those are not read a second time on their own. */
function collect(
  files: readonly DocumentSource[],
  skills: readonly DocumentSource[],
  format: string | undefined,
  findFiles: FindFiles,
): Omit<FoundSuites, "skipped" | "roots"> {
  const named = files.filter(({ isNamed }) => isNamed);
  const wanted = named.length > 0 ? named : files;
  const suites: FoundSuite[] = [];
  const problems: Diagnostic[] = [];
  const done = new Set<string>();
  for (const file of wanted.toSorted((a, b) => depth(a) - depth(b))) {
    if (done.has(file.path)) continue;
    const outcome = readOne(file, { files, findFiles }, skills, format);
    for (const path of outcome.files) done.add(path);
    if (outcome.suite !== undefined) suites.push(outcome.suite);
    problems.push(...outcome.problems);
  }
  return { suites: suites.toSorted((a, b) => (a.path < b.path ? -1 : 1)), problems };
}

function depth({ location }: DocumentSource): number {
  return location.split("/").length;
}

function readOne(
  file: DocumentSource,
  beside: { readonly files: readonly SuiteFile[]; readonly findFiles: FindFiles },
  skills: readonly DocumentSource[],
  format: string | undefined,
): {
  readonly suite?: FoundSuite;
  readonly problems: readonly Diagnostic[];
  readonly files: readonly string[];
} {
  const above = skillAbove(file, skills);
  const skill = findSkillName(above, file);
  const { value, diagnostics } = readSuite(file, {
    ...beside,
    ...(format === undefined ? {} : { format }),
    ...(skill === undefined ? {} : { skill }),
  });
  if (value !== undefined)
    return {
      suite: {
        path: file.path,
        location: file.location,
        format: value.format.id,
        title: value.format.title,
        suite: value.suite,
        ...(above === undefined ? {} : { skillFile: above }),
        problems: diagnostics,
      },
      problems: [],
      files: value.files,
    };
  // Other files lie in such folders too: fixtures, results, schemas.
  const isMeant = file.isNamed || isNamedAsSuite(file);
  return { problems: isMeant ? diagnostics : [], files: [file.path] };
}

/** A file that is called as evaluations are was meant as one. */
function isNamedAsSuite(file: DocumentSource): boolean {
  if (OURS.test(file.location)) return true;
  if (!SUITE_NAMES.test(file.path)) return false;
  const { value } = parseFile(file);
  if (value === undefined) return true;
  return (
    detectFormat(value, file) !== undefined ||
    (isObject(value) && ("evals" in value || "cases" in value))
  );
}

/** The skill in whose folder a file lies. */
function skillAbove(
  { location }: DocumentSource,
  skills: readonly DocumentSource[],
): DocumentSource | undefined {
  const folders = skills
    .map((skill) => ({
      skill,
      folder: skill.location.slice(0, skill.location.lastIndexOf("/") + 1),
    }))
    .filter(({ folder }) => location.startsWith(folder))
    .toSorted((a, b) => b.folder.length - a.folder.length);
  return folders[0]?.skill;
}

function findSkillName(
  above: DocumentSource | undefined,
  { location }: DocumentSource,
): string | undefined {
  const name =
    above === undefined
      ? undefined
      : readSkill(above.text, { path: above.path }).value?.skill.identity.name;
  return name ?? location.split("/").slice(0, -1).findLast(isNoFolderOfEvals);
}

function isNoFolderOfEvals(part: string): boolean {
  return (
    part !== "" && !SUITE_FOLDERS.test(`${part}/`) && !["tests", "test", ".", ".."].includes(part)
  );
}
