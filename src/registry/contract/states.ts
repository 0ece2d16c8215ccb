import { marketCodes, marketRefusal } from "./diagnostics.ts";
import type { ReviewState } from "./records.ts";

/**
 * Who wants a change: a member of the publisher, a moderator, the registry by a rule of its own, or the registry
 * behind it, of whose skills it keeps copies.
 */
export type Actor = "publisher" | "moderator" | "registry" | "upstream";

/** What can happen to a version. */
export type ReviewEvent =
  | "submit"
  | "withdraw"
  | "list"
  | "flag"
  | "quarantine"
  | "appeal"
  | "yank"
  | "unyank";

interface Transition {
  readonly event: ReviewEvent;
  readonly from: readonly ReviewState[];
  readonly to: ReviewState;
  readonly by: readonly Actor[];
}

/** Everything that is possible; whatever is not listed is refused. */
const TRANSITIONS: readonly Transition[] = [
  { event: "submit", from: ["draft"], to: "in-review", by: ["publisher"] },
  { event: "withdraw", from: ["in-review"], to: "draft", by: ["publisher"] },
  {
    event: "list",
    from: ["in-review", "quarantined"],
    to: "listed",
    by: ["moderator"],
  },
  { event: "list", from: ["in-review"], to: "listed", by: ["registry"] },
  { event: "list", from: ["quarantined"], to: "listed", by: ["upstream"] },
  { event: "flag", from: ["listed", "quarantined"], to: "in-review", by: ["moderator"] },
  { event: "flag", from: ["listed"], to: "in-review", by: ["registry"] },
  {
    event: "quarantine",
    from: ["in-review", "listed", "yanked"],
    to: "quarantined",
    by: ["moderator", "registry", "upstream"],
  },
  { event: "appeal", from: ["quarantined"], to: "in-review", by: ["publisher"] },
  { event: "yank", from: ["listed"], to: "yanked", by: ["publisher", "moderator", "upstream"] },
  { event: "unyank", from: ["yanked"], to: "listed", by: ["publisher", "moderator", "upstream"] },
];

/** Where an event leads, or a refusal that says from where it does. */
export function nextState(state: ReviewState, event: ReviewEvent, actor: Actor): ReviewState {
  const known = TRANSITIONS.filter((one) => one.event === event && one.by.includes(actor));
  const found = known.find(({ from }) => from.includes(state));
  if (found !== undefined) return found.to;
  const from = [...new Set(known.flatMap((one) => one.from))];
  throw marketRefusal(
    marketCodes.wrongState,
    from.length === 0
      ? `The ${actor} may not \`${event}\`.`
      : `The state \`${state}\` does not allow \`${event}\`: it must be ${from.map((one) => `\`${one}\``).join(" or ")}.`,
  );
}

/** Who lets go of a version: those who put it where it is, or a person where users have reported it. */
export type Holder = Actor | "reporters";

/** Whether only a moderator decides what becomes of a version; its publisher can appeal. */
export function isHeld(heldBy: Holder): boolean {
  return heldBy === "moderator" || heldBy === "reporters";
}

/**
 * Whether others than the publisher and moderators may be given a version that they name. That users have
 * reported it takes it out of sight; what others depend on breaks only when somebody has looked at it.
 */
export function isGiven(state: ReviewState, heldBy?: Holder): boolean {
  if (state === "in-review") return heldBy === "reporters";
  return state === "listed" || state === "yanked";
}
