import {
  type Confirmation,
  findConfirmation,
  type Dialect,
  dialects,
  type Document,
  type FacetId,
  chooseDialect,
  formatPath,
  getFacet,
  isEqual,
  lineStarts,
  profiles,
  rangeOf,
  readAs,
  type Reading,
  readSkill,
  resolvePath,
  type Skill,
  skillOf,
  findViolations,
} from "../../skill/index.ts";
import { locate } from "../../skill/text/places.ts";
import type { CellReason, MatrixCell } from "./cell.ts";
import type { Client } from "./client.ts";
import { judgeClient } from "./client-cell.ts";
import { clients } from "./clients.ts";
import { listLosses } from "./meaning.ts";

export interface MatrixRow {
  readonly path: string;
  readonly name: string;
  readonly dialect: string;
  readonly cells: readonly MatrixCell[];
}

export interface MatrixSystem {
  readonly id: string;
  readonly title: string;
  readonly kind: "dialect" | "client";
  readonly source: string;
  readonly date: string;
  /** The program that answered recorded cases as these rules do; null where no program was asked. */
  readonly confirmedBy: Omit<Confirmation, "id"> | null;
}

function confirmedBy(id: string): MatrixSystem["confirmedBy"] {
  const found = findConfirmation(id);
  if (found === undefined) return null;
  const { program, version, cases } = found;
  return { program, version, cases };
}

/** For each skill and system: works, partial or rejected, with the reasons. */
export interface Matrix {
  readonly systems: readonly MatrixSystem[];
  readonly rows: readonly MatrixRow[];
}

/** One skill to compare: its text and its path. */
export interface MatrixInput {
  readonly path: string;
  readonly text: string | Uint8Array;
}

/** Every system that the matrix knows: the dialects, then the clients of the field table. */
export function matrixSystems(): readonly MatrixSystem[] {
  const own = dialects.map(({ id, title }): MatrixSystem => {
    // A bare name is the edition that people run, as everywhere else.
    const { id: edition, source } = chooseDialect(id);
    return {
      id,
      title,
      kind: "dialect",
      source: source.document,
      date: source.date,
      confirmedBy: confirmedBy(edition),
    };
  });
  const others = clients.map((client): MatrixSystem => ({
    id: client.id,
    title: client.title,
    kind: "client",
    source: client.source,
    date: client.date,
    confirmedBy: confirmedBy(client.id),
  }));
  return [...own, ...others];
}

/** On which systems each skill works, works in part, or is refused, and why. */
export function matrix(inputs: readonly MatrixInput[], systems?: readonly string[]): Matrix {
  const known = [...matrixSystems(), ...profileSystems(systems ?? [])];
  const chosen =
    systems === undefined ? matrixSystems() : known.filter(({ id }) => systems.includes(id));
  const byId = new Map(clients.map((client) => [client.id, client]));
  const rows = inputs.map((input) => buildRow(input, chosen, byId));
  return { systems: chosen, rows };
}

/** Profiles are shown only when they are asked for. */
function profileSystems(ids: readonly string[]): readonly MatrixSystem[] {
  return profiles
    .filter((profile) => ids.includes(profile.id))
    .map((profile) => ({
      id: profile.id,
      title: profile.title,
      kind: "dialect",
      source: profile.source.document,
      date: profile.source.date,
      confirmedBy: confirmedBy(profile.id),
    }));
}

function buildRow(
  input: MatrixInput,
  systems: readonly MatrixSystem[],
  byId: ReadonlyMap<string, Client>,
): MatrixRow {
  const { value } = readSkill(input.text, { path: input.path });
  // readSkill answers every input with a value; the type leaves room for readers that do not.
  if (value === undefined) throw new Error("readSkill gave no value");
  const place = { path: input.path };
  const starts = lineStarts(value.document.text);
  const locateReason = (reason: CellReason): CellReason =>
    reason.path === undefined || reason.path.length === 0
      ? reason
      : { ...reason, range: rangeOf(starts, locate(value.document, reason.path, "value")) };
  const cells = systems.map((system): MatrixCell => {
    const client = byId.get(system.id);
    const dialect = client === undefined ? chooseDialect(system.id) : undefined;
    const cell =
      client !== undefined
        ? judgeClient(client, value.document, value.skill, value.reading.directory)
        : judgeDialect(dialect as Dialect, value.document, value.skill, value.dialect, place);
    const by = system.confirmedBy;
    return {
      system: system.id,
      verdict: cell.verdict,
      confirmedBy: by === null ? null : `${by.program} ${by.version}`,
      reasons: cell.reasons.map(locateReason),
    };
  });
  const { name } = value.dialect.describe(value.reading);
  return {
    path: input.path,
    name: name ?? value.reading.directory ?? "",
    dialect: value.dialect.id,
    cells,
  };
}

function judgeDialect(
  dialect: Dialect,
  document: Document,
  skill: Skill,
  own: Dialect,
  place: { readonly path: string },
): Pick<MatrixCell, "verdict" | "reasons"> {
  const reading = readAs(dialect, document, place);
  const violations = findViolations(reading);
  const errors = violations.filter((violation) => violation.severity === "error");
  const toReason = (violation: (typeof violations)[number]): CellReason => ({
    message: violation.message,
    ...(violation.path.length === 0 ? {} : { path: violation.path }),
    ...(violation.hint === undefined ? {} : { hint: violation.hint }),
  });
  if (errors.length > 0) return { verdict: "refused", reasons: unique(errors.map(toReason)) };
  const isOwn = dialect.id === own.id;
  const seen = isOwn ? skill : skillOf(reading);
  const reasons = listLosses(skill).flatMap(({ facet, words }): readonly CellReason[] => {
    const isRead = isOwn || isEqual(getFacet(seen, facet), getFacet(skill, facet));
    if (isRead && !isInertIn(reading, seen, facet)) return [];
    const path = skill.sources[facet];
    const field = path === undefined ? facet : formatPath(path);
    const effect = isRead ? "has no effect" : "is not read";
    return [
      {
        message: `\`${field}\` ${effect}: ${words}.`,
        ...(path === undefined ? {} : { path }),
      },
    ];
  });
  return withWarnings([...reasons, ...violations.map(toReason)]);
}

/** The value comes from a field that the system takes and does nothing with. */
function isInertIn(reading: Reading, seen: Skill, facet: FacetId): boolean {
  const source = seen.sources[facet];
  return reading.dialect.fields.some(
    (field) =>
      field.isInert === true &&
      field.facet === facet &&
      isEqual(resolvePath(field, reading), source),
  );
}

function withWarnings(reasons: readonly CellReason[]): Pick<MatrixCell, "verdict" | "reasons"> {
  return { verdict: reasons.length === 0 ? "works" : "partial", reasons: unique(reasons) };
}

/** Several facets lost for the same reason are said once. */
function unique(reasons: readonly CellReason[]): readonly CellReason[] {
  const seen = new Set<string>();
  return reasons.filter(({ message }) => !seen.has(message) && seen.add(message));
}
