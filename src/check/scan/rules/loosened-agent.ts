import type { ScanContext, Statement } from "../context.ts";
import {
  CONSENTS,
  HIDES,
  HUSHES,
  LOOSENS,
  maskedOf,
  saidAmong,
  says,
  UNASKED,
} from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, statementPlace } from "../text/prose.ts";

/** The user decides, or walls stand around the agent. */
const WITHIN =
  /\b(?:ask|asks|if (?:the user|you|they)|when the user|only (?:in|inside|when|if|use)|containers?|docker|ci|sandboxed|disposable|throwaway|isolated|ephemeral|vm|opt-?in|test project|demo|user (?:wants|chooses|prefers|confirms)|at your own risk|understands? the risk)\b/;

export const loosenedAgent: ScanRule = {
  code: "scan/loosened-agent",
  title: "A skill leaves the guards of the agent as they are.",
  severity: "high",
  category: "privilege",
  hint: "Whoever installs a skill does not agree to this. Ask for the one right that the work needs.",
  check(context) {
    for (const statement of context.statements) {
      const said = says(context, statement, LOOSENS);
      if (said === undefined) continue;
      const near = neighbours(context, statement, 0);
      const isTaken = [CONSENTS, HIDES, HUSHES].some(
        (family) => saidAmong(context, near, family) !== undefined,
      );
      const isOpen = near.some(({ folded }) => WITHIN.test(folded));
      const isUnasked = saidAmong(context, near, UNASKED) !== undefined;
      const kinds = kindsIn(context, near);
      const isGrave = isTaken || (!isOpen && (isUnasked ? kinds > 0 : kinds > 1));
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, isGrave ? "high" : "info", { ...said, isQuoted: false }),
        confidence: isTaken ? "high" : "medium",
        message: "The text tells the agent to switch off its own safeguards.",
      });
    }
  },
};

/** How many different guards are named in sentences that ask. */
function kindsIn(context: ScanContext, near: readonly Statement[]): number {
  const all = new RegExp(LOOSENS.pattern.source, "g");
  const kinds = near
    .filter(({ stance, kind }) => stance === "asks" && kind === "sentence")
    .flatMap((statement) => [...maskedOf(context, statement).text.matchAll(all)])
    .map(
      ([words]) =>
        /sandbox|log|protection|prompt|confirm|approv|allow|bash|bypass|skip|yolo/.exec(
          words,
        )?.[0] ?? words,
    );
  return new Set(kinds).size;
}
