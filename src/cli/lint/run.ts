import { createLinter, type FileResult, type LintReport } from "../../check/index.ts";
import { type FoundFile, processorCount, type Skipped } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { resolveInputs } from "../inputs.ts";
import { type LintCache, noCache, openCache } from "./cache.ts";
import type { Settings } from "./settings.ts";
import { createFileLinter, type Linted } from "./source.ts";

/** Below this, starting threads takes longer than they save. */
const MANY_FILES = 400;

export interface LintRun {
  readonly report: LintReport;
  /** The files of the report, in its order. */
  readonly files: readonly FoundFile[];
  readonly skipped: readonly Skipped[];
  /** Texts that stand in no file, by the paths under which they are shown. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** Lints all that the arguments name, through the cache and in several threads where it pays. */
export async function lintTree(context: Context, settings: Settings): Promise<LintRun> {
  const linter = createLinter(settings);
  const cache = context.options.isOn("cache") ? openCache(context, settings) : noCache;
  const inputs = resolveInputs(context.arguments, cache.folders?.read);
  const files = inputs.files.filter((file) => !linter.isIgnored(file.shown));
  const results = files.map((file): FileResult | undefined => cache.find(file));
  const missing = files.filter((_, index) => results[index] === undefined);
  const linted = await lintMissing(missing, { linter, settings, context, cache });
  let next = 0;
  const complete = results.map((result) => result ?? (linted[next++] as Linted).result);
  cache.save();
  return { report: linter.finish(complete), files, skipped: inputs.skipped };
}

interface Work {
  readonly linter: ReturnType<typeof createLinter>;
  readonly settings: Settings;
  readonly context: Context;
  readonly cache: LintCache;
}

async function lintMissing(files: readonly FoundFile[], work: Work): Promise<readonly Linted[]> {
  const asked = work.context.options.number("jobs");
  const isHashed = work.cache !== noCache;
  const jobs = asked ?? (files.length < MANY_FILES ? 1 : Math.min(8, processorCount()));
  let linted: readonly Linted[];
  if (jobs > 1 && files.length > 1) {
    const { lintInWorkers } = await import("../jobs.ts");
    linted = await lintInWorkers(files, { settings: work.settings, isHashed }, jobs);
  } else linted = files.map(createFileLinter(work.linter, isHashed));
  for (const [index, item] of linted.entries()) {
    const file = files[index];
    if (file !== undefined) work.cache.add(file, item);
  }
  return linted;
}
