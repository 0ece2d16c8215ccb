import type { ScanRule } from "../rule.ts";
import { find, findPlainly, gravityOf, neighbours, statementPlace } from "../text/prose.ts";
import { CONCEAL, OVERRIDE, PRIVATE, SEND } from "../text/words.ts";

/** Files that agents read in every session. */
const FILES = String.raw`(?:soul|memory|agents?|claude|heartbeat|identity|tools|user|bootstrap|gemini)\.md|\.cursorrules|\.windsurfrules|copilot-instructions\.md|\.claude\/settings(?:\.local)?\.json|openclaw\.json|system prompt|long-term memory`;
const WRITE = new RegExp(
  String.raw`\b(?:add|append|write|insert|copy|save|store|put|inject|paste|update|modify|edit|overwrite|replace)\b[^.]{0,100}\b(?:to|into|in|with|the)\b(?:[^.]|\.(?=\w)){0,40}(?:${FILES})`,
);
const CLING =
  /\b(?:never (?:remove|delete|change)|do not (?:remove|delete)|permanently|(?:in |on )?(?:every|all|each) (?:future |new )?(?:session|conversation|response|request|message|reply)s?|persist(?:s|ent)?|forever|survive)\b/;
/** What nobody hands to a text that was not read. */
const FREE_HAND =
  /\b(?:without asking|approve all|permanent consent|auto-?approve|do not (?:ask|mention)|no confirmation)\b/;
const ORDER = /\b(?:execute|run|curl|fetch|download|send|post|https?:\/\/\S+)\b/;

export const agentMemory: ScanRule = {
  code: "scan/agent-memory",
  title: "A skill does not plant orders in files that the agent always reads.",
  severity: "medium",
  category: "persistence",
  hint: "Such an order stays after the skill is removed. Look at what is written there.",
  check(context) {
    for (const statement of context.statements) {
      const written = find(statement, WRITE);
      if (written === undefined) continue;
      const near = neighbours(context, statement, 1);
      const isGrave = near.some(
        (other) =>
          findPlainly(other, CONCEAL) !== undefined ||
          find(other, OVERRIDE) !== undefined ||
          (find(other, PRIVATE) !== undefined && SEND.test(other.folded)),
      );
      // What is written often stands in a block of its own below.
      const below = statement.view.text.slice(statement.span.end, statement.span.end + 400);
      const isFree = FREE_HAND.test(below.toLowerCase()) || FREE_HAND.test(statement.folded);
      const clings = near.some((other) => CLING.test(other.folded));
      const orders = near.some((other) => ORDER.test(other.folded));
      const severity = isGrave || isFree ? "high" : clings && orders ? "medium" : "info";
      context.report({
        ...statementPlace(statement),
        severity: gravityOf(context, severity, written),
        confidence: "medium",
        message:
          "Unexpected change of what the agent reads in every session, expected instructions in the skill alone.",
      });
    }
  },
};
