import { withoutControls } from "../../platform/index.ts";
import { type Context, FINE } from "../context.ts";
import { costOf } from "../library/cost.ts";
import { renderCost } from "../library/cost-table.ts";
import { noList } from "../library/ruleless.ts";
import { systemProblems, warnOf } from "../library/system-problems.ts";
import { oneSystem, type System } from "../library/systems.ts";
import { loadTokenCounter } from "../library/tokens.ts";

/** Shows what the model is told of the skills, and what that costs. */
export async function run(context: Context): Promise<number> {
  const system = await oneSystem(context);
  try {
    if (system.dialect.listing === undefined) throw noList(system.dialect);
    warnOf(systemProblems(system), context);
    context.out(await answer(system, context));
  } finally {
    await system.library.close();
  }
  return FINE;
}

async function answer(system: System, context: Context): Promise<string> {
  const isJson = context.options.flag("json");
  const { prompt } = system.library.snapshot();
  if (!context.options.flag("explain")) {
    // Whoever reads it by program gets every character as the model does, and no more.
    if (!isJson)
      return context.terminal.isTerminal ? `${withoutControls(prompt.trimEnd())}\n` : prompt;
    return `${JSON.stringify({ dialect: system.dialect.id, prompt }, undefined, 2)}\n`;
  }
  const cost = costOf(system, await loadTokenCounter());
  return isJson ? `${JSON.stringify(cost, undefined, 2)}\n` : renderCost(cost, context);
}
