import { computeSha256 } from "../hash.ts";
import { ownVariables } from "../process/index.ts";
import { type DetectedSecret, openSecretDetector, type SecretDetector } from "../secrets/index.ts";
import { TreeSitterReader } from "../syntax/index.ts";
import { type FeedText, readFeedFiles } from "./feeds.ts";

/** What a scan of skills needs of this machine. */
export interface ScanEngines {
  readonly syntax: TreeSitterReader;
  readonly secrets: SecretDetector;
  readonly knownBad: {
    readonly feeds: readonly FeedText[];
    readonly digest: (content: string | Uint8Array) => string;
  };
}

/**
 * Each engine is loaded when a skill first needs it, and kept for as long as the value is. Feeds are those that
 * `skillwright feed update` has kept, and `named` ones.
 */
export function openScanEngines(named: readonly FeedText[] = []): ScanEngines {
  let detector: Promise<SecretDetector> | undefined;
  return {
    syntax: new TreeSitterReader(),
    secrets: {
      find: async (path, text): Promise<readonly DetectedSecret[]> => {
        detector ??= openSecretDetector();
        return (await detector).find(path, text);
      },
    },
    knownBad: { feeds: [...readFeedFiles(ownVariables()), ...named], digest: computeSha256 },
  };
}
