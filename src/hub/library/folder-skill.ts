/** A skill in a folder of this machine, opened and saved where it lies. */
import {
  bytesOf,
  canonicalOf,
  failure,
  joinPath,
  lastPart,
  leadsToSkill,
  linkAway,
  parentOf,
  sha256Of,
  writeFileAtomically,
} from "../../platform/index.ts";
import { LOCK_FILE, readLock } from "../../registry/lock/index.ts";
import { readForPackage } from "../../registry/package/index.ts";
import { SkillError } from "../../skill/index.ts";
import { shelfCodes } from "../skills/index.ts";

export interface FolderSkill {
  readonly text: string;
  /** Names the bytes, so that a change by somebody else is noticed. */
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
  const closed = whyClosed(file);
  return {
    text: decode(bytes),
    version: sha256Of(bytes),
    ...(await listOthers(file)),
    ...(closed === undefined ? {} : { closed }),
  };
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
  if (found === undefined) throw failure(shelfCodes.notFound, `The skill has no file \`${path}\`.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(found.bytes);
  } catch {
    return null;
  }
}

/** Writes it whole or not at all, and only over what the writer has seen. Returns the new version. */
export function saveFolderSkill(file: string, text: string, version: string): string {
  const bytes = readMain(file);
  const closed = whyClosed(file);
  if (closed !== undefined) throw failure(shelfCodes.forbidden, closed);
  if (sha256Of(bytes) !== version)
    throw failure(shelfCodes.changed, `\`${file}\` was changed in the meantime.`, {
      hint: "Read it again, and save over what is there now.",
    });
  // The mark at the beginning belongs to the file, not to its text.
  const content = Buffer.from(startsWithMark(bytes) ? `${MARK}${text}` : text);
  writeFileAtomically(file, content);
  return sha256Of(content);
}

function readMain(file: string): Uint8Array {
  const bytes = leadsToSkill(file) ? bytesOf(file) : undefined;
  if (bytes === undefined)
    throw failure(shelfCodes.notFound, `\`${file}\` is not there any more, or cannot be read.`);
  return bytes;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** What was installed stops loading once it differs from what was installed, and a link leads to somebody else's file. */
function whyClosed(file: string): string | undefined {
  if (canonicalOf(file) !== joinPath(canonicalOf(parentOf(file)), lastPart(file)))
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
