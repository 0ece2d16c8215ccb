import { untrustedCaller } from "../../platform/jobs/index.ts";
import type { MarketCounter, MarketOptions } from "../../hub/registry/index.ts";
import { apiCodes, LimitError, type Limiter, type LimitState } from "../../hub/requests/index.ts";
import { REGISTRY } from "./mirror.ts";

const NOUNS: Readonly<Record<MarketCounter, string>> = {
  "registry-search": "searches",
  "registry-change": "changes",
  mirror: "skills of the upstream registry",
};

/** Counts what a user, or the address of a stranger, asks of the registry. */
export async function chargeMarket(
  limiter: Limiter,
  counter: MarketCounter,
  owner: string,
  count = 1,
): Promise<LimitState | undefined> {
  const state = await limiter.take(counter, owner, count);
  if (state === undefined || state.isAllowed) return state;
  throw new LimitError(
    apiCodes.rateLimited,
    `Too many ${NOUNS[counter]}. Try again in ${state.resetSeconds} seconds.`,
    state,
  );
}

/** The same for the registry, whose own questions are free. */
export function createMarketCharge(limiter: Limiter): NonNullable<MarketOptions["charge"]> {
  return async (counter, { userId, client = "", onLimit }, count) => {
    if (userId === REGISTRY.userId) return;
    const state = await chargeMarket(limiter, counter, userId ?? untrustedCaller(client), count);
    if (state !== undefined) onLimit?.(state);
  };
}
