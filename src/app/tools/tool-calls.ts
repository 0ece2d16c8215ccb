/** Tools of skills, run in the sandbox. */
import { readCommand, slashCommands } from "../../library/session/index.ts";
import { failure, readBytes } from "../../platform/index.ts";
import { listenForStop } from "../../platform/machine/index.ts";
import {
  adaptSkill,
  dispatchCommand,
  type LoadedSkill,
  type LoadOptions,
  loadSkill,
  readSkillTools,
  type RegisteredTool,
  type ToolCommand,
  ToolRegistry,
  type ToolResult,
} from "../../run/tools/index.ts";
import {
  type Diagnostic,
  type Dialect,
  dialects,
  isObject,
  type Json,
  type JsonObject,
  readSkill,
} from "../../skill/index.ts";
import { withoutCause, parseJson } from "../../skill/model/index.ts";
import type { Files } from "../context.ts";
import type { Agreement } from "./local-tools.ts";
import { isRefusal, refusing } from "./read-tools.ts";

/** What became of a call; a refusal has the same shape as a failure, whether or not the tool was reached. */
export type CalledTool =
  | ToolResult
  | {
      readonly tool: string;
      readonly milliseconds: number;
      readonly ok: false;
      readonly error: Omit<Diagnostic, "cause">;
    };

interface LocalContext {
  readonly files: Files;
  readonly signal: AbortSignal;
}

interface ToolCallInput extends Agreement {
  readonly install: boolean;
  readonly root: readonly string[];
}

interface CallRequest extends ToolCallInput {
  readonly tool: string;
  readonly arg: readonly string[];
  readonly args?: string;
  readonly timeout?: number;
  readonly adapter: boolean;
}

export async function callTool({ files }: LocalContext, request: CallRequest): Promise<CalledTool> {
  const { tool, timeout, adapter, install, root } = request;
  const begun = performance.now();
  const cut = tool.lastIndexOf("/");
  if (cut <= 0)
    throw failure("cli/usage", "`tools call` takes one `SKILL/TOOL`.", {
      hint: "Such as `skillwright tools call web-search/search_web --arg query=x`.",
    });
  try {
    const here = await files.tools([tool], root);
    const load = adapter ? adaptSkill : loadSkill;
    const skill = await load(tool.slice(0, cut), here.loadOptions(request, install));
    const stop = listenForStop();
    try {
      const name = tool.slice(cut + 1);
      const known = skill.tools.find((item) => item.name === name);
      return await skill.call(name, known === undefined ? {} : readArguments(known, request), {
        signal: stop.signal,
        ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
      });
    } finally {
      stop.release();
      await skill.close();
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const milliseconds = performance.now() - begun;
    return { tool, milliseconds, ok: false, error: withoutCause(error.diagnostic) };
  }
}

/** The arguments of a call; the types of the tool say how a value is read. */
function readArguments({ input }: RegisteredTool, { arg, args }: CallRequest): JsonObject {
  const properties = isObject(input["properties"]) ? input["properties"] : {};
  const all = args === undefined ? {} : parseJson(args);
  if (all === undefined) throw failure("cli/usage", "`--args` is not valid JSON.");
  if (!isObject(all)) throw failure("cli/usage", "`--args` must be a JSON object.");
  const single = arg.map((text): [string, Json] => {
    const cut = text.indexOf("=");
    if (cut <= 0) throw failure("cli/usage", `\`--arg\` takes \`NAME=VALUE\`, not \`${text}\`.`);
    const name = text.slice(0, cut);
    const schema = properties[name];
    const types = isObject(schema) ? [schema["type"]].flat() : [];
    const value = text.slice(cut + 1);
    const isText = types.includes("string") || types.length === 0;
    // What is no JSON stays text, and the tool says that it wanted something else.
    return [name, isText ? value : (parseJson(value) ?? value)];
  });
  return { ...all, ...Object.fromEntries(single) };
}

/** Hands `/name words` to the tool that the skill of that command names, past any model. */
export async function runCommand(
  { files }: LocalContext,
  request: ToolCallInput & { readonly message: string },
): Promise<CalledTool> {
  const { message, install, root } = request;
  return await refusing(async () => {
    const here = await files.tools([], root);
    const found = here.skillFiles();
    const call = dialects
      .filter(({ fields }) => fields.some(({ facet }) => facet === "invocation.dispatchTool"))
      .map((dialect) => readCommand(message, slashCommands(commandSkills(found, dialect), dialect)))
      .find((item) => item?.kind === "tool");
    if (call?.kind !== "tool")
      throw failure("cli/usage", `The message \`${message}\` is not a command that calls a tool.`, {
        hint: "A skill declares such a command with `command-dispatch: tool` and `command-tool`.",
      });
    const registry = new ToolRegistry();
    const skills = await loadFor(call, found, {
      ...here.loadOptions(request, install),
      registry,
    });
    try {
      return await dispatchCommand(call, skills, registry);
    } finally {
      for (const skill of skills) await skill.close();
    }
  });
}

type CommandSkills = Parameters<typeof slashCommands>[0];

function commandSkills(files: readonly string[], dialect: Dialect): CommandSkills {
  return files.flatMap((file) => {
    const read = readSkill(readBytes(file), { path: file, dialect: dialect.id }).value;
    const described = read?.dialect.describe(read.reading);
    if (read === undefined || described?.name === undefined) return [];
    const { dispatch, dispatchTool, byUser } = read.skill.invocation;
    return [
      {
        name: described.name,
        description: described.description ?? "",
        isOfferedToUser: byUser !== false,
        ...(dispatch === undefined ? {} : { dispatch }),
        ...(dispatchTool === undefined ? {} : { dispatchTool }),
      },
    ];
  });
}

/** The skill of the command where it has the tool, else every skill that has one of that name. */
async function loadFor(
  { tool, parameters }: ToolCommand,
  files: readonly string[],
  options: LoadOptions,
): Promise<readonly LoadedSkill[]> {
  const [skillName, toolName] = tool.includes("/") ? tool.split("/") : [undefined, tool];
  const holders: { readonly name: string; readonly file: string }[] = [];
  for (const file of files) {
    const { name, module } = await readSkillTools(file);
    const hasTool = module?.tools.some((item) => item.name === toolName) ?? false;
    if (hasTool && (skillName === undefined || skillName === name)) holders.push({ name, file });
  }
  const own = holders.filter(({ name }) => name === parameters.skillName);
  const loaded: LoadedSkill[] = [];
  for (const { file } of own.length > 0 ? own : holders)
    loaded.push(await loadSkill(file, options));
  return loaded;
}
