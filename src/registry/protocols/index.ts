/** The registry in the words of other programs: each face a file or folder, all of them over one market. */
import { clawHubFace, type ClawHubOptions } from "./clawhub/index.ts";
import { discoveryFace } from "./discovery.ts";
import { downloadFace } from "./download.ts";
import type { Face } from "./face.ts";
import { gaiaHubFace } from "./gaia-hub/index.ts";
import { gitFace } from "./git/index.ts";
import { logFace } from "./log.ts";
import { npmFace } from "./npm.ts";
import { oauthFace, type OAuthOptions } from "./oauth/index.ts";
import { INDEX_SIZE } from "./pages.ts";
import { renovateFace } from "./renovate.ts";

export { answerVisit, type Face, type FaceRow, type Visit } from "./face.ts";

export { type Authorization, resourceMetadataUrl } from "./oauth/index.ts";

export interface FaceOptions extends ClawHubOptions {
  /** How programs log people in. */
  readonly oauth: OAuthOptions;
  /** Skills on one page of an index of all skills. */
  readonly indexSize?: number;
}

/** Every protocol that is spoken. */
export function createFaces(options: FaceOptions): readonly Face[] {
  const { indexSize = INDEX_SIZE } = options;
  return [
    clawHubFace(options),
    gaiaHubFace(indexSize),
    discoveryFace(indexSize),
    downloadFace(),
    npmFace(),
    gitFace(),
    logFace(),
    renovateFace(),
    oauthFace(options.oauth),
  ];
}
