import { createLinter, type FileResult } from "../../../check/index.ts";
import {
  type Basis,
  emptyLedger,
  type FoundFile,
  isStable,
  openLedger,
  takeStamp,
  withoutInterruption,
} from "../../../platform/index.ts";
import type { LintRun, LintSettings, LocalLinter } from "../../check/lint-run.ts";
import { resolveRecovered } from "../inputs.ts";
import { createPool } from "../threads/pool.ts";
import type { LocalComputer } from "../local-computer.ts";
import { meterFolders } from "../meter.ts";
import { noCache, openCache } from "./cache.ts";
import { readSettings } from "./settings.ts";
import type { LintedFile } from "./source.ts";
import { createLintTask, type LintTaskOptions } from "./task.ts";

export { CONFIG_FILE } from "../../../check/index.ts";

const MAX_THREADS = 8;

export function openLinting(computer: LocalComputer): LocalLinter {
  const configs = new Set<string>();
  return {
    settings: (file) => {
      const { settings, places } = readSettings(file, computer.folder);
      for (const place of places) configs.add(place);
      return settings;
    },
    lint: async (paths, settings, options) => {
      const run = await lintTree(paths, settings, options, computer);
      computer.madeFrom?.(run.basis && withConfigs(run.basis, configs, computer.now()));
      return run;
    },
    fix: async (run, settings, options) => {
      computer.madeFrom?.(undefined);
      const { fixFiles } = await import("./fix.ts");
      return await withoutInterruption(() => fixFiles(run, settings, options));
    },
    // The scanner is large.
    scan: async (run, options) => {
      computer.madeFrom?.(undefined);
      return (await import("./scan.ts")).withScan(run, options);
    },
  };
}

/** The same with the files that are the configuration, or would be. */
function withConfigs(basis: Basis, files: ReadonlySet<string>, now: number): Basis | undefined {
  const ledger = openLedger(emptyLedger, 0);
  const others = new Map(basis.others);
  for (const file of files) {
    const stamp = takeStamp(file);
    if (stamp === undefined) others.set(file, false);
    else if (isStable(stamp, now)) ledger.add(file, stamp, []);
    else return undefined;
  }
  return { places: [...basis.places, ledger.places()], others };
}

export async function lintTree(
  paths: readonly string[],
  settings: LintSettings,
  { jobs, isCached }: Parameters<LocalLinter["lint"]>[2],
  computer: LocalComputer,
): Promise<LintRun> {
  const linter = createLinter(settings);
  const cache = isCached ? openCache(paths, settings, computer) : noCache;
  const options: LintTaskOptions = { settings, isHashed: cache !== noCache };
  const meter = computer.startMeter?.();
  const pool = createPool({ options, jobs, maxJobs: MAX_THREADS, meter });
  // With a cache it only shows later whether there is enough to do for threads.
  const reader = cache.readFolder ?? pool.watch();
  const inputs = await resolveRecovered(paths, meterFolders(meter, reader));
  const ignored = inputs.files.filter((file) => linter.isIgnored(file.shown));
  const left = new Set(ignored);
  const files = inputs.files.filter((file) => !left.has(file));
  const results = files.map((file): FileResult | undefined => cache.find(file));
  const missing = files.filter((_, index) => results[index] === undefined);
  // What the cache gave lives on, and copying it about in a small nursery would cost more than it saves.
  if (missing.length > files.length / 2) computer.tuneGc();
  const linted = await pool.run(missing, createLintTask(options, linter));
  for (const [index, item] of linted.entries()) cache.add(missing[index] as FoundFile, item);
  let next = 0;
  const complete = results.map((result) => result ?? (linted[next++] as LintedFile).result);
  cache.save();
  const { kept, skipped } = inputs;
  const isWhole = kept.length === 0 && skipped.length === 0;
  const basis = isWhole ? cache.basis(files.length) : undefined;
  return { report: linter.finish(complete), files, ignored, skipped, basis };
}
