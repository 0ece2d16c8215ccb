import { failure } from "../../platform/index.ts";
import type { ToolResult } from "../../registry/sources/index.ts";
import { isObject } from "../../skill/model/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { createAnswerer } from "../mcp/answer-questions.ts";
import { callServerTool } from "../../app/machine/mcp-connection.ts";
import { toConnection } from "../mcp/connection.ts";

/** Calls a tool of a server; the arguments are those after `call`: the tool, then the server as for `inspect`. */
export async function run(context: Context): Promise<number> {
  const [tool, ...target] = context.arguments;
  if (tool === undefined || target.length === 0)
    throw failure("cli/usage", "`mcp call` needs the name of a tool and a server.", {
      hint: 'Such as `skillwright mcp call search_skills http://127.0.0.1:4818/mcp --input \'{"query":"pdf"}\'`.',
    });
  const input = jsonOption(context, "input") ?? {};
  const answer = createAnswerer(context, jsonOption(context, "answers"));
  const request = { tool, target, input, answer };
  const result = await callServerTool(context, toConnection(context), request);
  if (context.options.flag("json")) printJson(context, result);
  else context.out(showResult(result));
  return result.isError === true ? FINDINGS : FINE;
}

function jsonOption(
  { options }: Context,
  name: string,
): { readonly [name: string]: unknown } | undefined {
  const text = options.text(name);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The same as a value of another kind.
  }
  throw failure(
    "cli/usage",
    `\`--${name}\` takes an object in JSON, such as \`{"query": "pdf"}\`.`,
  );
}

function showResult({ content, structuredContent }: ToolResult): string {
  const parts = content.map(({ type, text }) => text ?? `[${type}]`);
  if (parts.length === 0) parts.push(JSON.stringify(structuredContent ?? null, undefined, 2));
  return `${parts.join("\n")}\n`;
}
