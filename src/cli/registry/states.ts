import { resolvePath, oneLine } from "../../platform/index.ts";
import { readOrganisation } from "../../run/grants/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { foldersWithLock } from "./lock-folders.ts";
import { managerOf } from "./share.ts";

/** What was asked within an hour is not asked again before something is loaded. */
const USUAL_SECONDS = 3600;
/** Nobody waits longer for a registry than that before something is loaded. */
const PATIENCE = { timeoutMs: 5000 };

/** Asks registries what became of the skills of a folder, and says which could not be asked. */
export async function askStates(context: Context, folder: string, maxAgeMs = 0): Promise<void> {
  const unasked = await managerOf(context, folder, PATIENCE).refreshStates(maxAgeMs);
  for (const { address, reason } of unasked)
    context.err(
      `${oneLine(`Could not ask ${address} what became of installed skills: ${reason}`)}\n`,
    );
}

/** The same before something of these places is loaded, no more often than the rules of the organisation want it. */
export async function askBeforeLoading(context: Context, paths: readonly string[]): Promise<void> {
  const maxAgeMs = maxAgeOf(context);
  for (const place of foldersWithLock(paths.map((path) => resolvePath(context.folder, path))))
    await askStates(context, place, maxAgeMs);
}

/** The same again and again for as long as a server runs; what comes back ends it. */
export function followStates(context: Context, paths: () => readonly string[]): () => void {
  const timer = setInterval(
    () => {
      askBeforeLoading(context, paths()).catch((error: unknown) => {
        if (!SkillError.isInstance(error)) throw error;
        context.err(`${oneLine(error.message)}\n`);
      });
    },
    Math.max(SHORTEST_MS, maxAgeOf(context)),
  ).unref();
  return () => {
    clearInterval(timer);
  };
}

const SHORTEST_MS = 10_000;

function maxAgeOf({ folder, environment, options }: Context): number {
  const rules = readOrganisation({ folder, environment, named: options.texts("policy") });
  return 1000 * (rules?.stateMaxAgeSeconds ?? USUAL_SECONDS);
}
