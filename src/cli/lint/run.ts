import {
  type CodeEntry,
  createLinter,
  type FileResult,
  type LintReport,
} from "../../check/index.ts";
import type { FoundFile, Skipped } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { resolveSettled } from "../inputs.ts";
import { createPool } from "../threads/pool.ts";
import { noCache, openCache } from "./cache.ts";
import type { Settings } from "./settings.ts";
import type { Linted } from "./source.ts";
import { createLintTask, type LintTaskOptions } from "./task.ts";

const MAX_THREADS = 8;

export interface LintRun {
  readonly report: LintReport;
  /** The files of the report, in its order. */
  readonly files: readonly FoundFile[];
  readonly skipped: readonly Skipped[];
  /** Texts that stand in no file, by the paths under which they are shown. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Codes of findings that are not the linter's own. */
  readonly codes?: readonly CodeEntry[];
}

/** Lints all that the arguments name, through the cache and in several threads where it pays. */
export async function lintTree(context: Context, settings: Settings): Promise<LintRun> {
  const linter = createLinter(settings);
  const cache = context.options.isOn("cache") ? openCache(context, settings) : noCache;
  const options: LintTaskOptions = { settings, isHashed: cache !== noCache };
  const jobs = context.options.number("jobs");
  const pool = createPool({ options, jobs, maxJobs: MAX_THREADS });
  // With a cache it only shows later whether there is enough to do for threads.
  const reader = cache.readFolder ?? pool.watch();
  const inputs = await resolveSettled(context.arguments, reader);
  const files = inputs.files.filter((file) => !linter.isIgnored(file.shown));
  const results = files.map((file): FileResult | undefined => cache.find(file));
  const missing = files.filter((_, index) => results[index] === undefined);
  // What the cache gave lives on, and copying it about in a small nursery would cost more than it saves.
  if (missing.length > files.length / 2) context.beginSweep();
  const linted = await pool.run(missing, createLintTask(options, linter));
  for (const [index, item] of linted.entries()) cache.add(missing[index] as FoundFile, item);
  let next = 0;
  const complete = results.map((result) => result ?? (linted[next++] as Linted).result);
  cache.save();
  return { report: linter.finish(complete), files, skipped: inputs.skipped };
}
