/** The instructions of the last run, for a start that is answered before the skills are read. */
import { cacheFolder, openStore, takeStamp } from "../../../platform/index.ts";

/** A file of a skill that the text lists, and what told it from every other. */
type KnownFile = readonly [path: string, stamp: string];

interface Memory {
  readonly text: string;
  readonly files: readonly KnownFile[];
}

export interface InstructionMemory {
  /** The text, where every skill that it lists is still the same. */
  readonly recall: () => string | undefined;
  readonly keep: (text: string, files: readonly string[]) => void;
}

const ANSWER = "mcp-instructions";

/** For one set of folders and options; of another program nothing is taken over. */
export function openMemory(
  environment: { readonly [name: string]: string | undefined },
  question: readonly string[],
): InstructionMemory {
  const store = (): ReturnType<typeof openStore> => openStore(cacheFolder(environment), Date.now());
  return {
    recall: () => {
      const kept = store().readAnswer(ANSWER, question);
      if (kept === undefined) return undefined;
      // Written below by the same program; a damaged file counts as none.
      const { text, files } = JSON.parse(kept) as Memory;
      return files.every(([path, stamp]) => stampOf(path) === stamp) ? text : undefined;
    },
    keep: (text, files) => {
      const memory: Memory = { text, files: files.map((path) => [path, stampOf(path)]) };
      store().writeAnswer(ANSWER, question, JSON.stringify(memory));
    },
  };
}

function stampOf(path: string): string {
  const stamp = takeStamp(path);
  return stamp === undefined ? "" : [stamp.inode, stamp.size, stamp.modified, stamp.changed].join();
}
