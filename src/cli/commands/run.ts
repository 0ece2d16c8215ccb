import type { Context } from "../context.ts";

/** Runs a skill: of this machine, or with `--server` of a server. */
export async function run(context: Context): Promise<number> {
  if (context.options.text("server") === undefined) {
    const { runHere } = await import("../run/run-here.ts");
    return await runHere(context);
  }
  const { runThere } = await import("../run/run-there.ts");
  return await runThere(context);
}
