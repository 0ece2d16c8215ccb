/** Whether skills are safe. */
import {
  type PublicScan,
  publicScan,
  scan,
  type ScanFile,
  type ScanLimits,
  type ScanTier,
} from "../../check/scan/index.ts";
import type { SkippedEntry } from "../../platform/index.ts";
import { openScanEngines } from "../../platform/scanning/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { InlineFile, InlineSkill, SkillRef } from "../fields.ts";
import { toSource } from "../sources.ts";
import type { BaselineAnswer, BaselineOptions, ScanContent, ScanRun } from "./scan-run.ts";

export interface ScanRequest extends BaselineOptions {
  readonly skills: readonly SkillRef[];
  readonly tier?: ScanTier;
  readonly feed: readonly string[];
  readonly opinion?: string;
  readonly jobs?: number;
}

export interface ScanAnswer {
  /** The scanner and its version. */
  readonly engine: string;
  readonly skills: readonly PublicScan[];
  readonly skipped: readonly SkippedEntry[];
  /** Where a file of accepted findings was named. */
  readonly baseline?: BaselineAnswer;
}

/** Less than at a terminal, since others wait for the same workers. */
const SERVER_LIMITS: Partial<ScanLimits> = {
  textLength: 500_000,
  totalLength: 2_000_000,
  files: 500,
};

// They stay loaded for as long as a worker lives, since grammars take longer to load than skills to scan.
const engines = openScanEngines();

export async function scanSkills(context: Context, request: ScanRequest): Promise<ScanAnswer> {
  const here = await context.files?.scanning();
  const scanned = await withOpinion(await scanAll(context, request), request.opinion, context);
  const { run, baseline } = here?.applyBaseline(scanned, request) ?? { run: scanned };
  return {
    engine: `skillwright-scan/${context.version}`,
    skills: run.skills.map(publicScan),
    skipped: run.skipped,
    ...(baseline === undefined ? {} : { baseline }),
  };
}

async function scanAll(context: Context, request: ScanRequest): Promise<ScanRun> {
  const { skills, tier = "community", feed, jobs } = request;
  const here = await context.files?.scanning();
  const feeds = here?.readFeeds(feed) ?? [];
  const texts = skills.filter((ref) => typeof ref !== "string");
  const paths = skills.filter((ref) => typeof ref === "string");
  if (texts.length === 0 && here !== undefined)
    return await here.scan(paths, { tier, feeds, jobs });
  const [path] = paths;
  if (path !== undefined) throw fail("app/inline-only", { ref: path });
  const limits = here === undefined ? SERVER_LIMITS : {};
  const ports = feeds.length === 0 ? engines : openScanEngines(feeds);
  const given = texts.map((text) => toContent(text, context.files));
  const scanned: ScanRun["skills"][number][] = [];
  for (const { path: shown, content } of given) {
    const report = await scan({ ...content, ports, limits }, { tier });
    scanned.push({ path: shown, report });
  }
  return {
    skills: scanned,
    contents: given.map(
      ({ content }) =>
        () =>
          content,
    ),
    skipped: [],
  };
}

/** A skill whose files are sent along. */
function toContent(
  skill: InlineSkill,
  files: Context["files"],
): { readonly path: string; readonly content: ScanContent } {
  const { path, directory, content } = toSource(skill, files);
  const at = path.lastIndexOf("/");
  const sent = (skill.files ?? []).filter((file) => typeof file !== "string");
  const all: readonly ScanFile[] = [{ path: path.slice(at + 1), content }, ...sent.map(toFile)];
  const seen = new Set<string>();
  for (const file of all) {
    if (seen.has(file.path)) throw fail("app/repeated-file", { path: file.path });
    seen.add(file.path);
  }
  return {
    path: at === -1 ? "." : path.slice(0, at),
    content: { files: all, ...(directory === undefined ? {} : { directory }) },
  };
}

function toFile({ path, text, base64, bytes, size }: InlineFile): ScanFile {
  const content =
    bytes ?? (base64 === undefined ? (text ?? "") : new Uint8Array(Buffer.from(base64, "base64")));
  return { path, content, ...(size === undefined ? {} : { size }) };
}

/** Asks a language model as well, where the caller wants that. */
async function withOpinion(
  run: ScanRun,
  asked: string | undefined,
  { models, progress }: Context,
): Promise<ScanRun> {
  if (asked === undefined || models === undefined) return run;
  const { withSecondOpinion } = await import("./second-opinion.ts");
  return await withSecondOpinion(run, await models(), asked, progress);
}
