import type { ScanContext, Statement } from "../context.ts";
import {
  ADOPTS,
  CONSENTS,
  HIDES,
  HUSHES,
  OBEYS,
  OVERRIDES,
  says,
  SECRETS,
  SENDS,
  strangeAddress,
  type Family,
  WRITES_MEMORY,
} from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { find, gravityOf, neighbours, statementPlace } from "../text/prose.ts";

/** Places that agents read in every session and that are no files. */
const WRITE =
  /\b(?:add|append|write|insert|copy|save|store|put|inject|paste|update|modify|edit|overwrite|replace)\b[^.]{0,100}\b(?:to|into|in|with|the)\b(?:[^.]|\.(?=\w)){0,40}(?:\.claude\/settings(?:\.local)?\.json|openclaw\.json|system prompt|long-term memory)/;
const CLING =
  /\b(?:never (?:remove|delete|change)|do not (?:remove|delete)|don't (?:remove|delete)|permanent(?:ly)?|(?:in |on )?(?:every|all|each) (?:future |new )?(?:session|conversation|response|request|message|reply)s?|persist(?:s|ent)?|forever|survives?|restore it|every \d+ (?:minutes|hours))\b/;
/** What nobody hands to a text that was not read. */
const FREE_HAND =
  /(?<!\b(?:do not|don't|never|not)\b[^.\n]{0,60})\bwithout asking\b|\b(?:approve all|permanent consent|auto-?approve|do not (?:ask|mention)|no confirmation)\b/;
const ORDER = /\b(?:execute|run|curl|fetch|download|send|post|https?:\/\/\S+)\b/;
/** Orders that turn an agent against its user. */
const TURNS: readonly Family[] = [HIDES, HUSHES, OVERRIDES, CONSENTS, ADOPTS];
/** Blocks below and above in which the text that is written down stands. */
const REACH = 2;

export const agentMemory: ScanRule = {
  code: "scan/agent-memory",
  title: "A skill does not plant orders in files that the agent always reads.",
  severity: "medium",
  category: "persistence",
  hint: "Such an order stays after the skill is removed. Look at what is written there.",
  check(context) {
    for (const statement of context.statements) {
      const written = says(context, statement, WRITES_MEMORY) ?? find(statement, WRITE);
      if (written === undefined) continue;
      const planted = plantedBy(context, statement);
      // What is written often stands in a block of its own below.
      const below = statement.view.text.slice(statement.span.end, statement.span.end + 400);
      const isFree = FREE_HAND.test(`${statement.folded}\n${below.toLowerCase()}`);
      const near = neighbours(context, statement, 1);
      const clings = near.some((other) => CLING.test(other.folded));
      const orders = near.some((other) => ORDER.test(other.folded));
      const isGrave = isFree || planted.some((other) => isTurned(context, other));
      const severity = isGrave ? "high" : clings && orders ? "medium" : "info";
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, severity, written),
        confidence: "medium",
        message: "The text changes what the agent reads in every session.",
      });
    }
  },
};

/** The sentence itself, its paragraph, and the samples and quotations beside it. */
function plantedBy(context: ScanContext, statement: Statement): readonly Statement[] {
  const announces = statement.folded.endsWith(":");
  return neighbours(context, statement, REACH).filter(
    (other) =>
      other.block === statement.block ||
      other.kind === "code" ||
      other.stance === "quotes" ||
      (announces && other.block > statement.block),
  );
}

function isTurned(context: ScanContext, statement: Statement): boolean {
  // What stands in a sample is here what is asked for.
  if (statement.stance === "warns") return false;
  if (TURNS.some((family) => says(context, statement, family) !== undefined)) return true;
  const isSent = says(context, statement, SENDS) !== undefined;
  if (isSent && says(context, statement, SECRETS) !== undefined) return true;
  const isStranger = strangeAddress(statement.text) !== undefined;
  return isStranger && (isSent || says(context, statement, OBEYS) !== undefined);
}
