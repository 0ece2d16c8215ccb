import type { ScanContext, ScanReportItem, Statement } from "../context.ts";
import type { ScanSeverity } from "../finding.ts";
import { isForbidden } from "../instructions/index.ts";
import { lower } from "./search.ts";
import { isSpecimen } from "./specimen.ts";
import { isAboutSecurity } from "./topic.ts";

/** A statement in which a pattern was found and not forbidden by the words before it. */
export interface Said {
  readonly statement: Statement;
  readonly match: RegExpExecArray;
  /** It stands between quotation marks or backticks. */
  readonly isQuoted: boolean;
}

export function find(statement: Statement, pattern: RegExp): Said | undefined {
  const match = pattern.exec(statement.folded);
  if (match === null || isForbidden(statement.folded, match.index)) return undefined;
  const end = match.index + match[0].length;
  const isQuoted = statement.quoted.some(
    (quote) => quote.start <= match.index + 2 && quote.end >= end - 2,
  );
  return { statement, match, isQuoted };
}

/** The same without regard to prohibitions: for words that are themselves one, as in "do not tell". */
export function findPlainly(statement: Statement, pattern: RegExp): Said | undefined {
  const match = pattern.exec(statement.folded);
  if (match === null) return undefined;
  const end = match.index + match[0].length;
  const isQuoted = statement.quoted.some(
    (quote) => quote.start <= match.index + 2 && quote.end >= end - 2,
  );
  return { statement, match, isQuoted };
}

/** For words that are themselves a prohibition, which then takes nothing from them. */
export function withoutProhibition(said: Said): Said {
  const { statement } = said;
  return statement.stance === "forbids"
    ? { ...said, statement: { ...statement, stance: "asks" } }
    : said;
}

/** For lures, which often stand in a marked note: nobody quotes a download link to warn of it. */
export function asNote(said: Said): Said {
  const { statement } = said;
  return statement.stance === "quotes" && statement.kind === "sentence"
    ? { ...said, statement: { ...statement, stance: "asks" } }
    : said;
}

/** A row of a table that tells what to do with a file of keys and an address is no entry of a list. */
const ORDERS =
  /\b(?:copy|send|upload|post|push|forward|attach|put|curl)\b[^|]{0,60}(?:\.env\b|\.ssh\b|\.aws\b|\.npmrc\b|\.netrc\b|\.kube\b)[^|]{0,100}https?:\/\//;

/** How grave words are where they stand. */
export function gravityOf(context: ScanContext, severity: ScanSeverity, said: Said): ScanSeverity {
  const { statement, isQuoted } = said;
  const { stance, kind, folded } = statement;
  let steps = 0;
  if (isQuoted) steps += 3;
  else if (stance === "quotes" || kind === "code") steps += 2;
  else if (kind === "row" && !ORDERS.test(folded)) steps += 2;
  // "Do not tell anybody, but also …" forbids one thing and asks for another.
  const forbids = stance === "forbids" && !/\b(?:but|instead|then|also)\b/.test(folded);
  if (stance === "warns" || forbids) steps += 2;
  else if (isSpecimen(context, statement.view.file, statement.view.original(statement.span).start))
    steps += 2;
  if (steps > 0 && context.ask(isAboutSecurity)) steps += 1;
  return lower(severity, steps);
}

/** Where a statement stands in the file, for `report`. */
export function statementPlace(
  statement: Statement,
): Pick<ScanReportItem, "file" | "span" | "evidence" | "decoding"> & { readonly file: string } {
  const { view, span, text } = statement;
  return { file: view.file, span: view.original(span), evidence: text, decoding: view.decoding };
}

/** Sentences on each side that are looked at, however long a paragraph is. */
const MOST_EACH_WAY = 12;

/** Statements of one view whose blocks lie at most `reach` apart and under the same headings, itself included. */
export function neighbours(
  context: ScanContext,
  statement: Statement,
  reach: number,
): readonly Statement[] {
  const order = context.ask(orderOf);
  const { statements } = context;
  const middle = order.get(statement) ?? 0;
  const isNear = (other: Statement | undefined): other is Statement =>
    other !== undefined &&
    other.view === statement.view &&
    Math.abs(other.block - statement.block) <= reach &&
    other.headings.join("\0") === statement.headings.join("\0");
  let start = middle;
  while (middle - start < MOST_EACH_WAY && isNear(statements[start - 1])) start--;
  let end = middle + 1;
  while (end - middle <= MOST_EACH_WAY && isNear(statements[end])) end++;
  return statements.slice(start, end);
}

function orderOf({ statements }: ScanContext): ReadonlyMap<Statement, number> {
  return new Map(statements.map((statement, index) => [statement, index]));
}
