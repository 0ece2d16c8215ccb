import { readCommand, slashCommands } from "../../library/session/index.ts";
import { failure, findSkills, kindOf, readBytes, resolvePath } from "../../platform/index.ts";
import {
  dispatchCommand,
  type LoadedSkill,
  loadSkill,
  readSkillTools,
  skillRoots,
  type ToolCommand,
  ToolRegistry,
} from "../../run/tools/index.ts";
import { dialects, type Dialect, readSkill } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { showResult } from "./call.ts";
import { loadOptionsOf, placesOf } from "./ground.ts";

/** Hands `/name words` to the tool that the skill of that command names, past any model. */
export async function runCommand(context: Context): Promise<number> {
  const [message = "", ...more] = context.arguments;
  if (message === "" || more.length > 0)
    throw failure("cli/usage", '`tools command` takes one message, such as `"/name words"`.');
  const files = skillFiles(context);
  const call = dialects
    .filter(({ fields }) => fields.some(({ facet }) => facet === "invocation.dispatchTool"))
    .map((dialect) => readCommand(message, slashCommands(commandSkills(files, dialect), dialect)))
    .find((item) => item?.kind === "tool");
  if (call?.kind !== "tool")
    throw failure("cli/usage", `The message \`${message}\` is not a command that calls a tool.`, {
      hint: "A skill declares such a command with `command-dispatch: tool` and `command-tool`.",
    });
  const registry = new ToolRegistry();
  const skills = await loadFor(call, files, registry, context);
  try {
    return showResult(await dispatchCommand(call, skills, registry), context);
  } finally {
    for (const skill of skills) await skill.close();
  }
}

function skillFiles(context: Context): readonly string[] {
  const given = context.options.texts("root");
  const roots = given.length > 0 ? given : skillRoots(placesOf(context));
  const found = roots
    .map((root) => resolvePath(context.folder, root))
    .filter((root) => kindOf(root) === "folder")
    .flatMap((root) => findSkills({ path: root, shown: root }).files.map(({ path }) => path));
  return [...new Set(found)];
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
  registry: ToolRegistry,
  context: Context,
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
    loaded.push(await loadSkill(file, { ...loadOptionsOf(context), registry }));
  return loaded;
}
