import type { ScanPorts } from "../../check/scan/index.ts";
import { openSecretDetector, type SecretDetector } from "../../platform/secrets/index.ts";
import { TreeSitterReader } from "../../platform/syntax/index.ts";

/** The engines of this machine; each is loaded when a skill first needs it. */
export function scanPorts(): ScanPorts {
  let detector: Promise<SecretDetector> | undefined;
  return {
    syntax: new TreeSitterReader(),
    secrets: {
      find: async (path, text) => {
        detector ??= openSecretDetector();
        return (await detector).find(path, text);
      },
    },
  };
}
