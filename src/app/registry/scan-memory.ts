import { cacheFolder, type Environment, openStore, computeSha256 } from "../../platform/index.ts";
import { readFeedFiles } from "../../platform/scanning/index.ts";
import type { ScanMemory } from "../../registry/index.ts";
import type { LocalComputer } from "../machine/local-computer.ts";

/** Of the sources of the scanner, put in by the build; not there where the program runs from its sources. */
declare const SCANNER_DIGEST: string | undefined;

/** Tells the scanner of this program, with the feeds that it knows, from every other. */
export function scannerDigest(environment: Environment): string | undefined {
  if (typeof SCANNER_DIGEST !== "string") return undefined;
  const feeds = readFeedFiles(environment).map(({ text }) => computeSha256(text));
  return [SCANNER_DIGEST, ...feeds].join(" ");
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
  const scanner = scannerDigest(environment);
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
