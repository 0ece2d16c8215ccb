/** The registry in the words of other programs: each protocol a file or folder, all of them over one registry. */
import { clawHubAdapter, type ClawHubOptions } from "./clawhub/index.ts";
import { discoveryAdapter } from "./discovery.ts";
import { downloadAdapter } from "./download.ts";
import type { ProtocolAdapter } from "./adapter.ts";
import { gaiaHubAdapter } from "./gaia-hub/index.ts";
import { gitAdapter } from "./git/index.ts";
import { logAdapter } from "./log.ts";
import { npmAdapter } from "./npm.ts";
import { oauthAdapter, type OAuthOptions } from "./oauth/index.ts";
import { INDEX_SIZE } from "./pages.ts";
import { renovateAdapter } from "./renovate.ts";

export {
  answerRequest,
  type ProtocolAdapter,
  type ProtocolRow,
  statementAt,
  type RequestContext,
} from "./adapter.ts";

export { type Authorization, resourceMetadataUrl } from "./oauth/index.ts";

export interface ProtocolOptions extends ClawHubOptions {
  /** How programs log people in. */
  readonly oauth: OAuthOptions;
  /** Skills on one page of an index of all skills. */
  readonly indexSize?: number;
}

/** Every protocol that is spoken. */
export function createAdapters(options: ProtocolOptions): readonly ProtocolAdapter[] {
  const { indexSize = INDEX_SIZE } = options;
  return [
    clawHubAdapter(options),
    gaiaHubAdapter(indexSize),
    discoveryAdapter(indexSize),
    downloadAdapter(),
    npmAdapter(),
    gitAdapter(),
    logAdapter(),
    renovateAdapter(),
    oauthAdapter(options.oauth),
  ];
}
