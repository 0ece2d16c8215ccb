import { z } from "zod";
import type {
  LogEntry,
  PromotionRecord,
  PublisherKey,
  ReportRecord,
  ReviewRecord,
} from "../../../registry/contract/index.ts";
import { type Shape, toShape } from "../wire.ts";

const tier = z.enum(["experimental", "community", "verified"]);
const state = z.enum(["draft", "in-review", "listed", "quarantined", "yanked"]);

export const reviewShape: Shape<ReviewRecord> = toShape(
  z.object({
    author: z.string(),
    rating: z.number(),
    text: z.string(),
    version: z.string(),
    is_counted: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
);

export const reportShape: Shape<ReportRecord> = toShape(
  z.object({
    id: z.string(),
    kind: z.enum(["report", "appeal"]),
    by: z.string().nullable(),
    full_name: z.string(),
    version: z.string(),
    version_state: state,
    verdict: z.enum(["allow", "review", "block"]),
    becomes: z.object({ upheld: state, dismissed: state }),
    reason: z.string(),
    text: z.string(),
    state: z.enum(["open", "upheld", "dismissed"]),
    decision: z.string().nullable(),
    created_at: z.string(),
    due_at: z.string(),
    decided_at: z.string().nullable(),
  }),
);

export const promotionShape: Shape<PromotionRecord> = toShape(
  z.object({
    id: z.string(),
    full_name: z.string(),
    version: z.string(),
    from: tier,
    to: tier,
    state: z.enum(["open", "granted", "refused"]),
    steps: z.array(
      z.object({ code: z.string(), demand: z.string(), is_met: z.boolean(), evidence: z.string() }),
    ),
    reason: z.string(),
    created_at: z.string(),
  }),
);

export const logShape: Shape<LogEntry> = toShape(
  z.object({
    number: z.number(),
    at: z.string(),
    actor: z.string(),
    event: z.string(),
    full_name: z.string(),
    version: z.string().nullable(),
    from: state.nullable(),
    to: state.nullable(),
    reason: z.string(),
  }),
);

export const keyShape: Shape<PublisherKey> = toShape(
  z.object({
    key_id: z.string(),
    public_key: z.string(),
    role: z.enum(["publisher", "amd"]),
    publisher: z.string().nullable(),
    added_at: z.string(),
  }),
);
