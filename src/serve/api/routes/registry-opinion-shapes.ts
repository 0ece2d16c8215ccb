import { z } from "zod";
import type {
  LogEntry,
  PromotionRecord,
  PublisherKey,
  ReportRecord,
  ReviewRecord,
} from "../../../registry/contract/index.ts";

const tier = z.enum(["experimental", "community", "verified"]);
const state = z.enum(["draft", "in-review", "listed", "quarantined", "yanked"]);

const reviewObject = z.object({
  author: z.string(),
  rating: z.number(),
  text: z.string(),
  version: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

function reviewWire(record: ReviewRecord): z.output<typeof reviewObject> {
  return {
    author: record.author,
    rating: record.rating,
    text: record.text,
    version: record.version,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

const reportObject = z.object({
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
});

function reportWire(record: ReportRecord): z.output<typeof reportObject> {
  return {
    id: record.id,
    kind: record.kind,
    by: record.by ?? null,
    full_name: record.fullName,
    version: record.version,
    version_state: record.versionState,
    verdict: record.verdict,
    becomes: record.becomes,
    reason: record.reason,
    text: record.text,
    state: record.state,
    decision: record.decision ?? null,
    created_at: record.createdAt,
  };
}

const promotionObject = z.object({
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
});

function promotionWire(record: PromotionRecord): z.output<typeof promotionObject> {
  return {
    id: record.id,
    full_name: record.fullName,
    version: record.version,
    from: record.from,
    to: record.to,
    state: record.state,
    steps: record.steps.map(({ code, demand, isMet, evidence }) => ({
      code,
      demand,
      is_met: isMet,
      evidence,
    })),
    reason: record.reason,
    created_at: record.createdAt,
  };
}

const logObject = z.object({
  number: z.number(),
  at: z.string(),
  actor: z.string(),
  event: z.string(),
  full_name: z.string(),
  version: z.string().nullable(),
  from: state.nullable(),
  to: state.nullable(),
  reason: z.string(),
});

function logWire(entry: LogEntry): z.output<typeof logObject> {
  return {
    number: entry.number,
    at: entry.at,
    actor: entry.actor,
    event: entry.event,
    full_name: entry.fullName,
    version: entry.version ?? null,
    from: entry.from ?? null,
    to: entry.to ?? null,
    reason: entry.reason,
  };
}

const keyObject = z.object({
  key_id: z.string(),
  public_key: z.string(),
  role: z.enum(["publisher", "amd"]),
  publisher: z.string().nullable(),
  added_at: z.string(),
});

function keyWire(key: PublisherKey): z.output<typeof keyObject> {
  return {
    key_id: key.keyId,
    public_key: key.publicKey,
    role: key.role,
    publisher: key.publisher ?? null,
    added_at: key.addedAt,
  };
}

export const reviewSchema: z.ZodType = reviewObject;
export const reportSchema: z.ZodType = reportObject;
export const promotionSchema: z.ZodType = promotionObject;
export const logSchema: z.ZodType = logObject;
export const keySchema: z.ZodType = keyObject;

export function reviewOut(record: ReviewRecord): object {
  return reviewWire(record);
}

export function reportOut(record: ReportRecord): object {
  return reportWire(record);
}

export function promotionOut(record: PromotionRecord): object {
  return promotionWire(record);
}

export function logOut(record: LogEntry): object {
  return logWire(record);
}

export function keyOut(record: PublisherKey): object {
  return keyWire(record);
}
