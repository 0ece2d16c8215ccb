/** Answers of a model that have to be data of a given shape. */
import { isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { findProblems } from "../../tools/call/schema.ts";
import { NodeError } from "../node-error.ts";
import { toText } from "../template.ts";
import { readJson } from "./read-json.ts";

export function readSchema(text: string): JsonObject {
  const schema = readJson(text, "The schema of the answer");
  if (isObject(schema)) return schema;
  throw new NodeError("The schema of the answer is not a JSON Schema");
}

export function withSchema(prompt: string, schema: JsonObject): string {
  return `${prompt}\n\nAnswer with JSON alone, without any other words, that fits this JSON Schema:\n${JSON.stringify(schema)}`;
}

const FENCE = "```";

/** Models like to put data between fences. */
function withoutFence(said: string): string {
  const text = said.trim();
  const start = text.indexOf("\n");
  if (start === -1 || !text.startsWith(FENCE) || !text.endsWith(FENCE)) return text;
  return text.slice(start, -FENCE.length);
}

/** What a model has said, as data. */
export function readAnswer(said: Json, schema: JsonObject): Json {
  const value = readJson(withoutFence(toText(said)), "The answer of the model");
  const [problem] = findProblems(schema, value, "the answer");
  if (problem !== undefined)
    throw new NodeError(`The answer of the model does not fit its schema: ${problem}`);
  return value;
}
