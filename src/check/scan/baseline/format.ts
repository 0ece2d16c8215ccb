import {
  type Diagnostic,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  parseRelaxedJson,
} from "../../../skill/index.ts";
import { baselineCodes, baselineProblem } from "./diagnostics.ts";

/** One finding that somebody looked at and accepts for a time. */
export interface BaselineEntry {
  /** `scan/slug`. */
  readonly code: string;
  /** Relative to the skill's folder. */
  readonly file: string;
  /** `sha256:` and 64 digits: what was accepted. Another text in the same place is another finding. */
  readonly evidence: string;
  readonly reason: string;
  readonly author: string;
  /** The last day on which it holds, as `YYYY-MM-DD`. */
  readonly expires: string;
  /** The name of the skill, where the file speaks of several. */
  readonly skill?: string;
  /** How many findings with this evidence were accepted; 1 where it is absent. */
  readonly count?: number;
}

export interface Baseline {
  readonly entries: readonly BaselineEntry[];
}

/** The name under which a baseline is looked for beside a skill. */
export const BASELINE_FILE = "skillwright.baseline.json";
const VERSION = 1;

const FORMS: readonly (readonly [key: keyof BaselineEntry, form: RegExp, says: string])[] = [
  ["code", /^scan\/[a-z0-9-]+$/, "a code such as `scan/piped-installer`"],
  ["file", /^\S/, "the path of a file"],
  ["evidence", /^sha256:[0-9a-f]{64}$/, "`sha256:` and 64 digits"],
  ["reason", /\S[^]{6,}\S/, "at least 8 characters on why the finding is accepted"],
  ["author", /\S/, "who accepted it"],
  ["expires", /^\d{4}-\d{2}-\d{2}$/, "a day such as `2027-01-31`"],
];

/** Reads a baseline; an entry that is not whole is told and accepts nothing. */
export function readBaseline(text: string, file: string = BASELINE_FILE): Outcome<Baseline> {
  const value = parseRelaxedJson(text, "json5");
  const list = isObject(value) ? value["entries"] : undefined;
  if (!isObject(value) || !isList(list)) {
    const message = "The baseline is not JSON with a list `entries`.";
    return { diagnostics: [baselineProblem(baselineCodes.syntax, message, { file })] };
  }
  const diagnostics: Diagnostic[] = [];
  if (value["version"] !== VERSION) {
    const message = `The baseline is not of version \`${VERSION}\`.`;
    diagnostics.push(baselineProblem(baselineCodes.syntax, message, { file, path: ["version"] }));
  }
  const entries = list.flatMap((item, index) => readEntry(item, index, file, diagnostics));
  return { value: { entries }, diagnostics };
}

function readEntry(
  item: Json,
  index: number,
  file: string,
  diagnostics: Diagnostic[],
): readonly BaselineEntry[] {
  const entry: JsonObject = isObject(item) ? item : {};
  const wrong = FORMS.find(([key, form]) => {
    const value = entry[key];
    return typeof value !== "string" || !form.test(value);
  });
  if (wrong !== undefined || !isDay(entry["expires"])) {
    const [key, , says] = wrong ?? (["expires", /$/, "a day of the calendar"] as const);
    const message = `\`${key}\` in an entry of the baseline must be ${says}.`;
    const path = ["entries", index, key];
    diagnostics.push(baselineProblem(baselineCodes.syntax, message, { file, path }));
    return [];
  }
  const { skill, count } = entry;
  const text = (key: string): string => {
    const value = entry[key];
    return typeof value === "string" ? value : "";
  };
  return [
    {
      code: text("code"),
      file: text("file"),
      evidence: text("evidence"),
      reason: text("reason"),
      author: text("author"),
      expires: text("expires"),
      ...(typeof skill === "string" ? { skill } : {}),
      ...(typeof count === "number" ? { count } : {}),
    },
  ];
}

function isDay(value: Json | undefined): boolean {
  if (typeof value !== "string") return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export function writeBaseline({ entries }: Baseline): string {
  const schema = "./node_modules/skillwright/schemas/scan-baseline.schema.json";
  return `${JSON.stringify({ $schema: schema, version: VERSION, entries }, null, 2)}\n`;
}

/** JSON Schema of the file. */
export function baselineSchema(): JsonObject {
  const properties = Object.fromEntries(
    FORMS.map(([key, form, says]) => [
      key,
      { type: "string", pattern: form.source, description: `Holds ${says}.` },
    ]),
  );
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Skillwright baseline of the scanner",
    type: "object",
    additionalProperties: false,
    required: ["version", "entries"],
    properties: {
      $schema: { type: "string" },
      version: { const: VERSION },
      entries: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          required: FORMS.map(([key]) => key),
          properties: {
            ...properties,
            skill: { type: "string", description: "Holds the name of the skill." },
            count: {
              type: "integer",
              minimum: 1,
              description: "Holds how many findings with this evidence were accepted.",
            },
          },
        },
      },
    },
  };
}
