import { dialects, type JsonObject, profiles } from "../../skill/index.ts";
import { ruleLevels } from "./config.ts";
import { allCodes, configurableCodes } from "./diagnostics.ts";

const patterns: JsonObject = { type: "array", items: { type: "string" } };
const dialect: JsonObject = { $ref: "#/definitions/dialect" };
const rules: JsonObject = { $ref: "#/definitions/rules" };

function closed(properties: JsonObject): JsonObject {
  return { type: "object", additionalProperties: false, properties };
}

/** JSON Schema of the configuration, made from the lists of rules and dialects. */
export function configSchema(): JsonObject {
  const ids = [...dialects, ...profiles].map(({ id }) => id);
  const ofDialects = Object.fromEntries(ids.map((id) => [id, closed({ rules })]));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Skillwright configuration",
    ...closed({
      $schema: { type: "string" },
      dialect: { ...dialect, description: "The dialect of every file, instead of a guess." },
      rules: { ...rules, description: "How loud each diagnostic is." },
      overrides: {
        type: "array",
        description: "Settings for some paths; later ones win.",
        items: { ...closed({ paths: patterns, dialect, rules }), required: ["paths"] },
      },
      dialects: { ...closed(ofDialects), description: "Settings for files of one dialect." },
      ignore: { ...patterns, description: "Patterns of paths that are not looked at." },
    }),
    definitions: {
      dialect: { type: "string", enum: ids },
      level: { type: "string", enum: [...ruleLevels] },
      rules: closed(ruleProperties()),
    },
  };
}

function ruleProperties(): JsonObject {
  const titles = new Map(allCodes().map(({ code, title }) => [code, title]));
  return Object.fromEntries(
    configurableCodes().map((code) => [
      code,
      { $ref: "#/definitions/level", description: titles.get(code) ?? code },
    ]),
  );
}
