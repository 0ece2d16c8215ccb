import type { Context } from "hono";
import { toClientKey } from "../../platform/network/index.ts";
import type { AnswerCharge } from "./answer-budget.ts";
import type { BodyCharge } from "./body-budget.ts";
import type { RequestSlot } from "./request-room.ts";

/** What the listener tells the routes of a request. */
export interface ClientEnv {
  readonly clientAddress?: string;
  /** Absent where the request has no body. */
  readonly body?: BodyCharge;
  /** Absent where no listener counts what is answered. */
  readonly answer?: AnswerCharge;
  /** Absent where no listener counts the requests that are answered at one time. */
  readonly place?: Pick<RequestSlot, "assignTo">;
}

/**
 * Counts a request and its answer for its user, as soon as it is known who that is; waits until it is their turn, and
 * then confirms that they may still do this: meanwhile a token may have been revoked.
 */
export async function assignToUser(
  context: Context,
  userId: string,
  confirm: () => Promise<void>,
): Promise<void> {
  // As below.
  const { body, answer, place } = (context.env ?? {}) as ClientEnv;
  body?.assignTo(userId);
  answer?.assignTo(userId);
  if ((await place?.assignTo(userId)) === true) await confirm();
}

/** What counts the bytes of the answer. */
export function readAnswerCharge(context: Context): AnswerCharge | undefined {
  // As below.
  return ((context.env ?? {}) as ClientEnv).answer;
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
