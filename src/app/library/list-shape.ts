/** Schema of what `list` answers. */
import { z } from "zod";
import { confirmed, diagnostic, hostGap, missing } from "../shapes.ts";
import type { EntryList } from "./listing.ts";
import type { OwnedList } from "./owned.text.ts";

const entry = z.object({
  path: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  dialect: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  errors: z.int(),
  warnings: z.int(),
  codes: z.array(z.string()),
  failure: z.string().exactOptional(),
});

const owned = z.object({
  name: z.string().exactOptional(),
  description: z.string().exactOptional(),
  source: z.string(),
  path: z.string(),
  file: z.string(),
  isEligible: z.boolean(),
  isOfferedToModel: z.boolean(),
  hosts: z.array(z.string()),
  reasons: z.array(
    z.object({ code: z.string(), names: z.array(z.string()).exactOptional(), say: z.string() }),
  ),
  missing: missing.exactOptional(),
  missingOn: z.array(hostGap).exactOptional(),
});

/**
 * One object, as MCP asks for: with `as`, the skills of that system; without, those that there are. Which members belong
 * together, the two types say.
 */
export const listShape: z.ZodType<EntryList | OwnedList> = z.object({
  dialect: z.string().exactOptional(),
  evidence: z.string().exactOptional(),
  confirmedBy: confirmed.confirmedBy.exactOptional(),
  basis: confirmed.basis,
  agent: z.string().exactOptional(),
  version: z.string().exactOptional(),
  note: z.string().exactOptional(),
  skills: z.array(z.union([owned, entry])),
  duplicates: z.array(z.object({ name: z.string(), paths: z.array(z.string()) })).exactOptional(),
  skipped: z
    .array(z.object({ path: z.string(), reason: z.string(), isFailure: z.boolean() }))
    .exactOptional(),
  problems: z.array(diagnostic).exactOptional(),
}) as unknown as z.ZodType<EntryList | OwnedList>;
