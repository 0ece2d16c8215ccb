/** Fields of a case that the format of its file has no place for: written by this program, but anybody can edit a file. */
import { z } from "zod";
import type { Json, JsonObject, Path } from "../../skill/index.ts";
import type { EvalCase } from "./model.ts";

const text = z.string();
const texts = z.array(text);
const json = z.json();
const flag = z.boolean().optional();
const named = { name: text.optional() };

function check<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.strictObject({ kind: z.literal(kind), ...named, ...shape });
}

const checks = z.discriminatedUnion("kind", [
  check("contains", { value: text, isNegated: flag, ignoresCase: flag }),
  check("equals", { value: text }),
  check("regex", { pattern: text, flags: text.optional(), isNegated: flag }),
  check("json-schema", { schema: z.record(text, json) }),
  check("file", {
    path: text,
    isAbsent: flag,
    contains: text.optional(),
    matches: text.optional(),
  }),
  check("exit-code", { code: z.number() }),
  check("tool-called", { tool: text, isNegated: flag }),
  check("tool-order", { tools: texts }),
  check("script-run", { script: text }),
  check("most-tool-calls", { limit: z.number() }),
  check("most-cost", { limit: z.number() }),
  check("most-tokens", { limit: z.number() }),
  check("most-seconds", { limit: z.number() }),
  check("foreign", { source: json }),
]);

const fields = z
  .object({
    id: text,
    prompt: text,
    turns: texts,
    context: text.nullable(),
    files: texts,
    trigger: z
      .object({ fires: texts, acceptable: texts, silent: texts, none: z.boolean() })
      .nullable(),
    output: text.nullable(),
    assertions: z.array(
      z.object({
        text,
        weight: z.number().optional(),
        isCriterion: z.boolean().optional(),
        extensions: z.record(text, json).optional(),
      }),
    ),
    checks: z.array(checks),
    split: text.nullable(),
    tags: texts,
    rationale: text.nullable(),
    extensions: z.record(text, json),
  })
  .partial();

/** What is wrong with checks in our own words, and where; undefined: nothing. */
export function findFault(
  value: Json,
): { readonly path: Path; readonly message: string } | undefined {
  const [issue] = z.array(checks).safeParse(value).error?.issues ?? [];
  if (issue === undefined) return undefined;
  const path = issue.path.filter((part) => typeof part !== "symbol");
  const message =
    issue.code === "invalid_union"
      ? `it must be one of ${checks.options.map((one) => one.shape.kind.value).join(", ")}`
      : issue.message;
  return { path, message };
}

/** The case with them in their places, without those that are null; undefined where they are not what a case has. */
export function withPreserved(item: EvalCase, preserved: JsonObject): EvalCase | undefined {
  const read = fields.safeParse(preserved);
  if (!read.success) return undefined;
  const all = Object.entries({ ...item, ...read.data }).filter(([, value]) => value !== null);
  // Those that a case must have cannot be null.
  return Object.fromEntries(all) as unknown as EvalCase;
}
