/** Output schemas of the operations on evaluations. */
import { z } from "zod";
import type { EvalCase } from "../../check/eval/index.ts";
import { diagnostic } from "../shapes.ts";
import type { CaseList } from "./case-list.ts";
import type { Collisions } from "./colliding.ts";
import type { EvalComparison } from "./comparing.ts";
import type { EvalConversion } from "./conversion.ts";
import type { EvalDraft } from "./drafting.ts";
import type { FormatList } from "./format-list.ts";

const texts = z.array(z.string());
const files = z.array(z.object({ path: z.string(), text: z.string() }));

const item = z.object({
  id: z.string(),
  prompt: z.string(),
  turns: texts,
  context: z.string().exactOptional(),
  files: texts,
  trigger: z
    .object({ fires: texts, acceptable: texts, silent: texts, none: z.boolean() })
    .exactOptional(),
  output: z.string().exactOptional(),
  assertions: z.array(
    z.object({
      text: z.string(),
      weight: z.number().exactOptional(),
      isCriterion: z.boolean().exactOptional(),
      extensions: z.record(z.string(), z.json()).exactOptional(),
    }),
  ),
  checks: z.array(z.looseObject({ kind: z.string() })),
  split: z.string().exactOptional(),
  tags: texts,
  rationale: z.string().exactOptional(),
  extensions: z.record(z.string(), z.json()),
  // Checks are of many kinds, which the reference describes.
}) as unknown as z.ZodType<EvalCase>;

export const caseListShape: z.ZodType<CaseList> = z.object({
  suites: z.array(
    z.object({
      path: z.string(),
      format: z.string(),
      formatTitle: z.string(),
      skill: z.string().exactOptional(),
      name: z.string().exactOptional(),
      cases: z.array(item),
      problems: z.array(diagnostic),
    }),
  ),
  cases: z.int(),
  errors: z.int(),
  warnings: z.int(),
  problems: z.array(diagnostic),
  skipped: z.array(z.object({ path: z.string(), reason: z.string(), isFailure: z.boolean() })),
});

export const conversionShape: z.ZodType<EvalConversion> = z.object({
  skill: z.string().exactOptional(),
  from: texts,
  to: z.string(),
  cases: z.int(),
  files,
  folder: z.string().exactOptional(),
  losses: z.array(
    z.object({
      case: z.string().exactOptional(),
      field: z.string(),
      outcome: z.enum(["preserved", "lost"]),
      message: z.string(),
    }),
  ),
});

const share = z.object({ taken: z.int(), of: z.int() });

export const collisionsShape: z.ZodType<Collisions> = z.object({
  ranker: z.enum(["words", "meaning"]),
  model: z.string().exactOptional(),
  skills: z.int(),
  sentences: z.int(),
  collisions: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      pathA: z.string(),
      pathB: z.string(),
      level: z.enum(["collision", "declared", "overlap"]),
      ofA: share,
      ofB: share,
      evidence: z.array(
        z.object({
          skill: z.string(),
          kind: z.enum(["sentence", "request"]),
          text: z.string(),
          against: z.string(),
        }),
      ),
      lines: z.array(z.object({ skill: z.string(), proposal: z.string() })),
    }),
  ),
  ranks: z
    .object({ requests: z.int(), first: z.int(), amongThree: z.int(), amongFive: z.int() })
    .exactOptional(),
  levels: z.object({ collision: z.int(), declared: z.int(), overlap: z.int() }),
  strict: z.boolean(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string(), isFailure: z.boolean() })),
});

export const comparisonShape: z.ZodType<EvalComparison> = z.object({
  lift: z.object({
    value: z.number(),
    low: z.number(),
    high: z.number(),
    cases: z.int(),
    better: z.int(),
    worse: z.int(),
    same: z.int(),
  }),
  verdict: z.object({
    verdict: z.enum(["helps", "hurts", "no clear effect", "too few runs"]),
    needed: z.int().exactOptional(),
  }),
  mcnemar: z.object({ onlyFirst: z.int(), onlySecond: z.int(), p: z.number() }),
  better: texts,
  worse: texts,
  onlyA: texts,
  onlyB: texts,
  strict: z.boolean(),
});

export const evalDraftShape: z.ZodType<EvalDraft> = z.object({
  skill: z.string(),
  folder: z.string().exactOptional(),
  files,
});

export const formatListShape: z.ZodType<FormatList> = z.object({
  formats: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      file: z.string(),
      example: files.exactOptional(),
    }),
  ),
});
