import { type DetectedSecret, openSecretDetector, type SecretDetector } from "../secrets/index.ts";
import { TreeSitterReader } from "../syntax/index.ts";

/** What a scan of skills needs of this machine. */
export interface ScanEngines {
  readonly syntax: TreeSitterReader;
  readonly secrets: SecretDetector;
}

/** Each engine is loaded when a skill first needs it, and kept for as long as the value is. */
export function openScanEngines(): ScanEngines {
  let detector: Promise<SecretDetector> | undefined;
  return {
    syntax: new TreeSitterReader(),
    secrets: {
      find: async (path, text): Promise<readonly DetectedSecret[]> => {
        detector ??= openSecretDetector();
        return (await detector).find(path, text);
      },
    },
  };
}
