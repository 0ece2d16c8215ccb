import { fileURLToPath } from "node:url";
import { fileExists } from "../../../platform/index.ts";

/** Programs that run beside this one, in processes of their own. */
export interface WorkerFiles {
  readonly python: string;
  readonly node: string;
  /** What modules import as `skillwright/tools`. */
  readonly helper: string;
}

/** They lie beside the folder of this file, in the sources as in the build. */
export function findWorkers(): WorkerFiles {
  const helpers = [at("../tools/index.js"), at("../helper/index.ts")];
  const helper = helpers.find((url) => fileExists(url)) ?? at("../helper/index.ts");
  return {
    python: fileURLToPath(at("../workers/worker.py")),
    node: fileURLToPath(at("../workers/worker.mjs")),
    helper: fileURLToPath(helper),
  };
}

function at(path: string): URL {
  return new URL(path, import.meta.url);
}
