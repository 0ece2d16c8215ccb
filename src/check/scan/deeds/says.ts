import type { ScanContext, Statement } from "../context.ts";
import { isForbidden } from "../instructions/index.ts";
import type { Said } from "../text/prose.ts";
import { mask, type Masked } from "./mask.ts";

/** One kind of thing that a sentence can ask for, in whatever words. */
export interface Family {
  /** Over masked text in lower case. */
  readonly pattern: RegExp;
  /** The words are themselves a prohibition, as in "do not tell", so that one takes nothing from them. */
  readonly isNegative?: boolean;
  /** Over folded text, cheap: what a sentence must have to be looked at more closely. */
  readonly needs?: RegExp;
}

const MOST_TRIES = 6;
/** "Never send it without telling the user" asks for the opposite of what its last words say. */
const LEAVES_OUT = /^(?:without|no|ohne|zonder|sans|sin|sem|senza|без)\b/;

/** What the sentence says of that kind, where nothing before it forbids it. */
export function says(context: ScanContext, statement: Statement, family: Family): Said | undefined {
  if (family.needs !== undefined && !family.needs.test(statement.folded)) return undefined;
  const masked = maskedOf(context, statement);
  const { pattern, isNegative = false } = family;
  for (let from = 0, tries = 0; tries < MOST_TRIES; tries++) {
    const match = pattern.exec(from === 0 ? masked.text : masked.text.slice(from));
    if (match === null) return undefined;
    const index = from + match.index;
    const isOwn = isNegative && !LEAVES_OUT.test(match[0]);
    if (isOwn || !isForbidden(masked.text, index)) {
      const start = masked.folded(index);
      const end = masked.folded(index + match[0].length);
      // A name between backticks is only named, and a command is one to run.
      const isThing = /^<\w+>$|^curl\b/.test(match[0]);
      const isQuoted =
        !isThing &&
        statement.quoted.some((quote) => quote.start <= start + 2 && quote.end >= end - 2);
      return { statement, match, isQuoted };
    }
    from = index + Math.max(1, match[0].length);
  }
  return undefined;
}

/** Whether any of the sentences says it. */
export function saidAmong(
  context: ScanContext,
  statements: readonly Statement[],
  family: Family,
): Said | undefined {
  for (const statement of statements) {
    if (statement.stance === "warns" || statement.stance === "quotes") continue;
    const said = says(context, statement, family);
    if (said !== undefined && !said.isQuoted) return said;
  }
  return undefined;
}

export function maskedOf(context: ScanContext, statement: Statement): Masked {
  const known = context.ask(maskedTexts);
  const made = known.get(statement) ?? mask(statement);
  known.set(statement, made);
  return made;
}

function maskedTexts(): Map<Statement, Masked> {
  return new Map();
}
