import type { Store } from "../../library/store/index.ts";
import { joinPath } from "../../platform/index.ts";
import { systemTemporaryFolder } from "../../platform/process/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { Database } from "../data/index.ts";
import { openMarket, type OpenMarket } from "../market/index.ts";
import { createScanner } from "../scan/index.ts";
import type { PlatformSettings } from "./settings.ts";

interface RegistryOptions {
  readonly settings: Pick<PlatformSettings, "registry">;
  readonly clock: Clock;
  readonly version: string;
}

/** The registry on the database of the server; the store keeps what is published. */
export function openRegistry(
  { settings: { registry }, clock, version }: RegistryOptions,
  database: Database,
  store: Store,
): OpenMarket {
  const { access, ...limits } = registry;
  return openMarket({
    database,
    accounts: { database, clock, issuer: "skillwright" },
    store,
    clock,
    scanner: createScanner(),
    version,
    workFolder: joinPath(systemTemporaryFolder(), "skillwright-registry"),
    settings: { ...limits, isPrivate: access === "private" },
  });
}
