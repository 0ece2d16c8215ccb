import { canAsk } from "../../platform/index.ts";
import { promptForText, promptForYes } from "../../platform/process/index.ts";
import type { AnswerQuestion, ToolQuestion } from "../../registry/sources/index.ts";
import { oneLine } from "../../skill/model/index.ts";
import type { Context } from "../context.ts";

type Field = ToolQuestion["requestedSchema"]["properties"][string];
type Value = string | number | boolean | string[];

/** Answers with what `--answers` gives, else asks the person at the terminal; without either it says no. */
export function createAnswerer(
  context: Context,
  given: { readonly [name: string]: unknown } | undefined,
): AnswerQuestion {
  return async (question) => {
    const fields = Object.entries(question.requestedSchema.properties);
    if (given !== undefined)
      return Object.fromEntries(
        fields.flatMap(([name]) => (isValue(given[name]) ? [[name, given[name]]] : [])),
      );
    if (!canAsk()) {
      context.err(
        `skillwright: The tool asks: ${oneLine(question.message)}\n` +
          "  There is no terminal to ask on, so the answer is no; `--answers` gives one.\n",
      );
      return undefined;
    }
    return await promptUser(context, question.message, fields);
  };
}

async function promptUser(
  { err }: Context,
  message: string,
  fields: readonly (readonly [string, Field])[],
): Promise<{ readonly [name: string]: Value } | undefined> {
  err(`The tool asks: ${oneLine(message)}\n`);
  const values: { [name: string]: Value } = {};
  for (const [name, field] of fields) {
    const text = (await promptForText(formatLabel(name, field))).trim();
    if (text !== "") values[name] = parseValue(field, text);
  }
  return (await promptForYes("Send this answer?")) ? values : undefined;
}

function formatLabel(name: string, field: Field): string {
  const about = field.title ?? field.description ?? name;
  const choices = "enum" in field ? ` (${field.enum.join(", ")})` : "";
  const preset = field.default === undefined ? "" : ` [${String(field.default)}]`;
  return `  ${oneLine(`${about}${choices}${preset}`)}: `;
}

/** The server checks what it gets; a text that is no number is sent as it is. */
function parseValue({ type }: Field, text: string): Value {
  if (type === "boolean") return /^(?:y|yes|true|1)$/i.test(text);
  if (type === "number" || type === "integer") {
    const number = Number(text);
    return Number.isNaN(number) ? text : number;
  }
  return type === "array" ? text.split(",").map((part) => part.trim()) : text;
}

function isValue(value: unknown): value is Value {
  if (Array.isArray(value)) return value.every((part) => typeof part === "string");
  return ["string", "number", "boolean"].includes(typeof value);
}
