import { type Operation, operation } from "../operation.ts";
import { agreementFields, rootField, skillsField } from "./fields.ts";

export const permissions: Operation = operation({
  title: "Show the permissions of skills",
  details:
    "Says in words what each permission lets the skill do, who decided, and what you will be asked. On your machine, " +
    "with `--allow` or `--allow-experimental`, your yes is kept in `~/.skillwright/grants.json` for these files of the " +
    "skill. Exits with 1 while something is refused or left to ask.",
  examples: [
    "skillwright permissions skills/web-search",
    "skillwright permissions notes --allow 'filesystem:write:./notes/**'",
    "skillwright permissions notes --revoke",
  ],
  input: {
    skills: { ...skillsField.skills, required: true, doc: "Names or folders of skills." },
    ...agreementFields,
    revoke: { kind: "flag", only: "local", doc: "Revoke permissions granted before." },
    ...rootField,
  },
  output: async () => (await import("./shapes.ts")).permissionListShape,
  effects: "writes",
  needs: [],
  expose: {
    http: "POST /skills/permissions",
    mcp: "show_permissions",
    not: { browser: "The tools are read from code with engines that a server loads once for all." },
  },
  run: async (context, input) => {
    const { showPermissions } = await import("./permission-list.ts");
    return await showPermissions(context, input);
  },
  exitCode: ({ skills }) => (skills.every(({ isSettled }) => isSettled) ? 0 : 1),
  text: async () => (await import("./permission-list.text.ts")).permissionText,
});
