import { cacheFolder, openStore } from "../../platform/index.ts";
import type { ScanMemory } from "../../registry/index.ts";
import type { Context } from "../context.ts";

/**
 * What the scanner of this version said of trees, kept among the caches: the same skill goes into many folders. The
 * digest covers every path, byte and right to run, so that nothing else can be taken for what was scanned.
 */
export function scanMemory({ environment, now, version }: Context): ScanMemory {
  const store = openStore(cacheFolder(environment), now());
  return {
    find: (name, tree) => {
      const answer = store.readAnswer("scan", [version, name, tree]);
      // Written below by the same version; a damaged file counts as none.
      return answer === undefined
        ? undefined
        : (JSON.parse(answer) as ReturnType<ScanMemory["find"]>);
    },
    keep: (name, tree, found) => {
      store.writeAnswer("scan", [version, name, tree], JSON.stringify(found));
    },
  };
}
