import { IN_MEMORY } from "../../platform/index.ts";
import { embeddingFolder, localEmbeddings } from "../../run/knowledge/index.ts";
import type { EmbeddingModel } from "../../run/models/index.ts";

/** The embedding model of this machine, where one is installed: loaded with the first text that it is given. */
export function openEmbeddings(dataFolder: string): EmbeddingModel | undefined {
  const folders = dataFolder === IN_MEMORY ? [] : [embeddingFolder(dataFolder)];
  return localEmbeddings({ folders, atOnce: 1 });
}
