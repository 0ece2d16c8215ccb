import type { Context } from "hono";
import { toClientKey } from "../../platform/network/index.ts";

/** What the listener tells the routes of a request. */
export interface ClientEnv {
  readonly clientAddress?: string;
}

/**
 * What everything that counts by address counts by: limits, downloads. An app that is called without a listener
 * knows no address.
 */
export function readClientKey(context: Context): string | undefined {
  // Only `startServer` gives an environment, and it gives this one.
  const { clientAddress } = (context.env ?? {}) as ClientEnv;
  return clientAddress === undefined ? undefined : toClientKey(clientAddress);
}
