import { cacheFolder, openStore } from "../../platform/index.ts";
import type { ScanMemory } from "../../registry/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";

/** Of the sources of the scanner, put in by the build; not there where the program runs from its sources. */
declare const SCANNER_DIGEST: string | undefined;

/** Tells the scanner of this program from every other. */
export function scannerDigest(): string | undefined {
  return typeof SCANNER_DIGEST === "string" ? SCANNER_DIGEST : undefined;
}

/**
 * What the very same scanner said of trees, kept among the caches: the same skill goes into many folders. The digest of
 * a tree covers every path, byte and right to run, so that nothing else can be taken for what was scanned. Undefined
 * where nobody knows which scanner this is.
 */
export function scanMemory({
  environment,
  now,
}: Pick<LocalComputer, "environment" | "now">): ScanMemory | undefined {
  const scanner = scannerDigest();
  if (scanner === undefined) return undefined;
  const store = openStore(cacheFolder(environment), now());
  return {
    find: (name, tree) => {
      const answer = store.readAnswer("scan", [scanner, name, tree]);
      // Written below for the same scanner; a damaged file counts as none.
      return answer === undefined
        ? undefined
        : (JSON.parse(answer) as ReturnType<ScanMemory["find"]>);
    },
    keep: (name, tree, found) => {
      store.writeAnswer("scan", [scanner, name, tree], JSON.stringify(found));
    },
  };
}
