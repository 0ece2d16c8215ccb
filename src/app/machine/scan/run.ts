import { FEED_CODE, readFeed, type ScannedSkill } from "../../../check/scan/index.ts";
import {
  failure,
  type FolderReader,
  type FoundFile,
  isInside,
  joinShown,
  kindOf,
  type Meter,
  parentOf,
  readFolder,
  readText,
  reasonOf,
  resolvePath,
  showPath,
  type SkippedEntry,
} from "../../../platform/index.ts";
import { readContent } from "../../../platform/content/index.ts";
import type { FeedText } from "../../../platform/scanning/index.ts";
import { SkillError } from "../../../skill/index.ts";
import type { LocalScanning } from "../../check/scan-run.ts";
import { isSkillPath, resolveInputs, resolveRecovered } from "../inputs.ts";
import type { LocalComputer } from "../local-computer.ts";
import { meterFolders } from "../meter.ts";
import { createPool, type Pool } from "../threads/pool.ts";
import { applyBaseline } from "./baseline.ts";
import { readScanContent } from "./content.ts";
import type { ScanTaskOptions } from "./options.ts";
import { createScanTask } from "./task.ts";

const MAX_THREADS = 8;
/** A skill takes milliseconds, a thread with its grammars some hundred. */
const MANY_SKILLS = 150;

export function openScanning({ now, startMeter }: LocalComputer): LocalScanning {
  return {
    readFeeds,
    scan: (paths, options) => scanPaths(paths, options, startMeter?.()),
    applyBaseline: (run, options) => applyBaseline(run, options, now()),
  };
}

async function scanPaths(
  paths: readonly string[],
  { tier, feeds, jobs }: Parameters<LocalScanning["scan"]>[1],
  meter: Meter | undefined,
): ReturnType<LocalScanning["scan"]> {
  const options: ScanTaskOptions = { kind: "scan", tier, feeds };
  const pool = poolFor(options, jobs, meter);
  const links: string[] = [];
  const reader = meterFolders(meter, pool.watch(withoutLinks(links)));
  const inputs = await resolveRecovered(paths, reader);
  const places = [...inputs.files, ...foldersWithout(paths)];
  const skills = await pool.run(places, createScanTask(options));
  return {
    skills,
    contents: places.map((place) => () => readScanContent(place)),
    skipped: [...inputs.skipped, ...linksOutside(links, places)],
  };
}

/** A link would lead the scanner out of what it was asked to look at, or in a circle; a skill's own are findings. */
function withoutLinks(links: string[]): FolderReader {
  return (path) => {
    const content = readFolder(path);
    for (const name of content.links) links.push(joinShown(path, name));
    return { ...content, links: [] };
  };
}

/** Links to folders and in the place of skills, where no report names them. */
function linksOutside(
  links: readonly string[],
  places: readonly FoundFile[],
): readonly SkippedEntry[] {
  const folders = places.map(({ path }) => (kindOf(path) === "folder" ? path : parentOf(path)));
  return links
    .filter((link) => !folders.some((folder) => isInside(resolvePath(link), resolvePath(folder))))
    .filter((link) => isSkillPath(link) || leadsToFolder(link))
    .map((link) => ({
      path: showPath(link),
      reason: "it is a link, and links are not followed",
      isFailure: isSkillPath(link),
    }));
}

function leadsToFolder(link: string): boolean {
  try {
    return kindOf(link) === "folder";
  } catch {
    return false;
  }
}

export async function scanFound(
  places: readonly FoundFile[],
  jobs: number | undefined,
): Promise<readonly ScannedSkill[]> {
  const options: ScanTaskOptions = { kind: "scan", tier: "community", feeds: [] };
  return await poolFor(options, jobs).run(places, createScanTask(options));
}

function poolFor(options: ScanTaskOptions, jobs: number | undefined, meter?: Meter): Pool {
  if (jobs !== undefined && jobs < 1)
    throw failure("cli/usage", `\`--jobs\` must be 1 or more, not \`${jobs}\`.`, {
      hint: "Without the option, the number of processors decides.",
    });
  return createPool({ options, jobs, maxJobs: MAX_THREADS, manyFiles: MANY_SKILLS, meter });
}

/** A folder that was named and holds no skill is looked at as a whole: it may be one without its SKILL.md. */
function foldersWithout(words: readonly string[]): readonly FoundFile[] {
  return words
    .filter((word) => kindOf(word) === "folder")
    .filter((word) => resolveInputs([word], withoutLinks([])).files.length === 0)
    .filter((word) => readContent(word, { files: 1, bytes: 0 }).length > 0)
    .map((word) => ({ path: word, shown: showPath(word) }));
}

function readFeeds(files: readonly string[]): readonly FeedText[] {
  return files.map((file) => {
    const text = readNamed(file);
    const { value, diagnostics } = readFeed(text, file);
    const [first] = diagnostics;
    if (value === undefined || first !== undefined)
      throw new SkillError(
        first ?? { code: FEED_CODE, severity: "error", message: "The feed is not valid." },
      );
    return { file, text };
  });
}

function readNamed(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
      file,
      cause: error,
    });
  }
}
