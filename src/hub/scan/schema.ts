import { z } from "zod";

const severity = z.enum(["critical", "high", "medium", "low", "info"]);
const position = z.object({ line: z.int(), column: z.int(), offset: z.int() });
const range = z.object({ start: position, end: position });

const finding = z.object({
  code: z.string(),
  severity,
  category: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  file: z.string(),
  path: z.string(),
  range: range.optional(),
  evidence: z.object({ text: z.string(), decoding: z.array(z.string()) }).optional(),
  related: z.array(
    z.object({ message: z.string(), file: z.string().optional(), range: range.optional() }),
  ),
  confidence: z.enum(["high", "medium", "low"]),
  lowered: z.object({ from: severity, reason: z.string() }).optional(),
  more: z.int().optional(),
});

/** What every door says of a scanned skill: the shape of `skillwright scan --json`. */
export const scanSchema: z.ZodObject = z.object({
  path: z.string(),
  name: z.string().optional(),
  verdict: z.enum(["allow", "review", "block"]),
  tier: z.enum(["experimental", "community", "verified"]),
  reason: z.string(),
  score: z.object({
    total: z.number(),
    shares: z.array(z.object({ code: z.string(), points: z.number(), count: z.int() })),
  }),
  counts: z.object({
    critical: z.int(),
    high: z.int(),
    medium: z.int(),
    low: z.int(),
    info: z.int(),
  }),
  accepted: z.int(),
  files: z.int(),
  unread: z.array(z.string()),
  findings: z.array(finding),
});
