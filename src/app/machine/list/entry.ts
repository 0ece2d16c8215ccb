import {
  createPrefixReader,
  errorCode,
  type FoundFile,
  type PrefixReader,
  reasonOf,
} from "../../../platform/index.ts";
import { type DecodedText, decodeText, readDocument } from "../../../skill/index.ts";
import { toEntry } from "../../library/entry.ts";
import type { Entry } from "../../library/listing.ts";
import { readFolderName } from "../inputs.ts";

export type EntryReader = (file: FoundFile) => Entry;

/** Reads entries one after the other; only the frontmatter is looked at. */
export function createEntryReader(): EntryReader {
  const readPrefix = createPrefixReader(hasFrontmatter);
  return (file) => {
    try {
      const head = readPrefix(file.path, true);
      const entry = readEntry(file, decoded(head));
      // Some systems describe a skill by its first paragraph, which is not in the head.
      if (entry.description !== undefined && entry.name !== undefined) return entry;
      return readEntry(file, decoded(readPrefix(file.path)));
    } catch (error) {
      if (errorCode(error) === "") throw error;
      const failure = reasonOf(error);
      return { path: file.shown, errors: 1, warnings: 0, codes: ["read/unreadable"], failure };
    }
  };
}

function decoded({ text, bytes }: ReturnType<PrefixReader>): DecodedText {
  return bytes === undefined ? { text, problems: [] } : decodeText(bytes);
}

const CLOSER = /\n---[ \t]*\r?\n/;

/** True when both fences are in the text. Other files are read whole, to tell what is odd about them. */
function hasFrontmatter(text: string): boolean {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return text.startsWith("---", start) && CLOSER.test(text);
}

function readEntry(file: FoundFile, { text, problems }: DecodedText): Entry {
  return toEntry(readDocument(text, problems), file.shown, readFolderName(file));
}
