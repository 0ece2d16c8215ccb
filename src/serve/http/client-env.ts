import type { Context } from "hono";
import { toClientKey } from "../../platform/network/index.ts";
import type { BodyCharge } from "./body-budget.ts";

/** What the listener tells the routes of a request. */
export interface ClientEnv {
  readonly clientAddress?: string;
  /** Absent where the request has no body. */
  readonly body?: BodyCharge;
}

/** Counts the body of a request for its user, as soon as it is known who that is. */
export function assignBody(context: Context, userId: string): void {
  // As below.
  const { body } = (context.env ?? {}) as ClientEnv;
  body?.assignTo(userId);
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
