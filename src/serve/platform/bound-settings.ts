/** What the settings say of the bounds of the server: of what each user keeps, and of what goes on at one time. */
import { z } from "zod";
import { DEFAULT_QUOTAS, type Quotas } from "../../hub/quotas/index.ts";
import { DEFAULT_DOCUMENT_LIMITS, type DocumentLimits } from "../../hub/knowledge/index.ts";
import { DEFAULT_STREAM_LIMITS, type StreamLimits } from "../api/stream-room.ts";
import { DEFAULT_ANSWER_LIMITS } from "../http/answer-budget.ts";
import { type BodyLimits, DEFAULT_BODY_LIMITS } from "../http/body-budget.ts";
import type { ByteLimits } from "../http/byte-budget.ts";
import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from "../http/request-room.ts";

const MB = 1024 * 1024;

/** 0: without a limit. */
const quota = z.int().min(0);

interface BoundSchemas {
  readonly quotas: z.ZodType<Quotas>;
  readonly documents: z.ZodType<DocumentLimits>;
  readonly answers: z.ZodType<ByteLimits>;
  readonly requestBodies: z.ZodType<BodyLimits>;
  readonly streams: z.ZodType<StreamLimits>;
  readonly requests: z.ZodType<RequestLimits>;
}

export const boundSchemas: BoundSchemas = {
  quotas: z
    .strictObject({
      knowledgeBases: quota.default(DEFAULT_QUOTAS.knowledgeBases),
      documents: quota.default(DEFAULT_QUOTAS.documents),
      skills: quota.default(DEFAULT_QUOTAS.skills),
      uploads: quota.default(DEFAULT_QUOTAS.uploads),
      versions: quota.default(DEFAULT_QUOTAS.versions),
      workflows: quota.default(DEFAULT_QUOTAS.workflows),
      runs: quota.default(DEFAULT_QUOTAS.runs),
      chats: quota.default(DEFAULT_QUOTAS.chats),
      publishers: quota.default(DEFAULT_QUOTAS.publishers),
      changes: quota.default(DEFAULT_QUOTAS.changes),
      members: quota.default(DEFAULT_QUOTAS.members),
      bytes: quota.default(DEFAULT_QUOTAS.bytes),
    })
    .prefault({}),
  documents: z
    .strictObject({
      maxBytes: z
        .int()
        .min(1024)
        .max(100 * MB)
        .default(DEFAULT_DOCUMENT_LIMITS.maxBytes),
      maxCharacters: z
        .int()
        .min(1000)
        .max(100 * MB)
        .default(DEFAULT_DOCUMENT_LIMITS.maxCharacters),
    })
    .prefault({}),
  answers: z
    .strictObject({
      total: z.int().min(1024).default(DEFAULT_ANSWER_LIMITS.total),
      perUser: z.int().min(1024).default(DEFAULT_ANSWER_LIMITS.perUser),
    })
    .prefault({}),
  requestBodies: z
    .strictObject({
      total: z.int().min(1024).default(DEFAULT_BODY_LIMITS.total),
      perUser: z.int().min(1024).default(DEFAULT_BODY_LIMITS.perUser),
      minRate: z.int().min(1).default(DEFAULT_BODY_LIMITS.minRate),
      graceSeconds: z.number().min(0).max(300).default(DEFAULT_BODY_LIMITS.graceSeconds),
    })
    .prefault({}),
  streams: z
    .strictObject({
      total: z.int().min(1).default(DEFAULT_STREAM_LIMITS.total),
      perUser: z.int().min(1).default(DEFAULT_STREAM_LIMITS.perUser),
      confirmSeconds: z.number().min(0.01).max(300).default(DEFAULT_STREAM_LIMITS.confirmSeconds),
    })
    .prefault({}),
  requests: z
    .strictObject({
      perUser: z.int().min(1).default(DEFAULT_REQUEST_LIMITS.perUser),
      waiting: z.int().min(0).default(DEFAULT_REQUEST_LIMITS.waiting),
      seconds: z.number().min(0.1).max(3600).default(DEFAULT_REQUEST_LIMITS.seconds),
    })
    .prefault({}),
};
