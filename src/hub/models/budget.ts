/** What models may take of a user's budget, and have taken today. */
import { sql } from "kysely";
import { runError } from "../../run/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { Database } from "../data/index.ts";
import { DEFAULT_CURRENCY, type ModelRules } from "./rules.ts";

export interface BudgetPorts {
  readonly database: Database;
  readonly clock: Clock;
}

export interface BudgetContext {
  readonly tokens: number;
  readonly cost: number;
}

/** Refuses a user who has used up the budget of the day. */
export async function checkBudget(
  { database, clock }: BudgetPorts,
  { budget, currency = DEFAULT_CURRENCY }: ModelRules,
  userId: string,
): Promise<void> {
  if (budget.tokens === 0 && budget.cost === 0) return;
  const spent = await database.query
    .selectFrom("model_spending")
    .select(["tokens", "cost"])
    .where("user_id", "=", userId)
    .where("day", ">=", dayOf(clock))
    .executeTakeFirst();
  if (spent === undefined) return;
  const { tokens, cost } = spent;
  if (budget.tokens > 0 && tokens >= budget.tokens)
    throw overBudget(`${format(tokens)} of ${format(budget.tokens)} tokens`);
  if (budget.cost > 0 && cost >= budget.cost)
    throw overBudget(`${format(cost)} of ${format(budget.cost)} ${currency}`);
}

/**
 * Writes down what a call is expected to take before it is made, in the statement that looks whether anything is left:
 * calls made at the same time see each other, and one that ends with its server stays counted. Throws where nothing is
 * left. Gives what replaces the expected by what it has taken.
 */
export async function spend(
  ports: BudgetPorts,
  rules: ModelRules,
  userId: string,
  expected: BudgetContext,
): Promise<(taken: BudgetContext) => Promise<void>> {
  const { database, clock } = ports;
  const { budget } = rules;
  const day = dayOf(clock);
  const isOver = sql<boolean>`model_spending.day < excluded.day`;
  const kept = await database.query
    .insertInto("model_spending")
    .values({ user_id: userId, day, ...expected })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({
          tokens: sql<number>`case when ${isOver} then 0 else model_spending.tokens end + excluded.tokens`,
          cost: sql<number>`case when ${isOver} then 0 else model_spending.cost end + excluded.cost`,
          day: sql<string>`case when ${isOver} then excluded.day else model_spending.day end`,
        })
        .where((where) =>
          where.or([
            isOver,
            where.and([
              ...(budget.tokens > 0 ? [where("model_spending.tokens", "<", budget.tokens)] : []),
              ...(budget.cost > 0 ? [where("model_spending.cost", "<", budget.cost)] : []),
            ]),
          ]),
        ),
    )
    .returning("day")
    .executeTakeFirst();
  if (kept === undefined) {
    await checkBudget(ports, rules, userId);
    // A call that ended in between took less than was expected of it.
    return await spend(ports, rules, userId, expected);
  }
  return async (taken) => {
    await database.query
      .updateTable("model_spending")
      .set((set) => ({
        tokens: set("tokens", "+", taken.tokens - expected.tokens),
        cost: set("cost", "+", taken.cost - expected.cost),
      }))
      .where("user_id", "=", userId)
      .where("day", "=", kept.day)
      .execute();
  };
}

function dayOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().slice(0, 10);
}

function overBudget(used: string): Error {
  return runError("run/over-budget", { used });
}

function format(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 4 });
}
