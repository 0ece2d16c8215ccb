import type { ToolBox } from "../../execute/index.ts";
import type { ToolAnswer } from "../../models/index.ts";
import type { LoadedSkill } from "../load/index.ts";
import type { ToolResult } from "./result.ts";

/** The tools of a loaded skill as a model is offered them, under their short names. */
export function createToolBox(skill: LoadedSkill): ToolBox {
  const named = skill.registry.list();
  return {
    tools: named.map(({ shortName, tool }) => ({
      name: shortName,
      description: tool.description,
      input: tool.input,
    })),
    call: async (name, input, signal) => {
      const found = named.find(({ shortName }) => shortName === name);
      if (found === undefined)
        return {
          text: `No tool \`${name}\` is offered.`,
          isError: true,
        };
      return answerOf(await skill.call(found.tool.qualifiedName, input, { signal }));
    },
    close: () => skill.close(),
  };
}

function answerOf(result: ToolResult): ToolAnswer {
  if (!result.ok) {
    const { message, hint } = result.error;
    return { text: hint === undefined ? message : `${message} ${hint}`, isError: true };
  }
  const { result: value } = result;
  return { text: typeof value === "string" ? value : JSON.stringify(value), isError: false };
}
