/** The registry in the words of other programs: each face a file or folder, all of them over one market. */
import { clawHubFace, type ClawHubOptions } from "./clawhub/index.ts";
import { discoveryFace } from "./discovery.ts";
import { downloadFace } from "./download.ts";
import type { Face } from "./face.ts";
import { gaiaHubFace } from "./gaia-hub/index.ts";
import { gitFace } from "./git/index.ts";
import { npmFace } from "./npm.ts";

export { answerVisit, type Face, type FaceRow, type Visit } from "./face.ts";

export type FaceOptions = ClawHubOptions;

/** Every protocol that is spoken. */
export function createFaces(options: FaceOptions): readonly Face[] {
  return [
    clawHubFace(options),
    gaiaHubFace(),
    discoveryFace(),
    downloadFace(),
    npmFace(),
    gitFace(),
  ];
}
