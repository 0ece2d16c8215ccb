import type { Store } from "../../library/store/index.ts";
import { joinPath } from "../../platform/index.ts";
import { systemTemporaryFolder } from "../../platform/process/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { AccountPorts } from "../../hub/accounts/index.ts";
import { openMarket, type OpenMarket, type UpstreamSettings } from "../../hub/registry/index.ts";
import type { EmbeddingModel } from "../../run/models/index.ts";
import type { Jobs } from "../../hub/jobs/index.ts";
import type { Limiter } from "../../hub/requests/index.ts";
import { createMarketCharge } from "../registry/charge-search.ts";
import type { PlatformSettings } from "./settings.ts";

interface RegistryOptions {
  readonly settings: Pick<PlatformSettings, "registry" | "quotas" | "publicUrl" | "httpPrivate">;
  readonly clock: Clock;
  readonly version: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

/** The registry on the database of the server; the store keeps what is published. */
export function openRegistry(
  {
    settings: { registry, quotas, publicUrl: audience, httpPrivate: webhookHosts },
    clock,
    version,
    environment,
  }: RegistryOptions,
  accounts: AccountPorts,
  store: Store,
  jobs: Jobs,
  embeddings: EmbeddingModel | undefined,
  limiter: Limiter,
): OpenMarket {
  const { access, upstream, buildIssuers: issuers, ...limits } = registry;
  return openMarket({
    database: accounts.database,
    accounts,
    store,
    clock,
    quotas,
    jobs,
    charge: createMarketCharge(limiter),
    ...(embeddings === undefined ? {} : { embeddings }),
    version,
    workFolder: joinPath(systemTemporaryFolder(), "skillwright-registry"),
    settings: {
      ...limits,
      isPrivate: access === "private",
      builds: { issuers, audience },
      webhookHosts,
      ...(upstream === undefined ? {} : { upstream: withToken(upstream, environment) }),
    },
  });
}

/** The token stands in the environment, so that the settings hold no secret. */
function withToken(
  { tokenEnv, ...upstream }: NonNullable<PlatformSettings["registry"]["upstream"]>,
  environment: RegistryOptions["environment"],
): UpstreamSettings {
  const token = tokenEnv === undefined ? undefined : environment[tokenEnv];
  return { ...upstream, token };
}
