/** Skills of a server as they travel. */
import { z } from "zod";
import type { InputDetail, SkillDetail, SkillSummary } from "../../hub/skills/index.ts";

const inputSchema: z.ZodType<InputDetail> = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  required: z.boolean(),
  default: z.string().nullable(),
  description: z.string().nullable(),
});

export const summarySchema: z.ZodType<SkillSummary> = z.object({
  name: z.string(),
  description: z.string(),
  inputs: z.array(inputSchema).nullable(),
  has_inputs: z.boolean(),
  has_knowledge_base: z.boolean(),
  updated_at: z.string(),
});

export const detailSchema: z.ZodType<SkillDetail> = z.object({
  name: z.string(),
  description: z.string(),
  license: z.string().nullable(),
  metadata: z.record(z.string(), z.json()).nullable(),
  inputs: z.array(inputSchema).nullable(),
  knowledge_base: z.string().nullable(),
  model: z
    .object({ temperature: z.number().nullable(), max_tokens: z.number().nullable() })
    .nullable(),
  user_id: z.string().nullable(),
  prompt: z.string(),
  raw_content: z.string(),
  source: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
