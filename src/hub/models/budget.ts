import { failure } from "../../platform/index.ts";
import { runCodes } from "../../run/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { User } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import type { ModelRules } from "./rules.ts";

/** Refuses a user who has used up the budget of the day; what is under way counts when it is over. */
export async function checkBudget(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { budget }: ModelRules,
  user: User,
): Promise<void> {
  if (budget.tokens === 0 && budget.cost === 0) return;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const { input, output, cost } = await database.query
    .selectFrom("runs")
    .select(({ fn }) => [
      fn.sum<number | string | null>("input_tokens").as("input"),
      fn.sum<number | string | null>("output_tokens").as("output"),
      fn.sum<number | string | null>("cost").as("cost"),
    ])
    .where("user_id", "=", user.id)
    .where("started_at", ">=", day)
    .executeTakeFirstOrThrow();
  const tokens = Number(input ?? 0) + Number(output ?? 0);
  if (budget.tokens > 0 && tokens >= budget.tokens)
    throw overBudget(`${format(tokens)} of ${format(budget.tokens)} tokens`);
  if (budget.cost > 0 && Number(cost ?? 0) >= budget.cost)
    throw overBudget(`${format(Number(cost ?? 0))} of ${format(budget.cost)} in costs`);
}

function overBudget(used: string): Error {
  return failure(runCodes.overBudget, `You have used ${used} for today.`, {
    hint: "The budget begins anew at midnight UTC; an administrator can raise it in Settings, Models.",
  });
}

function format(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 4 });
}
