/** What Skillwright can do: one row for each operation. */
import { browserOperations } from "./browser.ts";
import type { Operation, OperationRow } from "./operation.ts";
import { serverOperations } from "./server/operations.ts";

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
  {
    id: "add",
    summary: "Install one skill from a URL, archive, folder or MCP server.",
    load: async () => (await import("./registry/add.ts")).add,
  },
  {
    id: "pack",
    summary: "Pack a skill into an archive.",
    load: async () => (await import("./registry/pack.ts")).pack,
  },
  {
    id: "unpack",
    summary: "Unpack and verify an archive.",
    load: async () => (await import("./registry/unpack.ts")).unpack,
  },
  {
    id: "keygen",
    summary: "Create a signing key.",
    load: async () => (await import("./registry/keygen.ts")).keygen,
  },
  {
    id: "sign",
    summary: "Sign a skill with your key.",
    load: async () => (await import("./registry/sign.ts")).sign,
  },
  {
    id: "verify",
    summary: "Verify who signed a skill.",
    load: async () => (await import("./registry/verify.ts")).verify,
  },
  {
    id: "trust",
    summary: "Manage trusted keys.",
    load: async () => (await import("./registry/trust.ts")).trust,
  },
  {
    id: "feed",
    summary: "Keep feeds of what is known to be bad.",
    load: async () => (await import("./registry/feed.ts")).feed,
  },
  {
    id: "lock",
    summary: "Write or check the lock file of a folder.",
    load: async () => (await import("./registry/lock.ts")).lock,
  },
  {
    id: "install",
    summary: "Install skills and their dependencies.",
    load: async () => (await import("./registry/install.ts")).install,
  },
  {
    id: "update",
    summary: "Update installed skills, and keep your changes.",
    load: async () => (await import("./registry/update.ts")).update,
  },
  {
    id: "remove",
    summary: "Remove installed skills and unused dependencies.",
    load: async () => (await import("./registry/remove.ts")).remove,
  },
  {
    id: "installed",
    summary: "List installed skills and local changes.",
    load: async () => (await import("./registry/installed.ts")).installed,
  },
  {
    id: "outdated",
    summary: "List installed skills with newer versions.",
    load: async () => (await import("./registry/outdated.ts")).outdated,
  },
  {
    id: "pin",
    summary: "Pin an installed skill to its version.",
    load: async () => (await import("./registry/pin.ts")).pin,
  },
  {
    id: "unpin",
    summary: "Unpin a skill.",
    load: async () => (await import("./registry/pin.ts")).unpin,
  },
  {
    id: "search",
    summary: "Search a registry.",
    load: async () => (await import("./registry/search.ts")).search,
  },
  {
    id: "info",
    summary: "Show a skill of a registry.",
    load: async () => (await import("./registry/info.ts")).info,
  },
  {
    id: "publish",
    summary: "Publish a skill.",
    load: async () => (await import("./registry/publish.ts")).publish,
  },
  {
    id: "sync",
    summary: "Publish all new and changed skills of a folder.",
    load: async () => (await import("./registry/sync.ts")).sync,
  },
  {
    id: "deprecate",
    summary: "Deprecate a published skill.",
    load: async () => (await import("./registry/deprecate.ts")).deprecate,
  },
  {
    id: "yank",
    summary: "Yank a published version.",
    load: async () => (await import("./registry/yank.ts")).yank,
  },
  {
    id: "registry-mirror",
    command: "registry mirror",
    summary: "Keep a whole, verified copy of a registry.",
    load: async () => (await import("./registry/mirror.ts")).mirror,
  },
  {
    id: "audit",
    summary: "List what speaks against installed skills.",
    load: async () => (await import("./registry/audit.ts")).audit,
  },
  {
    id: "migrate",
    summary: "Migrate OpenClaw skills to skills with tools.",
    load: async () => (await import("./convert/migrate.ts")).migrate,
  },
  {
    id: "sandbox-doctor",
    command: "sandbox doctor",
    summary: "Check what holds tools of skills back here.",
    load: async () => (await import("./tools/sandbox.ts")).sandboxDoctor,
  },
  {
    id: "agent-check",
    command: "agent check",
    summary: "Show the skills that an agent's manifest lists.",
    load: async () => (await import("./tools/agent.ts")).agentCheck,
  },
  {
    id: "agent-load",
    command: "agent load",
    summary: "Load them, with their tools.",
    load: async () => (await import("./tools/agent.ts")).agentLoad,
  },
  {
    id: "conform",
    summary: "Run conformance cases.",
    load: async () => (await import("./conform/conform.ts")).conform,
  },
  ...serverOperations,
];

export async function findOperation(id: string): Promise<Operation> {
  const row = operations.find((operation) => operation.id === id);
  if (row === undefined) throw new Error(`There is no operation ${id}.`);
  return await row.load();
}
