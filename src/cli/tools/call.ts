import { failure, oneLine } from "../../platform/index.ts";
import { listenForStop } from "../../platform/machine/index.ts";
import {
  adaptSkill,
  loadSkill,
  type RegisteredTool,
  type ToolResult,
} from "../../run/tools/index.ts";
import { isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { loadOptionsOf } from "./ground.ts";

/** Calls one tool, in the sandbox, and prints what it returns. */
export async function callTool(context: Context): Promise<number> {
  const [word = "", ...more] = context.arguments;
  const cut = word.lastIndexOf("/");
  if (cut <= 0 || more.length > 0)
    throw failure("cli/usage", "`tools call` takes one `SKILL/TOOL`.", {
      hint: "Such as `skillwright tools call web-search/search_web --arg query=x`.",
    });
  const load = context.options.flag("adapter") ? adaptSkill : loadSkill;
  const skill = await load(word.slice(0, cut), loadOptionsOf(context));
  const stop = listenForStop();
  try {
    const name = word.slice(cut + 1);
    const tool = skill.tools.find((item) => item.name === name);
    const given = tool === undefined ? {} : argumentsOf(tool, context);
    const seconds = context.options.number("timeout");
    const result = await skill.call(name, given, {
      signal: stop.signal,
      ...(seconds === undefined ? {} : { timeoutMs: seconds * 1000 }),
    });
    return showResult(result, context);
  } finally {
    stop.release();
    await skill.close();
  }
}

/** The arguments of the options; the types of the tool say how a value is read. */
function argumentsOf({ input }: RegisteredTool, { options }: Context): JsonObject {
  const properties = isObject(input["properties"]) ? input["properties"] : {};
  const given = options.text("args");
  const all = given === undefined ? {} : readJson(given, "args");
  if (!isObject(all)) throw failure("cli/usage", "`--args` must be a JSON object.");
  const single = options.texts("arg").map((text): [string, Json] => {
    const cut = text.indexOf("=");
    if (cut <= 0) throw failure("cli/usage", `\`--arg\` takes \`NAME=VALUE\`, not \`${text}\`.`);
    const name = text.slice(0, cut);
    const schema = properties[name];
    const types = isObject(schema) ? [schema["type"]].flat() : [];
    const value = text.slice(cut + 1);
    return [name, types.includes("string") || types.length === 0 ? value : valueOf(value)];
  });
  return { ...all, ...Object.fromEntries(single) };
}

/** What is no JSON stays text, and the tool says that it wanted something else. */
function valueOf(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    // Whatever JSON.parse returns is JSON.
    return value as Json;
  } catch {
    return text;
  }
}

function readJson(text: string, option: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failure("cli/usage", `\`--${option}\` is not valid JSON.`);
  }
}

/** Standard output gets the result alone, so that a program can read it. */
export function showResult(result: ToolResult, context: Context): number {
  const { out, err, paintError, options } = context;
  if (options.flag("json")) printJson(context, result);
  else {
    if (result.stderr !== undefined) err(paintError("dim", result.stderr.replace(/\n?$/, "\n")));
    if (result.ok)
      out(
        `${typeof result.result === "string" ? result.result : JSON.stringify(result.result, undefined, 2)}\n`,
      );
    else {
      const { code, message, hint, trace } = result.error;
      err(`${paintError("red", "error")}: ${oneLine(message)} ${paintError("dim", code)}\n`);
      if (trace !== undefined) err(`${trace.trimEnd()}\n`);
      if (hint !== undefined) err(`  ${paintError("dim", oneLine(hint))}\n`);
    }
  }
  return result.ok ? FINE : FINDINGS;
}
