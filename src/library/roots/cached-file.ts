import { isUtf8 } from "node:buffer";
import { hashOf, readBytes } from "../../platform/index.ts";
import type { FileMark } from "../../platform/tree/index.ts";
import {
  decodeText,
  type Diagnostic,
  type Dialect,
  getKey,
  isObject,
  parseRelaxedJson,
  readAs,
  readDocument,
  type Reading,
} from "../../skill/index.ts";
import { rootCodes, rootProblem } from "./diagnostics.ts";
import { readHead, readWhole } from "./head.ts";
import type { OpenedFile } from "./tree.ts";

/** What is kept of a file that was opened. */
export type CachedFile =
  | {
      readonly kind: "skill";
      readonly reading: Reading;
      /** Equal for equal content. */
      readonly hash: string;
      readonly size: number;
    }
  | { readonly kind: "left"; readonly problem: Diagnostic }
  | { readonly kind: "origin"; readonly key: string | undefined };

/** Where nothing else limits it, so that nobody fills the memory with one file. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_ORIGIN_BYTES = 64 * 1024;

export interface FileRules {
  readonly dialect: Dialect;
  /** The most bytes that the system reads. */
  readonly maxBytes: number;
  readonly refusesHardLinks: boolean;
  /** Changes are told by the marks of files alone. */
  readonly tellsByMark: boolean;
}

export function isReadable(mark: FileMark, rules: FileRules): boolean {
  const isAlone = !rules.refusesHardLinks || mark.names === 1;
  return isAlone && mark.size <= Math.min(rules.maxBytes, MOST_BYTES);
}

/** `path` is how the system names the file, `file` where it lies. */
export function cacheSkill(
  { bytes, mark, isWhole = true }: OpenedFile,
  rules: FileRules,
  path: string,
  file: string,
): CachedFile | undefined {
  if (rules.refusesHardLinks && mark.names > 1)
    return { kind: "left", problem: hardLink(file, mark) };
  const { size } = mark;
  if (bytes !== undefined) {
    // Who looks once has the next file read into the same bytes.
    const bytesOf = rules.tellsByMark ? () => readBytes(file) : () => bytes;
    const head =
      isWhole && !isUtf8(bytes) ? undefined : readHead(bytes, rules.dialect, path, bytesOf);
    const reading = isWhole ? (head ?? readWhole(bytes, rules.dialect, path, bytesOf)) : head;
    const hash = rules.tellsByMark ? mark.stamp : hashOf(bytes);
    return reading && { kind: "skill", reading, hash, size };
  }
  if (size <= rules.maxBytes) return { kind: "left", problem: largeFile(file, size) };
  // The gate knows by its size that it is over the limit of the system, and says so.
  const reading = readAs(rules.dialect, readDocument(""), { path });
  return { kind: "skill", reading, hash: mark.stamp, size };
}

function hardLink(file: string, mark: FileMark): Diagnostic {
  return rootProblem(rootCodes.hardLink, `The file is a hard link: it has ${mark.names} names.`, {
    file,
    hint: "Replace the file by a copy: a hard-linked file can change unnoticed.",
  });
}

function largeFile(file: string, size: number): Diagnostic {
  const message = `The file has ${size} bytes; at most ${MOST_BYTES} are allowed.`;
  return rootProblem(rootCodes.tooLarge, message, {
    file,
    hint: "Move long material into files beside it.",
  });
}

export function isReadableOrigin(mark: FileMark): boolean {
  return mark.size <= MOST_ORIGIN_BYTES;
}

/** What whoever installed a skill has left beside it. */
export function cacheOrigin(
  { bytes, isWhole = true }: OpenedFile,
  key: string,
): CachedFile | undefined {
  if (!isWhole) return undefined;
  const value = bytes === undefined ? undefined : parseRelaxedJson(decodeText(bytes).text, "json5");
  const found = isObject(value) ? getKey(value, key) : undefined;
  const isText = typeof found === "string" && found.trim() !== "";
  return { kind: "origin", key: isText ? found.trim() : undefined };
}
