/** Pictures and documents that go to a model with a question. */
import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import { runError } from "../errors.ts";
import type { AttachedFile } from "./model.ts";

/** What models read themselves; text is put before the question, since few take it as a file. */
const TYPES: { readonly [ending: string]: string } = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

const FILE_TYPES = "PNG, JPEG, GIF, WebP, PDF or text in UTF-8";
const MOST_FILES = 10;
/** Of all files of one question. */
export const MOST_FILE_BYTES = 4_000_000;

/** Files by their names and bytes; refuses what no model could read, and more than one question may bring. */
export function attachFiles(
  given: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): readonly AttachedFile[] {
  const bytes = given.reduce((sum, file) => sum + file.bytes.length, 0);
  if (given.length > MOST_FILES || bytes > MOST_FILE_BYTES)
    throw runError("run/bad-file", { most: MOST_FILES, mostBytes: MOST_FILE_BYTES });
  return given.map(({ name, bytes: content }) => attachFile(name, content));
}

function attachFile(name: string, bytes: Uint8Array): AttachedFile {
  const ending = /\.([a-z0-9]{1,5})$/u.exec(name.toLowerCase())?.[1] ?? "";
  const known = Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
  if (known !== undefined) return { name, mediaType: known, bytes };
  if (isText(bytes)) return { name, mediaType: "text/plain", bytes };
  throw runError("run/bad-file", { name, types: FILE_TYPES });
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
}

export function filePart(file: AttachedFile): LanguageModelV4FilePart | LanguageModelV4TextPart {
  const { name: filename, mediaType, bytes } = file;
  if (mediaType !== "text/plain")
    return { type: "file", filename, mediaType, data: { type: "data", data: bytes } };
  return { type: "text", text: `File ${filename}:\n\n${new TextDecoder().decode(bytes)}\n\n` };
}
