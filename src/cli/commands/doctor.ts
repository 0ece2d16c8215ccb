import { fileExists } from "../../platform/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { type CheckUp, checkUp } from "../library/check-up.ts";
import { renderCheckUp } from "../library/check-up-page.ts";
import { eachSystem, type System } from "../library/systems.ts";
import { loadTokenCounter } from "../library/tokens.ts";

/** Sums up which skills an agent has, system by system. */
export async function run(context: Context): Promise<number> {
  const count = await loadTokenCounter();
  const isAsked = context.options.text("as") !== undefined;
  const results = await eachSystem(context, (system) =>
    isAsked || isInUse(system) ? checkUp(system, count) : undefined,
  );
  context.out(
    context.options.flag("json")
      ? `${JSON.stringify({ systems: results }, undefined, 2)}\n`
      : renderAll(results, context),
  );
  return results.every(({ isSound }) => isSound) ? FINE : FINDINGS;
}

function isInUse({ library, settings }: System): boolean {
  return settings.file !== undefined || library.roots().some(({ path }) => fileExists(path));
}

function renderAll(results: readonly CheckUp[], context: Context): string {
  if (results.length === 0)
    return "No system keeps skills here. `skillwright doctor --as D` shows where one looks for them.\n";
  return results.map((result) => renderCheckUp(result, context)).join("\n");
}
