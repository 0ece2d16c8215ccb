/** Schemas of what `explain` and `prompt` answer. Loaded only by interfaces that describe or check answers. */
import { z } from "zod";
import type { ReasonCode } from "../library/gate/index.ts";
import type { SkillExplanations } from "./library/explain-skill.ts";
import type { FileExplanation, SystemExplanation } from "./library/explanation.ts";
import type { PromptAnswer } from "./library/prompt-cost.ts";
import { confirmed, diagnostic, hostGap, missing } from "./shapes.ts";

/** The codes are listed in the reference; a schema of all of them would only repeat it. */
const code = z.string() as unknown as z.ZodType<ReasonCode>;

const step = z.object({
  stage: z.enum(["find", "read", "names", "switches", "requirements", "agent", "prompt"]),
  check: z.string(),
  host: z.string().exactOptional(),
  wanted: z.array(z.string()),
  found: z.string(),
  isPassed: z.boolean(),
});

const remedy = z.object({
  say: z.string(),
  config: z.object({ file: z.string().exactOptional(), text: z.string() }).exactOptional(),
  command: z.string().exactOptional(),
});

const reason = z.object({
  code,
  names: z.array(z.string()),
  isOfHosts: z.boolean().exactOptional(),
  winner: z.string().exactOptional(),
  isByFolder: z.boolean().exactOptional(),
  detail: z.string().exactOptional(),
  say: z.string(),
  asSystem: z.string().exactOptional(),
  remedies: z.array(remedy),
});

export const promptShape: z.ZodType<PromptAnswer> = z.object({
  dialect: z.string(),
  prompt: z.string().exactOptional(),
  agent: z.string().exactOptional(),
  characters: z.int().exactOptional(),
  tokens: z.int().exactOptional(),
  encoding: z.string().exactOptional(),
  maxCharacters: z.int().exactOptional(),
  frame: z.object({ characters: z.int(), tokens: z.int() }).exactOptional(),
  skills: z
    .array(
      z.object({
        name: z.string(),
        path: z.string().exactOptional(),
        state: z.enum(["whole", "shortened", "cut"]),
        characters: z.int(),
        tokens: z.int(),
        shown: z.int().exactOptional(),
        of: z.int().exactOptional(),
        why: z.string().exactOptional(),
        remedy: remedy.exactOptional(),
      }),
    )
    .exactOptional(),
});

const file: z.ZodType<FileExplanation> = z.object({
  name: z.string().exactOptional(),
  path: z.string(),
  file: z.string(),
  source: z.string(),
  root: z.string().exactOptional(),
  isEligible: z.boolean(),
  isOfferedToModel: z.boolean(),
  hosts: z.array(z.string()),
  hides: z.array(z.string()),
  problem: diagnostic.exactOptional(),
  steps: z.array(step),
  reasons: z.array(reason),
  missing: missing.exactOptional(),
  missingOn: z.array(hostGap).exactOptional(),
});

const system: z.ZodType<SystemExplanation> = z.object({
  dialect: z.string(),
  title: z.string(),
  evidence: z.string().exactOptional(),
  ...confirmed,
  agent: z.string(),
  settings: z.string().exactOptional(),
  note: z.string().exactOptional(),
  isRefused: z.literal(true).exactOptional(),
  isLoaded: z.boolean(),
  isListed: z.boolean(),
  list: z
    .object({
      place: z.int(),
      of: z.int(),
      length: z.int(),
      maxLength: z.int().exactOptional(),
    })
    .exactOptional(),
  files: z.array(file),
  problems: z.array(diagnostic),
});

export const explanationShape: z.ZodType<SkillExplanations> = z.object({
  name: z.string(),
  systems: z.array(system),
  nearest: z.string().exactOptional(),
  owner: z.string().exactOptional(),
  isOutside: z.literal(true).exactOptional(),
  isSupposed: z.literal(true).exactOptional(),
  problems: z.array(diagnostic).exactOptional(),
  served: z
    .array(
      z.object({
        path: z.string(),
        name: z.string().exactOptional(),
        dialect: z.string().exactOptional(),
        isServed: z.boolean(),
        isListed: z.boolean(),
        isPrompt: z.boolean(),
        reasons: z.array(z.object({ code: z.string(), say: z.string() })),
        mends: z.array(z.string()),
      }),
    )
    .exactOptional(),
});
