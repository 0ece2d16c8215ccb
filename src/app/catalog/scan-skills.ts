import type { ScanFile } from "../../check/scan/index.ts";
import type { Jobs } from "../../hub/jobs/index.ts";
import { kindOf, lastPart, reasonOf, computeSha256 } from "../../platform/index.ts";
import { readContent } from "../../platform/content/index.ts";
import type { PreparedSkill } from "./prepare.ts";
import type { SkillScanner, Verdict } from "./verdicts.ts";

/** From so many skills on, processes of their own pay, which take a while to start. */
const MANY_SKILLS = 40;
const AT_A_TIME = 2;

/** A scanner in the pool that is given; else in this process for few skills, and in others for many. */
export async function openScanner(jobs: Jobs | undefined, count: number): Promise<SkillScanner> {
  if (jobs !== undefined) return scannerWith(jobs, AT_A_TIME, async () => {});
  const { openJobs, openLocalJobs } = await import("../jobs/index.ts");
  if (count < MANY_SKILLS) return scannerWith(openLocalJobs(), 1, async () => {});
  const pool = openJobs();
  return scannerWith(pool, AT_A_TIME, () => pool.close());
}

function scannerWith(jobs: Jobs, most: number, close: SkillScanner["close"]): SkillScanner {
  return { most, close, scan: (skill) => scanInPool(jobs, skill) };
}

class SkillChanged extends Error {}

async function scanInPool(jobs: Jobs, skill: PreparedSkill): Promise<Verdict | undefined> {
  const name = lastPart(skill.found.folder);
  try {
    const given = { name, files: contentOf(skill) };
    const { scan } = await jobs.run("scan-skill", given, { isBackground: true });
    return { decision: scan.verdict, reason: scan.reason };
  } catch (error) {
    if (error instanceof SkillChanged || kindOf(skill.found.folder) !== "folder") return undefined;
    // What cannot be scanned is not known to be safe.
    return { decision: "block", reason: `It cannot be scanned: ${reasonOf(error)}.` };
  }
}

/** Everything in the folder, as `skillwright scan` reads it; fails where it is no longer what is to be served. */
function contentOf({ found, files }: PreparedSkill): readonly ScanFile[] {
  const content = readContent(found.folder);
  const byPath = new Map(content.map((file) => [file.path, file]));
  for (const { path, sha256, size } of files) {
    const file = byPath.get(path);
    // Of a very large file only the beginning is read, and the scan says so.
    if (file?.size !== undefined && file.size === size) continue;
    if (file === undefined || computeSha256(file.content) !== sha256) throw new SkillChanged();
  }
  return content;
}
