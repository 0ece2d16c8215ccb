import { textsInArchives } from "./artifacts/inspect.ts";
import type { SourceFile } from "./context.ts";
import { asRun } from "./run-as.ts";
import type { ScanFile, ScanInput, ScanLimits } from "./skill-files.ts";
import { readSource } from "./source-file.ts";

interface ReadFiles {
  /** In the order in which they were given. */
  readonly files: readonly SourceFile[];
  /** Paths of files of which a part was not looked at. */
  readonly unread: readonly string[];
}

/** The files of a skill and of archives in it as rules see them, within the limits. */
export function readFiles(input: ScanInput, limits: ScanLimits): ReadFiles {
  const all = [...input.files, ...textsInArchives(input.files)];
  const given = all.slice(0, limits.files);
  const unread = all.slice(limits.files).map(({ path }) => path);
  const read = new Map<ScanFile, SourceFile>();
  let room = limits.totalLength;
  for (const one of given.toSorted(byNeed)) {
    const { file, isCut } = readSource(one, limits, room);
    room -= file.text?.length ?? 0;
    read.set(one, file);
    // A link is not followed, and what the agent is told by it stands elsewhere.
    if (isCut || (one.link !== undefined && isSkill(one))) unread.push(file.path);
  }
  return { files: asRun(given.flatMap((one) => read.get(one) ?? [])), unread };
}

/** What the agent reads comes first, then small files, so that a large one takes the room from nobody else. */
function byNeed(a: ScanFile, b: ScanFile): number {
  return Number(isSkill(b)) - Number(isSkill(a)) || a.content.length - b.content.length;
}

function isSkill({ path }: ScanFile): boolean {
  return /(?:^|\/)skill\.md$/i.test(path);
}
