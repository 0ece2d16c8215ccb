/** Output schemas of the operations. Loaded only by interfaces that describe or check answers. */
import { z } from "zod";
import type { HostGap, MissingRequirements } from "../library/gate/index.ts";
import { facetIds } from "../skill/index.ts";
import type { WithConfirmation } from "./library/confirmed.ts";
import type { Diagnostic } from "../skill/index.ts";
import type { RuleList } from "./about/rule-list.ts";
import type { Draft } from "./author/draft.ts";
import type { Compatibility } from "./check/compatibility.ts";
import type { Inspection } from "./check/inspection.ts";
import type { LintAnswer } from "./check/linting.ts";
import type { Conversions } from "./convert/conversion.ts";
import type { Validation } from "./check/validation.ts";

const severity = z.enum(["error", "warning", "info", "hint"]);
const position = z.object({ line: z.int(), column: z.int(), offset: z.int() });
const range = z.object({ start: position, end: position });
const path = z.array(z.union([z.string(), z.number()]));

const finding = {
  code: z.string(),
  severity,
  message: z.string(),
  hint: z.string().exactOptional(),
  range: range.exactOptional(),
  path: path.exactOptional(),
  related: z
    .array(
      z.object({
        message: z.string(),
        file: z.string().exactOptional(),
        range: range.exactOptional(),
      }),
    )
    .exactOptional(),
  fix: z
    .object({
      title: z.string(),
      safety: z.enum(["safe", "unsafe"]),
      edits: z.array(z.object({ start: z.int(), end: z.int(), text: z.string() })),
    })
    .exactOptional(),
};

export const diagnostic: z.ZodType<Omit<Diagnostic, "cause">> = z.object({
  ...finding,
  file: z.string().exactOptional(),
});

const skipped = z.array(z.object({ path: z.string(), reason: z.string(), isFailure: z.boolean() }));

export const draftShape: z.ZodType<Draft> = z.object({
  name: z.string(),
  dialect: z.string(),
  folder: z.string().exactOptional(),
  files: z.array(z.object({ path: z.string(), text: z.string() })),
});

export const validationShape: z.ZodType<Validation> = z.object({
  dialect: z.string(),
  valid: z.int(),
  invalid: z.int(),
  skipped,
  skills: z.array(
    z.object({
      path: z.string(),
      valid: z.boolean(),
      fields: z.array(z.string()),
      problems: z.array(
        z.object({
          field: z.string(),
          severity,
          message: z.string(),
          hint: z.string().exactOptional(),
        }),
      ),
    }),
  ),
});

export const lintShape: z.ZodType<LintAnswer> = z.object({
  errors: z.int(),
  warnings: z.int(),
  infos: z.int(),
  fixable: z.int(),
  skills: z.int().exactOptional(),
  files: z.array(
    z.object({
      path: z.string(),
      name: z.string().exactOptional(),
      description: z.string().exactOptional(),
      dialect: z.string(),
      reason: z.string(),
      diagnostics: z.array(z.object(finding)),
    }),
  ),
  skipped,
  fixed: z
    .array(
      z.object({
        path: z.string(),
        applied: z.array(z.object({ title: z.string(), code: z.string() })),
        text: z.string().exactOptional(),
        diff: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  unfixed: skipped.exactOptional(),
});

export const conversionsShape: z.ZodType<Conversions> = z.object({
  conversions: z.array(
    z.object({
      path: z.string(),
      from: z.string(),
      to: z.string(),
      name: z.string().exactOptional(),
      text: z.string(),
      files: z.record(z.string(), z.string()),
      report: z.object({
        from: z.string(),
        to: z.string(),
        entries: z.array(
          z.object({
            source: path,
            facet: z.enum(facetIds).exactOptional(),
            outcome: z.enum(["kept", "mapped", "approximated", "preserved", "dropped"]),
            target: path.exactOptional(),
            also: z.array(path).exactOptional(),
            note: z.string().exactOptional(),
            value: z.json().exactOptional(),
            preservedAt: path.exactOptional(),
          }),
        ),
        added: z.array(z.object({ target: path, value: z.json(), note: z.string() })),
        missing: z.array(z.object({ path, doc: z.string() })),
        review: z.array(z.string()),
      }),
      counts: z.object({
        kept: z.int(),
        mapped: z.int(),
        approximated: z.int(),
        preserved: z.int(),
        dropped: z.int(),
      }),
      diagnostics: z.array(diagnostic),
    }),
  ),
  written: z.array(z.string()).exactOptional(),
  left: z.array(z.object({ path: z.string(), reason: z.string() })).exactOptional(),
  skipped,
});

export const ruleListShape: z.ZodType<RuleList> = z.object({
  rules: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      severity,
      fixable: z.enum(["safe", "unsafe"]).exactOptional(),
      isOptIn: z.literal(true).exactOptional(),
      page: z.string(),
      text: z.string().exactOptional(),
    }),
  ),
});

export const inspectionShape: z.ZodType<Inspection> = z.object({
  path: z.string(),
  dialect: z.string(),
  dialectTitle: z.string(),
  reason: z.string(),
  name: z.string().exactOptional(),
  description: z.string().exactOptional(),
  values: z.array(
    z.object({
      facet: z.enum(facetIds),
      title: z.string(),
      value: z.json(),
      path: z.string().exactOptional(),
      range: range.exactOptional(),
    }),
  ),
  extensions: z.array(
    z.object({
      path: z.string(),
      value: z.json(),
      range,
    }),
  ),
  body: z.object({ start: position, lines: z.int(), characters: z.int() }),
  problems: z.array(diagnostic),
});

const confirmation: z.ZodType<NonNullable<WithConfirmation["confirmedBy"]>> = z.object({
  program: z.string(),
  version: z.string(),
  cases: z.int(),
});

/** What confirmed the rules by which an answer was found. */
export const confirmed: {
  readonly confirmedBy: z.ZodNullable<typeof confirmation>;
  readonly basis: z.ZodExactOptional<z.ZodString>;
} = { confirmedBy: confirmation.nullable(), basis: z.string().exactOptional() };

/** Names by list of requirements. */
export const missing: z.ZodType<MissingRequirements> = z.record(z.string(), z.array(z.string()));

export const hostGap: z.ZodType<HostGap> = z.object({
  host: z.string(),
  missing,
  unknown: z.array(z.string()).exactOptional(),
});

export const matrixShape: z.ZodType<Compatibility> = z.object({
  systems: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      kind: z.enum(["dialect", "client"]),
      source: z.string(),
      date: z.string(),
      confirmedBy: confirmation.nullable(),
    }),
  ),
  rows: z.array(
    z.object({
      path: z.string(),
      name: z.string(),
      dialect: z.string(),
      cells: z.array(
        z.object({
          system: z.string(),
          verdict: z.enum(["works", "partial", "refused"]),
          confirmedBy: z.string().nullable(),
          reasons: z.array(
            z.object({
              message: z.string(),
              path: path.exactOptional(),
              range: range.exactOptional(),
              hint: z.string().exactOptional(),
            }),
          ),
        }),
      ),
    }),
  ),
  skipped,
});
