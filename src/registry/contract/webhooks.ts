/** Addresses that a registry tells what becomes of skills. */
import type { Moment } from "./records.ts";
import type { Viewer } from "./viewer.ts";

export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** Full names of skills, or `@PUBLISHER`; none: all of them. */
  readonly skills: readonly string[];
  /** Why the last message did not arrive. */
  readonly problem: string | undefined;
  /** Messages that did not arrive, in a row; after some days of that it is given up. */
  readonly failures: number;
  readonly createdAt: Moment;
}

export interface MarketWebhooks {
  webhooks(viewer: Viewer): Promise<readonly Webhook[]>;
  /** The secret by which messages are known is given this once. */
  subscribe(
    viewer: Viewer,
    request: { readonly url: string; readonly skills: readonly string[] },
  ): Promise<Webhook & { readonly secret: string }>;
  unsubscribe(viewer: Viewer, id: string): Promise<void>;
}
