import { type Operation, operation } from "../operation.ts";
import { rootField, skillsField } from "./fields.ts";

export const toolsCheck: Operation = operation({
  title: "Check the tools of skills",
  details:
    "Holds the module of each skill against its frontmatter, without running it. Exits with 1 where a skill could not " +
    "be loaded.",
  examples: ["skillwright tools check skills/web-search"],
  input: { ...skillsField, ...rootField },
  output: async () => (await import("./shapes.ts")).toolCheckShape,
  effects: "reads",
  needs: [],
  expose: {
    http: "POST /skills/check-tools",
    mcp: "check_skill_tools",
    not: { browser: "The tools are read from code with engines that a server loads once for all." },
  },
  run: async (context, input) => {
    const { checkTools } = await import("./tool-lists.ts");
    return await checkTools(context, input);
  },
  exitCode: ({ skills }) => (skills.every(({ isLoadable }) => isLoadable) ? 0 : 1),
  text: async () => (await import("./tool-lists.text.ts")).toolCheckText,
});
