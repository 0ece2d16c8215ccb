import type { ScanContext, ScanReportItem, Statement } from "../context.ts";
import type { ScanSeverity } from "../finding.ts";
import { isDefensive, isDefensiveHeading, isForbidden } from "../instructions/index.ts";
import { explain, isSecurityText, type Judged } from "./explain.ts";
import { ABOUT_SECURITY, STANCES } from "./reasons.ts";
import { namesStandIn } from "./hosts.ts";
import { isSpecimen } from "./specimen.ts";

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

/** For lures, which often stand in a marked note: nobody quotes a download link to warn of it. */
export function asNote<T extends Pick<Said, "statement">>(said: T): T {
  const { statement } = said;
  return statement.stance === "quotes" && statement.kind === "sentence"
    ? { ...said, statement: { ...statement, stance: "asks" } }
    : said;
}

/** A row of a table that tells what to do with a file of keys and an address is no entry of a list. */
const ORDERS =
  /\b(?:copy|send|upload|post|push|forward|attach|put|curl)\b[^|]{0,60}(?:\.env\b|\.ssh\b|\.aws\b|\.npmrc\b|\.netrc\b|\.kube\b)[^|]{0,100}https?:\/\//;

/** Verbs whose object is the quoted text itself: it is asked for, not shown. */
const ASKS_FOR_QUOTE = [
  /\b(?:do (?:what|as|whatever|so)|act on|carry out|perform|complete|follow|obey|apply)\b[^.]{0,80}["“„«`:]/,
  /\b(?:write|add|append|insert|save|store|put|paste|include|prepend|start)\b[^.]{0,80}["“„«`:]/,
  /\b(?:print|reply|answer|say|tell|remember)\b[^.]{0,80}["“„«`:]/,
];

/** Somebody says it, or it is named as a sample. */
const SAYS = [
  /\b(?:says?|said|saying|asks?|asked|claims?|claimed|reads?|writes?|wrote|tells?|told|requests?)\b/,
  /\b(?:contains?|containing|like|such as|called|named|titled|labell?ed|means?|mentions?|if|when)\b/,
  /\b(?:phrases?|words?|strings?|texts?|e\.g|example|examples)\b/,
];

/** Whether the words around a quotation say whose it is; "the next step is …" makes it the author's own. */
function isSaid({ folded, quoted }: Statement): boolean {
  let at = 0;
  let frame = "";
  for (const { start, end } of quoted) {
    frame += folded.slice(at, start);
    at = end;
  }
  frame += folded.slice(at);
  return isDefensive(frame) || SAYS.some((words) => words.test(frame));
}

/** How grave words are where they stand. */
export function gravityOf(
  context: ScanContext,
  severity: ScanSeverity,
  said: Pick<Said, "statement" | "isQuoted">,
): Judged {
  const { statement } = said;
  const found = reasonFor(context, said);
  if (found === undefined) return { severity };
  const isSubject = context.ask(isSecurityText);
  return explain(severity, {
    steps: found.steps + (isSubject ? 1 : 0),
    reason: isSubject ? `${found.reason}, in a skill about attacks` : found.reason,
    text: neighbours(context, statement, 0)
      .map(({ text }) => text)
      .join("\n"),
  });
}

interface Reason {
  readonly steps: number;
  readonly reason: string;
}

function reasonFor(
  context: ScanContext,
  { statement, isQuoted }: Pick<Said, "statement" | "isQuoted">,
): Reason | undefined {
  const { stance, kind, folded, view, span, headings } = statement;
  if (isQuoted && !ASKS_FOR_QUOTE.some((words) => words.test(folded)) && isSaid(statement))
    return { steps: 3, reason: "it stands between quotation marks" };
  if (stance === "quotes" || kind === "code") return { steps: 2, reason: STANCES.quotes };
  if (kind === "row" && !ORDERS.test(folded))
    return { steps: 2, reason: "it is an entry of a table" };
  if (stance === "warns") return { steps: 2, reason: STANCES.warns };
  // "Do not tell anybody, but also …" forbids one thing and asks for another.
  if (stance === "forbids" && !/\b(?:but|instead|then|also)\b/.test(folded))
    return { steps: 2, reason: STANCES.forbids };
  if (isSpecimen(context, view.file, view.original(span).start))
    return { steps: 2, reason: "a program compares other texts with it" };
  const isSample = isDefensiveHeading(headings) || namesStandIn(statement.text);
  if (isSample && context.ask(isSecurityText)) return { steps: 2, reason: ABOUT_SECURITY };
  return undefined;
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
