import { createLinter, type FileResult } from "../../../check/index.ts";
import { type FoundFile, withoutInterruption } from "../../../platform/index.ts";
import type { LintRun, LintSettings, LocalLinting } from "../../check/lint-run.ts";
import { resolveSettled } from "../inputs.ts";
import { createPool } from "../threads/pool.ts";
import type { LocalComputer } from "../local-computer.ts";
import { noCache, openCache } from "./cache.ts";
import { readSettings } from "./settings.ts";
import type { Linted } from "./source.ts";
import { createLintTask, type LintTaskOptions } from "./task.ts";

const MAX_THREADS = 8;

export function openLinting(computer: LocalComputer): LocalLinting {
  return {
    settings: (file) => readSettings(file, computer.folder),
    lint: async (paths, settings, options) => await lintTree(paths, settings, options, computer),
    fix: async (run, settings, options) => {
      const { fixFiles } = await import("./fix.ts");
      return await withoutInterruption(() => fixFiles(run, settings, options));
    },
    // The scanner is large.
    scan: async (run, options) => (await import("./scan.ts")).withScan(run, options),
  };
}

export async function lintTree(
  paths: readonly string[],
  settings: LintSettings,
  { jobs, isCached }: Parameters<LocalLinting["lint"]>[2],
  computer: LocalComputer,
): Promise<LintRun> {
  const linter = createLinter(settings);
  const cache = isCached ? openCache(paths, settings, computer) : noCache;
  const options: LintTaskOptions = { settings, isHashed: cache !== noCache };
  const pool = createPool({ options, jobs, maxJobs: MAX_THREADS });
  // With a cache it only shows later whether there is enough to do for threads.
  const reader = cache.readFolder ?? pool.watch();
  const inputs = await resolveSettled(paths, reader);
  const ignored = inputs.files.filter((file) => linter.isIgnored(file.shown));
  const left = new Set(ignored);
  const files = inputs.files.filter((file) => !left.has(file));
  const results = files.map((file): FileResult | undefined => cache.find(file));
  const missing = files.filter((_, index) => results[index] === undefined);
  // What the cache gave lives on, and copying it about in a small nursery would cost more than it saves.
  if (missing.length > files.length / 2) computer.beginSweep();
  const linted = await pool.run(missing, createLintTask(options, linter));
  for (const [index, item] of linted.entries()) cache.add(missing[index] as FoundFile, item);
  let next = 0;
  const complete = results.map((result) => result ?? (linted[next++] as Linted).result);
  cache.save();
  return { report: linter.finish(complete), files, ignored, skipped: inputs.skipped };
}
