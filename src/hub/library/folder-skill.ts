/** A skill in a folder of this machine, opened and saved where it lies. */
import {
  readBytesIfPresent,
  resolveCanonical,
  failure,
  joinPath,
  lastPart,
  leadsToSkill,
  linkAway,
  parentOf,
  computeSha256,
  writeFileAtomically,
} from "../../platform/index.ts";
import { LOCK_FILE, readLock } from "../../registry/lock/index.ts";
import { readForPackage } from "../../registry/package/index.ts";
import { SkillError } from "../../skill/index.ts";
import { apiCodes } from "../requests/index.ts";
import { storedSkillCodes } from "../skills/index.ts";

export interface FolderSkill {
  readonly text: string;
  /** Identifies the bytes, so that a change by another writer is noticed. */
  readonly version: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** Why it cannot be saved where it lies: a sentence. */
  readonly closed?: string;
  /** Why its other files are not among them: a sentence. */
  readonly problem?: string;
}

const MARK = "\uFEFF";

export async function openFolderSkill(file: string): Promise<FolderSkill> {
  const bytes = readMain(file);
  const closed = closedReason(file);
  return {
    text: decode(bytes),
    version: computeSha256(bytes),
    ...(await listOthers(file)),
    ...(closed === undefined ? {} : { closed }),
  };
}

/** All of it, as it is copied to another place. */
export async function readFolderSkill(
  file: string,
): Promise<
  Pick<Awaited<ReturnType<typeof readForPackage>>, "files"> & { readonly content: string }
> {
  const { files } = await readForPackage(parentOf(file));
  const main = files.find(({ path }) => path === "SKILL.md");
  if (main === undefined)
    throw failure(apiCodes.notFound, "There is no SKILL.md in the folder of the skill");
  return { content: decode(main.bytes), files: files.filter((one) => one !== main) };
}

/** A folder with too much in it still has a text that can be mended. */
async function listOthers(file: string): Promise<Pick<FolderSkill, "files" | "problem">> {
  try {
    const { files } = await readForPackage(parentOf(file));
    const others = files.filter(({ path }) => path !== lastPart(file));
    return { files: others.map(({ path, bytes }) => ({ path, size: bytes.length })) };
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return { files: [], problem: error.message };
  }
}

/** Null where the file is no text. */
export async function readFolderFile(file: string, path: string): Promise<string | null> {
  const { files } = await readForPackage(parentOf(file));
  const found = files.find((one) => one.path === path);
  if (found === undefined)
    throw failure(storedSkillCodes.notFound, `The skill has no file \`${path}\`.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(found.bytes);
  } catch {
    return null;
  }
}

/** Writes it whole or not at all, and only over what the writer has seen. Returns the new version. */
export function saveFolderSkill(file: string, text: string, version: string): string {
  const bytes = readMain(file);
  const closed = closedReason(file);
  if (closed !== undefined) throw failure(storedSkillCodes.forbidden, closed);
  if (computeSha256(bytes) !== version)
    throw failure(storedSkillCodes.changed, `\`${file}\` was changed in the meantime.`, {
      hint: "Read it again, and save over what is there now.",
    });
  // The mark at the beginning belongs to the file, not to its text.
  const content = Buffer.from(startsWithMark(bytes) ? `${MARK}${text}` : text);
  writeFileAtomically(file, content);
  return computeSha256(content);
}

function readMain(file: string): Uint8Array {
  const bytes = leadsToSkill(file) ? readBytesIfPresent(file) : undefined;
  if (bytes === undefined)
    throw failure(
      storedSkillCodes.notFound,
      `\`${file}\` is not there any more, or cannot be read.`,
    );
  return bytes;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** What was installed stops loading once it differs from what was installed, and a link leads to a file outside. */
function closedReason(file: string): string | undefined {
  if (resolveCanonical(file) !== joinPath(resolveCanonical(parentOf(file)), lastPart(file)))
    return "It is a link to another file. Change that one.";
  const folder = parentOf(file);
  const link = linkAway(folder);
  if (link !== undefined)
    return `\`${link}\` is a link that leads elsewhere. Change the skill there.`;
  try {
    if (!readLock(parentOf(folder)).has(lastPart(folder))) return undefined;
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return error.message;
  }
  return `It was installed, and \`${LOCK_FILE}\` knows its contents. Keep a copy on the server to change it.`;
}
