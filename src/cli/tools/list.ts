import { isObject } from "../../skill/index.ts";
import {
  describeTools,
  type NamedTool,
  type SkillTools,
  ToolRegistry,
} from "../../run/tools/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { count } from "../render.ts";
import { readNamed, withTools } from "./inputs.ts";

/** The tools of skills as models would see them; nothing is run. */
export async function listTools(context: Context): Promise<number> {
  const skills = withTools(await readNamed(context));
  const registry = new ToolRegistry();
  for (const skill of skills) registry.add(describeTools(skill));
  const tools = registry.list();
  if (context.options.flag("json")) {
    const rows = tools.map(({ shortName, tool, collidesWith }) => ({
      shortName,
      ...tool,
      collidesWith,
      isLoadable: isLoadable(skills, tool.skill),
    }));
    printJson(context, { tools: rows });
    return FINE;
  }
  const lines = tools.flatMap((item) =>
    renderTool(item, isLoadable(skills, item.tool.skill), context),
  );
  const clashes = tools.filter(({ collidesWith }) => collidesWith.length > 0).length;
  const more = clashes === 0 ? "" : `, ${count(clashes, "name")} shared with other skills`;
  context.out(
    `${[...lines, context.paint("bold", `${count(tools.length, "tool")}${more}`)].join("\n")}\n`,
  );
  return FINE;
}

function isLoadable(skills: readonly SkillTools[], name: string): boolean {
  const found = skills.find((skill) => skill.name === name);
  return found?.diagnostics.every(({ severity }) => severity !== "error") ?? false;
}

function renderTool(
  { shortName, tool, collidesWith }: NamedTool,
  isUsable: boolean,
  { paint }: Context,
): readonly string[] {
  const properties = isObject(tool.input["properties"]) ? tool.input["properties"] : {};
  const required = Array.isArray(tool.input["required"]) ? tool.input["required"] : [];
  const parameters = Object.entries(properties).map(([name, schema]) => {
    const types = isObject(schema) ? [schema["type"] ?? "any"].flat() : ["any"];
    const type = types.filter((item) => typeof item === "string").join("|");
    return `${name}${required.includes(name) ? "" : "?"}: ${type}`;
  });
  const alias = shortName === tool.name ? "" : ` as ${paint("bold", shortName)}`;
  const mark = isUsable ? "" : ` ${paint("red", "(blocked: see `tools check`)")}`;
  return [
    `${paint("cyan", tool.qualifiedName)}${alias}(${parameters.join(", ")})${mark}`,
    ...(tool.description === "" ? [] : [`    ${tool.description.split("\n")[0] ?? ""}`]),
    ...(collidesWith.length === 0
      ? []
      : [paint("dim", `    shares its name with ${collidesWith.join(", ")}`)]),
  ];
}
