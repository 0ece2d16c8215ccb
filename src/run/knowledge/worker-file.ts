import { fileExists } from "../../platform/index.ts";

/** A program for a thread: in the folder `workers` beside the program in the build, beside this file in the sources. */
export function workerFile(source: URL): URL {
  const built = new URL(source.href.replace(/workers\/(?=[^/]*$)/u, "../workers/"));
  return fileExists(built) ? built : source;
}
