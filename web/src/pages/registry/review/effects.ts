/** What follows from a decision, said before it is made. */
import { type State, stateWords } from "../words.tsx";
import type { Decision } from "./decision.ts";

const STATES_OF = { list: "listed", quarantine: "quarantined", review: "in-review" } as const;

const EFFECTS: { readonly [Name in State]: string } = {
  draft: "It is a draft again, which its publisher alone sees.",
  "in-review": "It waits for a moderator again and cannot be installed until then.",
  listed: "It is listed: everyone who may see the skill can find and install it.",
  quarantined:
    "It is quarantined: it cannot be installed, and its publisher loses reputation while it stays there.",
  yanked: "It is yanked: only those who name it exactly still get it.",
};

export function effectOf(decision: Decision): string {
  switch (decision.kind) {
    case "moderate":
      return EFFECTS[STATES_OF[decision.to]];
    case "report":
      return effectOfReport(decision);
    case "ban":
      return decision.isBanned
        ? "What others can get of it goes into quarantine, and it publishes nothing new."
        : "It can publish again. Quarantined versions stay there until a moderator accepts them.";
    default:
      return decision.isGranted
        ? `The version is ${decision.promotion.to} from now on.`
        : `The version stays ${decision.promotion.from}.`;
  }
}

function effectOfReport({ report, to }: Decision & { readonly kind: "report" }): string {
  const next = report.becomes[to];
  const effect =
    next === report.version_state
      ? `The version stays as it is: ${stateWords(next)}.`
      : EFFECTS[next];
  return report.kind === "report" && to === "upheld"
    ? `${effect} An upheld report costs its publisher reputation for good.`
    : effect;
}

/** Whether it would offer what the scanner refuses. */
export function isAgainstScan(decision: Decision): boolean {
  if (decision.kind === "moderate") return decision.to === "list" && decision.verdict === "block";
  if (decision.kind !== "report") return false;
  const { becomes, version_state: now, verdict } = decision.report;
  return verdict === "block" && becomes[decision.to] === "listed" && now !== "listed";
}
