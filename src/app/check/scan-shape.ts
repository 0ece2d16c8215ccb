/** Schema of what `scan` answers. */
import { z } from "zod";
import { diagnostic } from "../shapes.ts";
import type { ScanAnswer } from "./scanning.ts";

const severity = z.enum(["critical", "high", "medium", "low", "info"]);
const position = z.object({ line: z.int(), column: z.int(), offset: z.int() });
const range = z.object({ start: position, end: position });

const category = z.enum([
  "injection",
  "execution",
  "exfiltration",
  "credentials",
  "persistence",
  "privilege",
  "destruction",
  "obfuscation",
  "supply",
  "permissions",
  "secrets",
  "artifacts",
  "impersonation",
]);
const decoding = z.enum([
  "base64",
  "hex",
  "url",
  "escapes",
  "concatenation",
  "homoglyphs",
  "hidden-characters",
  "tag-characters",
  "variation-selectors",
  "html-entities",
  "reversed",
  "rot13",
  "morse",
  "html-comment",
  "invisible-text",
]);

const finding = z.object({
  code: z.string(),
  severity,
  category,
  message: z.string(),
  hint: z.string().exactOptional(),
  file: z.string(),
  path: z.string(),
  range: range.exactOptional(),
  evidence: z.object({ text: z.string(), decoding: z.array(decoding) }).exactOptional(),
  related: z.array(
    z.object({
      message: z.string(),
      file: z.string().exactOptional(),
      range: range.exactOptional(),
    }),
  ),
  confidence: z.enum(["high", "medium", "low"]),
  lowered: z.object({ from: severity, reason: z.string() }).exactOptional(),
  more: z.int().exactOptional(),
});

const scanned = z.object({
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
  uses: z.array(
    z.object({
      domain: z.enum(["network", "filesystem", "shell", "env", "database", "desktop"]),
      isWriting: z.boolean(),
      subjects: z.array(z.string()),
      isDeclared: z.boolean().exactOptional(),
    }),
  ),
  unread: z.array(z.string()),
  findings: z.array(finding),
});

export const scanShape: z.ZodType<ScanAnswer> = z.object({
  engine: z.string(),
  skills: z.array(scanned),
  skipped: z.array(z.object({ path: z.string(), reason: z.string(), isFailure: z.boolean() })),
  baseline: z
    .object({ file: z.string(), added: z.int().exactOptional(), problems: z.array(diagnostic) })
    .exactOptional(),
});
