import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { defaultCount, freeName, type TreeFile, writeSkill } from "./tree.ts";

/** A skill in the unpacked corpus: its directory and the files that belong to it alone. */
interface CorpusSkill {
  readonly dir: string;
  readonly skillFile: string;
  readonly files: readonly string[];
}

const archiveName = "skills-1200.tar.gz";

/** The archive of collected skills, which is not part of the repository; undefined where absent. */
export function findCorpus(environment: NodeJS.ProcessEnv): string | undefined {
  const beside = resolve(import.meta.dirname, "..", "..", "shared", "corpus");
  const archive = join(environment["SKILLWRIGHT_CORPUS"] ?? beside, archiveName);
  return existsSync(archive) ? archive : undefined;
}

/**
 * Unpacks the archive and repeats it until `count` skills stand flat below `root`. The skill file
 * is always called `SKILL.md` there, so that every tool is given the same number of skills.
 */
export function buildCorpusTree(archive: string, root: string, count: number): void {
  const unpacked = mkdtempSync(join(tmpdir(), "skillwright-corpus-"));
  try {
    const { status } = spawnSync("tar", ["-xzf", archive, "-C", unpacked], { stdio: "inherit" });
    if (status !== 0) throw new Error("The corpus could not be unpacked: `tar` failed.");
    const skills = findSkills(unpacked);
    if (skills.length === 0) throw new Error("The corpus holds no skill.");
    const taken = new Set<string>();
    for (let index = 0; index < count; index += 1) {
      const skill = skills[index % skills.length];
      if (skill === undefined) break;
      writeSkill(join(root, freeName(basename(skill.dir), taken)), readFiles(skill));
    }
  } finally {
    rmSync(unpacked, { recursive: true });
  }
}

function findSkills(root: string): CorpusSkill[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const skills = new Map<string, { skillFile: string; files: string[] }>();
  for (const file of files) {
    if (/^skill\.md$/i.test(basename(file)) && !skills.has(dirname(file))) {
      skills.set(dirname(file), { skillFile: file, files: [] });
    }
  }
  for (const file of files) {
    skills.get(nearestSkill(file, root, skills) ?? "")?.files.push(file);
  }
  return [...skills].map(([dir, skill]) => ({
    dir,
    skillFile: skill.skillFile,
    files: skill.files,
  }));
}

/** A file belongs to the innermost skill around it; nested skills stand on their own. */
function nearestSkill(
  file: string,
  root: string,
  skills: ReadonlyMap<string, unknown>,
): string | undefined {
  for (let dir = dirname(file); dir !== root; dir = dirname(dir)) {
    if (skills.has(dir)) return dir;
  }
  return undefined;
}

function readFiles(skill: CorpusSkill): TreeFile[] {
  return skill.files.map((file) => ({
    path: file === skill.skillFile ? "SKILL.md" : relative(skill.dir, file).replaceAll(sep, "/"),
    content: readFileSync(file),
  }));
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { count: { type: "string", default: String(defaultCount) } },
  });
  const [root] = positionals;
  const archive = findCorpus(process.env);
  if (root === undefined || archive === undefined) {
    const reason =
      root === undefined ? "Usage: node bench/corpus.ts ROOT [--count N]" : "No corpus found.";
    process.stderr.write(`${reason}\n`);
    process.exitCode = 2;
    return;
  }
  buildCorpusTree(archive, resolve(root), Number(values.count));
}

if (import.meta.main) main();
