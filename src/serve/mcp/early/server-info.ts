import { lineIcon } from "./icons.ts";

/** What the server says of itself, to clients that have connected and to those that have not. */
export const SERVER_INFO: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly icons: ReturnType<typeof lineIcon>;
} = {
  name: "skillwright",
  title: "Skillwright",
  description: "Agent skills of every format, checked and scanned.",
  icons: lineIcon("M4 5a2 2 0 0 1 2-2h14v18H6a2 2 0 0 1-2-2zM4 19a2 2 0 0 1 2-2h14M9 8l2 2 4-4"),
};

export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** What the server can do; the SDK adds the tools. */
export const CAPABILITIES = {
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  extensions: {
    "io.modelcontextprotocol/skills": { directoryRead: true },
    "io.modelcontextprotocol/tasks": {},
  },
} as const;

/** What every client is told before the list of skills. */
export const INTRODUCTION: string =
  "This server offers agent skills. Clients with the skills extension list them with skills/list; others " +
  "call search_skills, then load_skill, and read files of a skill with read_skill_file when its " +
  "instructions refer to them. explain_skill says why a skill is missing.";
