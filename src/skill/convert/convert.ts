import { type Dialect, type Place, readAs, type Reading, skillOf } from "../dialects/index.ts";
import { startsWith } from "../dialects/shared/read.ts";
import { isSame } from "../dialects/shared/write.ts";
import { type Diagnostic, type FacetId, facetIds, getFacet, type Path } from "../model/index.ts";
import { type Document, readDocument } from "../text/index.ts";
import { requireDialect } from "../require-dialect.ts";
import { diagnose } from "./diagnose.ts";
import { type Limits, noLimits, type Task } from "./draft.ts";
import { differingExtensions, listLeaves } from "./leaves.ts";
import { tryMigration } from "./migration.ts";
import { accountForBody } from "./placeholders.ts";
import { makePlan, type Plan } from "./plan.ts";
import { projectFor } from "./projection.ts";
import { print, type PrintedText, seenBy } from "./print.ts";
import type { LossEntry, LossReport } from "./report.ts";
import { findUnreadFields } from "./unread-fields.ts";
import { isSameBody } from "./open.ts";
import { readSource, type Source } from "./source.ts";

/** The format to convert to, and how. */
export interface ConvertOptions {
  /** A dialect or its id; where absent, the dialect is detected. */
  readonly from?: Dialect | string;
  /** A dialect or its id. */
  readonly to: Dialect | string;
  /** Where the file lies; its folder gives a name to a skill that has none. */
  readonly path?: string;
}

/** A converted skill: its new text, the report of losses and all diagnostics. */
export interface Conversion {
  readonly text: string;
  readonly from: Dialect;
  readonly to: Dialect;
  readonly report: LossReport;
  /** What the target calls the skill, fallbacks included. */
  readonly name?: string;
  /** Files to write beside the SKILL.md, by path. */
  readonly files?: { readonly [path: string]: string };
  /** What the target still finds wrong with the result. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Converts a skill to another format and reports what is lost. */
export function convert(input: Document | string, options: ConvertOptions): Conversion {
  const document = toDocument(input);
  if (typeof options !== "object" || options === null)
    throw new TypeError("Missing options: `to` must name a format or its id.");
  const target = requireDialect(options.to);
  const from = options.from === undefined ? undefined : requireDialect(options.from);
  const place: Place = options.path === undefined ? {} : { path: options.path };
  const source = readSource(document, place, from);
  if (source.dialect.id === target.id) return unchanged(document, source, place);
  return translate(source, target, place);
}

/** Callers without types may hand over anything. */
function toDocument(input: Document | string): Document {
  if (typeof input === "string") return readDocument(input);
  if (typeof input === "object" && input !== null && typeof input.text === "string") return input;
  throw new TypeError(
    `A skill must be the text of a SKILL.md or its document, not \`${typeof input}\`.`,
  );
}

function unchanged(document: Document, source: Source, place: Place): Conversion {
  const { dialect } = source;
  const reading = readAs(dialect, document, place);
  return {
    text: document.text,
    from: dialect,
    to: dialect,
    report: {
      from: dialect.id,
      to: dialect.id,
      entries: [
        ...listLeaves(reading.view).map(({ path }) => unchangedEntry(path)),
        ...findUnreadFields(reading).map(({ key, note }) => unchangedEntry([key], note)),
      ],
      added: [],
      missing: [],
      review: [],
    },
    ...nameOf(reading),
    diagnostics: diagnose(reading),
  };
}

function nameOf(reading: Reading): Pick<Conversion, "name"> {
  const { name } = reading.dialect.describe(reading);
  return name === undefined ? {} : { name };
}

function unchangedEntry(path: Path, note?: string): LossEntry {
  return { source: path, outcome: "kept", target: path, ...(note === undefined ? {} : { note }) };
}

/** More rounds than kinds of trouble; each one rules something out. */
const MAX_ROUNDS = 6;

function translate(source: Source, target: Dialect, place: Place): Conversion {
  const { migrated, review } = tryMigration(source, target);
  const task: Task = {
    source,
    target,
    namespace: targetNamespace(source, target),
    seen: seenBy(target, source.document),
    projection: projectFor(source.reading, target),
    migrated,
  };
  let limits = noLimits;
  let plan = makePlan(task, limits);
  let printed = printPlan(task, plan, place);
  for (let round = 0; round < MAX_ROUNDS && !isSaid(printed.reading, plan, source); round++) {
    limits = tighten(limits, printed.reading, plan);
    plan = makePlan(task, limits);
    printed = printPlan(task, plan, place);
  }
  return {
    text: printed.text,
    from: source.dialect,
    to: target,
    report: {
      from: source.dialect.id,
      to: target.id,
      entries: [...plan.entries, ...accountForBody(source.skill, source.dialect, target)],
      added: plan.added,
      missing: plan.missing,
      review: [...unreadable(source.document), ...review],
    },
    ...(migrated === undefined || isEmpty(migrated.files) ? {} : { files: migrated.files }),
    ...nameOf(printed.reading),
    diagnostics: diagnose(printed.reading),
  };
}

function unreadable({ problems }: Document): readonly string[] {
  const isUnread = problems.some(({ kind }) => kind === "not-a-mapping" || kind === "too-large");
  return isUnread
    ? ["What stands between the `---` lines could not be read; it is now part of the instructions."]
    : [];
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

/** A namespace that both read is kept, so that the block stays where it is. */
function targetNamespace(source: Source, target: Dialect): string | undefined {
  const { reading, preserved } = source;
  const blocks = preserved.lent.filter(([head]) => head === "metadata").map(([, name]) => name);
  const shared = [reading.namespace, ...blocks].find(
    (name) => typeof name === "string" && target.namespaces.includes(name),
  );
  return typeof shared === "string" ? shared : target.namespaces[0];
}

function printPlan({ source, target, seen }: Task, plan: Plan, place: Place): PrintedText {
  const isRight = (reading: Reading): boolean => isSaid(reading, plan, source);
  return print(source.document, plan.desired, target, seen, place, isRight);
}

interface Differences {
  readonly facets: readonly FacetId[];
  readonly extensions: readonly Path[];
}

/** Where the target reads something else than was planned. */
function differences(reading: Reading, plan: Plan): Differences {
  const skill = skillOf(reading);
  const facets = facetIds.filter((id) => {
    const expected = plan.facets.get(id);
    const actual = getFacet(skill, id);
    if (expected === undefined || actual === undefined) return expected !== actual;
    return !isSame(expected, actual);
  });
  return { facets, extensions: differingExtensions(plan.extensions, skill.extensions) };
}

function isSaid(reading: Reading, plan: Plan, source: Source): boolean {
  const { facets, extensions } = differences(reading, plan);
  if (reading.refusals.length + facets.length + extensions.length > 0) return false;
  return isSameBody(reading.body, source.body);
}

/** What did not arrive is tried on one line, then preserved. */
function tighten(limits: Limits, reading: Reading, plan: Plan): Limits {
  const { facets, extensions } = differences(reading, plan);
  const kept = plan.extensions.map(({ path }) => path);
  return {
    isNamed: limits.isNamed || isEmpty(plan.desired),
    flat: new Set([...limits.flat, ...facets]),
    facets: new Set([...limits.facets, ...facets.filter((id) => limits.flat.has(id))]),
    extensions: [
      ...limits.extensions,
      ...extensions.filter((path) =>
        kept.some((item) => startsWith(path, item) || startsWith(item, path)),
      ),
    ],
  };
}
