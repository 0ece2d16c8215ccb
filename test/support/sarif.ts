/**
 * The parts of SARIF 2.1.0 that Skillwright writes, as a JSON Schema: what is required, of which type, and
 * that nothing else stands beside it. It was written from the text of the standard (OASIS, 2023), section 3.
 */
import { Ajv } from "ajv";

const text = { type: "string", minLength: 1 };
const positive = { type: "integer", minimum: 1 };
const level = { enum: ["none", "note", "warning", "error"] };
const properties = { type: "object" };

function object(fields: Readonly<Record<string, unknown>>, required: readonly string[]): object {
  return { type: "object", properties: fields, required, additionalProperties: false };
}

const message = object({ text, markdown: text }, ["text"]);
const artifactLocation = object(
  // A reference as RFC 3986 has it: blanks and other unsafe characters are escaped.
  { uri: { type: "string", pattern: "^[\\w:/.~!$&'()*+,;=@%?#-]+$" }, uriBaseId: text },
  ["uri"],
);
const region = {
  ...object(
    {
      startLine: positive,
      startColumn: positive,
      endLine: positive,
      endColumn: positive,
      charOffset: { type: "integer", minimum: 0 },
      charLength: { type: "integer", minimum: 0 },
    },
    [],
  ),
  anyOf: [{ required: ["startLine"] }, { required: ["charOffset"] }],
};
const location = object(
  {
    id: { type: "integer", minimum: 0 },
    physicalLocation: object({ artifactLocation, region }, ["artifactLocation"]),
    message,
  },
  [],
);
const fix = object(
  {
    description: message,
    artifactChanges: {
      type: "array",
      minItems: 1,
      uniqueItems: true,
      items: object(
        {
          artifactLocation,
          replacements: {
            type: "array",
            minItems: 1,
            items: object(
              { deletedRegion: region, insertedContent: object({ text: { type: "string" } }, []) },
              ["deletedRegion"],
            ),
          },
        },
        ["artifactLocation", "replacements"],
      ),
    },
  },
  ["artifactChanges"],
);
const result = object(
  {
    ruleId: text,
    ruleIndex: { type: "integer", minimum: 0 },
    level,
    message,
    locations: { type: "array", minItems: 1, items: location },
    relatedLocations: { type: "array", uniqueItems: true, items: location },
    partialFingerprints: { type: "object", additionalProperties: text },
    fixes: { type: "array", uniqueItems: true, items: fix },
    properties,
  },
  ["message", "ruleId", "ruleIndex"],
);
const rule = object(
  {
    id: text,
    shortDescription: message,
    help: message,
    // Absolute where there is one.
    helpUri: { type: "string", pattern: "^[a-z][a-z0-9+.-]*:" },
    defaultConfiguration: object({ level }, []),
    properties,
  },
  ["id"],
);
const driver = object(
  {
    name: text,
    version: text,
    semanticVersion: text,
    rules: { type: "array", uniqueItems: true, items: rule },
  },
  ["name"],
);
const run = object(
  {
    tool: object({ driver }, ["driver"]),
    columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
    results: { type: "array", items: result },
  },
  ["tool", "results"],
);
const log = object(
  { $schema: text, version: { const: "2.1.0" }, runs: { type: "array", items: run } },
  ["version", "runs"],
);

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number }[];
  }[];
}

/** What is wrong with a log, in sentences. */
export function checkSarif(value: unknown): readonly string[] {
  const validate = new Ajv({ allErrors: true, strict: false }).compile<Log>(log);
  if (!validate(value))
    return (validate.errors ?? []).map(
      ({ instancePath, message: why }) => `${instancePath} ${why}`,
    );
  return value.runs.flatMap(({ tool, results }) =>
    results
      .filter(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id !== ruleId)
      .map(({ ruleId }) => `The index of ${ruleId} leads to another rule.`),
  );
}
