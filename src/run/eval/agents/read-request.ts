/** What a program asked of its model, in the words of four providers, as one request. */
import { getKey, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import type { ChatMessage, ModelTool } from "../../models/index.ts";

export interface CapturedRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ModelTool[];
}

/** Undefined where it is no request to a model, or one without tools: programs also ask for titles. */
export function readRequest(body: string): CapturedRequest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const tools = toList(getKey(value, "tools")).flatMap(toTools);
  if (tools.length === 0) return undefined;
  const system = ["system", "instructions", "systemInstruction"]
    .map((key) => toText(getKey(value, key)))
    .filter((text) => text !== "");
  const said = ["messages", "contents", "input"].flatMap((key) =>
    toList(getKey(value, key)).flatMap(toMessage),
  );
  const own = said.filter(({ role }) => role === "system").map(({ content }) => content);
  const rest = said.filter(({ role }) => role !== "system");
  if (rest.length === 0) return undefined;
  // Some providers take one system message alone.
  const head: ChatMessage = { role: "system", content: [...system, ...own].join("\n\n") };
  return { messages: [head, ...rest], tools };
}

function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or parts of one. */
function toText(value: Json | undefined): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return value
      .map(toText)
      .filter((text) => text !== "")
      .join("\n");
  if (!isObject(value)) return "";
  return toText(value["text"] ?? value["parts"] ?? value["content"]);
}

const ROLES: { readonly [role: string]: ChatMessage["role"] } = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  model: "assistant",
};

function toMessage(value: Json): readonly ChatMessage[] {
  if (!isObject(value) || typeof value["role"] !== "string") return [];
  const role = ROLES[value["role"]];
  const content = toText(value);
  return role === undefined || content === "" ? [] : [{ role, content }];
}

/** A tool, in a list of its own with Gemini; those of the provider itself have no schema, and are left out. */
function toTools(value: Json): readonly ModelTool[] {
  if (!isObject(value)) return [];
  const declared = toList(value["functionDeclarations"]);
  if (declared.length > 0) return declared.flatMap(toTools);
  if (isObject(value["function"])) return toTools(value["function"]);
  const name = value["name"];
  const input = readSchema(value);
  if (typeof name !== "string" || input === undefined) return [];
  return [{ name, description: toText(value["description"]), input }];
}

function readSchema(tool: JsonObject): JsonObject | undefined {
  const found = ["input_schema", "parametersJsonSchema", "parameters"].map((key) => tool[key]);
  return found.find((one) => isObject(one));
}
