import { isObject, oneLine } from "../../skill/index.ts";
import { renderDiagnostic } from "../diagnostic.text.ts";
import { count, type Screen, type TextView } from "../text.ts";
import type { ListedTool, ToolCheck, ToolList, ToolSync } from "./tool-lists.ts";

export const toolListText: TextView<ToolList> = {
  render: ({ tools }, screen) => {
    const clashes = tools.filter(({ collidesWith }) => collidesWith.length > 0).length;
    const more = clashes === 0 ? "" : `, ${count(clashes, "name")} shared with other skills`;
    const summary = screen.style("bold", `${count(tools.length, "tool")}${more}`);
    return `${[...tools.flatMap((tool) => describe(tool, screen)), summary].join("\n")}\n`;
  },
};

function describe(tool: ListedTool, { style }: Screen): readonly string[] {
  const { input, shortName, name, qualifiedName, description, collidesWith } = tool;
  const properties = isObject(input["properties"]) ? input["properties"] : {};
  const required = Array.isArray(input["required"]) ? input["required"] : [];
  const parameters = Object.entries(properties).map(([key, schema]) => {
    const types = isObject(schema) ? [schema["type"] ?? "any"].flat() : ["any"];
    const type = types.filter((item) => typeof item === "string").join("|");
    return `${key}${required.includes(key) ? "" : "?"}: ${type}`;
  });
  const alias = shortName === name ? "" : ` as ${style("bold", shortName)}`;
  const mark = tool.isLoadable ? "" : ` ${style("red", "(blocked: see `tools check`)")}`;
  return [
    `${style("cyan", qualifiedName)}${alias}(${parameters.join(", ")})${mark}`,
    ...(description === "" ? [] : [`    ${description.split("\n")[0] ?? ""}`]),
    ...(collidesWith.length === 0
      ? []
      : [style("dim", `    shares its name with ${collidesWith.join(", ")}`)]),
  ];
}

export const toolCheckText: TextView<ToolCheck> = {
  render: ({ skills }, screen) => {
    const all = skills.flatMap(({ diagnostics }) => diagnostics);
    const errors = all.filter(({ severity }) => severity === "error").length;
    const tools = skills.reduce((sum, skill) => sum + skill.tools.length, 0);
    const summary = `${count(skills.length, "skill")}, ${count(tools, "tool")}, ${count(errors, "error")}`;
    return `${all.map((item) => renderDiagnostic(item, screen)).join("")}${screen.style("bold", summary)}\n`;
  },
};

export const toolSyncText: TextView<ToolSync> = {
  render: ({ skills, isDryRun }) =>
    skills
      .map(({ file, tools, diff }) => {
        if (diff === undefined) return `${oneLine(file)}: nothing to do\n`;
        return isDryRun ? diff : `${oneLine(file)}: wrote ${tools.join(", ")}\n`;
      })
      .join(""),
};
