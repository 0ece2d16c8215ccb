import { type Operation, operation } from "../operation.ts";
import { rootField, skillsField } from "./fields.ts";

const ON_DISK = "It writes into files of the caller.";

export const toolsSync: Operation = operation({
  title: "Declare the tools of skills",
  details: "Writes the declarations of the tools into the frontmatter as the module says them.",
  examples: ["skillwright tools sync skills/web-search"],
  input: {
    skills: { ...skillsField.skills, required: true, doc: "Names or folders of skills." },
    dryRun: { kind: "flag", only: "local", doc: "Show the change and write nothing." },
    ...rootField,
  },
  effects: "writes",
  needs: [],
  expose: { not: { http: ON_DISK, mcp: ON_DISK, browser: ON_DISK } },
  run: async (context, input) => {
    const { syncTools } = await import("./tool-lists.ts");
    return await syncTools(context, input);
  },
  text: async () => (await import("./tool-lists.text.ts")).toolSyncText,
});
