/**
 * What the MCP registry takes: the schema of `server.json` of 2025-12-11 as far as Skillwright writes it, strict about every
 * other field, and the rules that its servers add when something is published.
 */
import { Ajv } from "ajv";

const uri = { type: "string", pattern: "^https://[^/\\s]+" };

function object(fields: Readonly<Record<string, unknown>>, required: readonly string[]): object {
  return { type: "object", properties: fields, required, additionalProperties: false };
}

const input = {
  description: { type: "string" },
  isRequired: { type: "boolean" },
  isSecret: { type: "boolean" },
  format: { enum: ["string", "number", "boolean", "filepath"] },
  value: { type: "string" },
  default: { type: "string" },
  placeholder: { type: "string" },
  choices: { type: "array", items: { type: "string" } },
};

const argument = {
  anyOf: [
    {
      ...object(
        {
          ...input,
          type: { const: "positional" },
          valueHint: { type: "string" },
          isRepeated: { type: "boolean" },
        },
        ["type"],
      ),
      anyOf: [{ required: ["valueHint"] }, { required: ["value"] }],
    },
    object(
      {
        ...input,
        type: { const: "named" },
        // Neither a value nor a description stands in a name.
        name: { type: "string", pattern: "^[^<> $]+$" },
        isRepeated: { type: "boolean" },
      },
      ["type", "name"],
    ),
  ],
};

/** Exactly one version: neither `latest` nor a range. */
const version = {
  type: "string",
  minLength: 1,
  maxLength: 255,
  pattern: "^\\d+\\.\\d+\\.\\d+\\S*$",
};

const packaged = {
  ...object(
    {
      registryType: { enum: ["npm", "mcpb"] },
      registryBaseUrl: uri,
      identifier: { type: "string", pattern: "^\\S+$" },
      version,
      fileSha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
      runtimeHint: { type: "string" },
      runtimeArguments: { type: "array", items: argument },
      packageArguments: { type: "array", items: argument },
      transport: object({ type: { const: "stdio" } }, ["type"]),
    },
    ["registryType", "identifier", "transport"],
  ),
  if: { properties: { registryType: { const: "mcpb" } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: {
    required: ["fileSha256"],
    properties: { identifier: { pattern: "^https://\\S*[mM][cC][pP]" } },
  },
  else: { required: ["version"] },
};

const serverJson = object(
  {
    $schema: {
      const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    },
    name: {
      type: "string",
      minLength: 3,
      maxLength: 200,
      pattern: "^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$",
    },
    title: { type: "string", minLength: 1, maxLength: 100, pattern: "\\S" },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version,
    websiteUrl: uri,
    packages: { type: "array", items: packaged, minItems: 1 },
  },
  ["$schema", "name", "description", "version", "packages"],
);

/** Sentences on what the registry would refuse. */
export function serverJsonProblems(document: unknown): readonly string[] {
  const ajv = new Ajv({ allErrors: true, strict: false });
  const validate = ajv.compile(serverJson);
  validate(document);
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath} ${message ?? ""}`,
  );
}
