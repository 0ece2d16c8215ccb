import { type ClaimedRun, MOST_ATTEMPTS, type RunEnd } from "../../run/workflow/index.ts";
import type { Database } from "../data/index.ts";
import { databaseMoment } from "./database-moment.ts";

/** For so long after a run was given up, others of its user that were at work when a server ended are, too. */
const SUSPICION_MS = 3_600_000;
/** One is at work at a time, and one that has ended is enough. */
const MOST_OTHERS = 100;

/**
 * What becomes of a run that nobody works on. Many runs of one user that each end a server twice would be as bad as one
 * that ends it for ever, so they are tried one after the other, also by several servers, and given up with the first.
 */
export async function judgeLeftRun(
  database: Database,
  { userId, attempts }: { readonly userId: string; readonly attempts: number },
): Promise<"take" | "wait" | NonNullable<ClaimedRun["givenUp"]>> {
  if (attempts >= MOST_ATTEMPTS) return "run";
  if (attempts === 0) return "take";
  const others = await database.query
    .selectFrom("workflow_runs")
    .select(["status", "claimed_by"])
    .where("user_id", "=", userId)
    .where("attempts", ">=", MOST_ATTEMPTS)
    .where((where) =>
      where.or([
        where("status", "=", "running"),
        where.and([
          where("status", "=", "failed"),
          where("updated_at", ">=", databaseMoment(database, -SUSPICION_MS)),
        ]),
      ]),
    )
    .limit(MOST_OTHERS)
    .execute();
  if (others.length === 0) return "take";
  const isAtWork = others.every(
    ({ status, claimed_by }) => status === "running" && claimed_by !== null,
  );
  return isAtWork ? "wait" : "user";
}

/** Whether a run has come to an end by itself, as one that is given up has not. */
export function isOwnEnd(end: RunEnd | undefined): boolean {
  return end !== undefined && !(end.status === "failed" && end.isGivenUp === true);
}
