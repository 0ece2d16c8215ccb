/** What Skillwright can do: one row for each operation. */
import { browserOperations } from "./browser.ts";
import type { Operation, OperationRow } from "./operation.ts";

export const operations: readonly OperationRow[] = [
  ...browserOperations,
  {
    id: "scan",
    summary: "Scan skills for security risks, with evidence.",
    load: async () => (await import("./check/scan.ts")).scan,
  },
  {
    id: "list",
    summary: "List skills with their format and problems.",
    load: async () => (await import("./library/list.ts")).list,
  },
  {
    id: "overview",
    summary: "Show the skills of this machine, and what to do next.",
    load: async () => (await import("./library/overview.ts")).overview,
  },
  {
    id: "explain",
    summary: "Explain why an agent loads a skill or not, and what would change it.",
    load: async () => (await import("./library/explain.ts")).explain,
  },
  {
    id: "doctor",
    summary: "Check where skills are found, and what keeps them from loading.",
    load: async () => (await import("./library/doctor.ts")).doctor,
  },
  {
    id: "deps",
    summary: "Show or install the programs that a skill needs.",
    load: async () => (await import("./library/deps.ts")).deps,
  },
  {
    id: "deps-install",
    command: "deps install",
    summary: "Install the programs that a skill needs.",
    load: async () => (await import("./library/deps-install.ts")).depsInstall,
  },
  {
    id: "prompt",
    summary: "Show the list of skills that the model gets.",
    load: async () => (await import("./library/prompt.ts")).prompt,
  },
  {
    id: "rules",
    summary: "List diagnostic codes, or explain one.",
    load: async () => (await import("./about/rules.ts")).rules,
  },
  {
    id: "eval-triggers",
    command: "eval triggers",
    summary: "Count which skills a model loads for the requests of evaluations.",
    load: async () => (await import("./eval/triggers.ts")).evalTriggers,
  },
  {
    id: "eval-run",
    command: "eval run",
    summary: "Measure whether a skill makes answers better.",
    load: async () => (await import("./eval/run.ts")).evalRun,
  },
  {
    id: "tools-list",
    command: "tools list",
    summary: "List the tools of skills.",
    load: async () => (await import("./tools/list.ts")).toolsList,
  },
  {
    id: "tools-check",
    command: "tools check",
    summary: "Check tools against the frontmatter.",
    load: async () => (await import("./tools/check.ts")).toolsCheck,
  },
  {
    id: "tools-sync",
    command: "tools sync",
    summary: "Write the declarations of tools into the frontmatter.",
    load: async () => (await import("./tools/sync.ts")).toolsSync,
  },
  {
    id: "tools-call",
    command: "tools call",
    summary: "Call a tool in the sandbox.",
    load: async () => (await import("./tools/call.ts")).toolsCall,
  },
  {
    id: "tools-command",
    command: "tools command",
    summary: "Hand a slash command to its tool.",
    load: async () => (await import("./tools/command.ts")).toolsCommand,
  },
  {
    id: "permissions",
    summary: "Show, grant and revoke the permissions of skills.",
    load: async () => (await import("./tools/permissions.ts")).permissions,
  },
  {
    id: "mcp-connect",
    command: "mcp connect",
    summary: "Add an MCP server with your skills to the settings of other programs.",
    load: async () => (await import("./connect/connect.ts")).mcpConnect,
  },
  {
    id: "mcp-disconnect",
    command: "mcp disconnect",
    summary: "Remove it from their settings.",
    load: async () => (await import("./connect/disconnect.ts")).mcpDisconnect,
  },
];

export async function findOperation(id: string): Promise<Operation> {
  const row = operations.find((operation) => operation.id === id);
  if (row === undefined) throw new Error(`There is no operation ${id}.`);
  return await row.load();
}
