import { type Operation, operation } from "../operation.ts";
import { rootField, skillsField } from "./fields.ts";

export const toolsList: Operation = operation({
  title: "List the tools of skills",
  details:
    "Shows tools and their parameters under the names that models would see. Nothing is run.",
  examples: ["skillwright tools list", "skillwright tools list skills/web-search"],
  input: { ...skillsField, ...rootField },
  output: async () => (await import("./shapes.ts")).toolListShape,
  effects: "reads",
  needs: [],
  expose: {
    http: "POST /skills/tools",
    not: {
      mcp: "Clients list tools that they can call by the protocol itself; `check_skill_tools` names those of any skill.",
      browser: "The tools are read from code with engines that a server loads once for all.",
    },
  },
  run: async (context, input) => {
    const { listTools } = await import("./tool-lists.ts");
    return await listTools(context, input);
  },
  text: async () => (await import("./tool-lists.text.ts")).toolListText,
});
