import { resolvePath, oneLine } from "../../platform/index.ts";
import { readOrganisation } from "../../run/grants/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { foldersWithLock } from "./lock-folders.ts";
import { openFolder, type SourceInput } from "./sources.ts";

/** What was asked within an hour is not asked again before something is loaded. */
const USUAL_SECONDS = 3600;
/** Nobody waits longer for a registry than that before something is loaded. */
const PATIENCE = { timeout: 5 };

/** Asks registries what became of the skills of a folder, and says which could not be asked. */
export async function fetchStates(
  computer: LocalComputer,
  folder: string,
  input: SourceInput = {},
  maxAgeMs = 0,
): Promise<void> {
  const manager = openFolder(computer, folder, { ...input, ...PATIENCE });
  for (const { address, reason } of await manager.refreshStates(maxAgeMs))
    computer.err(
      `${oneLine(`Could not ask ${address} what became of installed skills: ${reason}`)}\n`,
    );
}

/** The same before something of these places is loaded, no more often than the rules of the organisation want it. */
export async function checkStatesBeforeLoading(
  computer: LocalComputer,
  paths: readonly string[],
  input: SourceInput = {},
): Promise<void> {
  const maxAgeMs = readMaxAge(computer, input);
  for (const place of foldersWithLock(paths.map((path) => resolvePath(computer.folder, path))))
    await fetchStates(computer, place, input, maxAgeMs);
}

/** The same again and again for as long as a server runs; what comes back ends it. */
export function followStates(
  computer: LocalComputer,
  paths: () => readonly string[],
  input: SourceInput = {},
): () => void {
  const timer = setInterval(
    () => {
      checkStatesBeforeLoading(computer, paths(), input).catch((error: unknown) => {
        if (!SkillError.isInstance(error)) throw error;
        computer.err(`${oneLine(error.message)}\n`);
      });
    },
    Math.max(SHORTEST_MS, readMaxAge(computer, input)),
  ).unref();
  return () => {
    clearInterval(timer);
  };
}

const SHORTEST_MS = 10_000;

function readMaxAge({ folder, environment }: LocalComputer, { policy = [] }: SourceInput): number {
  const rules = readOrganisation({ folder, environment, named: policy });
  return 1000 * (rules?.stateMaxAgeSeconds ?? USUAL_SECONDS);
}
