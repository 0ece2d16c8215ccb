import { count, type Screen, styleSeverity, type TextView } from "../text.ts";
import type { Connections, HostConnection } from "./connecting.ts";

export const connectionsText: TextView<Connections> = {
  render: (output, screen) => {
    const rows = output.hosts.filter(({ change }) => change !== "refused");
    if (rows.length === 0 && output.hosts.length === 0)
      return `No program has an entry \`${output.name}\`.\n`;
    return rows.map((row) => renderRow(row, output, screen)).join("");
  },
  notes: ({ hosts }, screen) => hosts.map((row) => renderProblem(row, screen)).join(""),
};

const DONE = {
  added: "Connected",
  updated: "Updated",
  removed: "Disconnected",
  unchanged: "Unchanged",
} as const;
const PLANNED = {
  added: "Would connect",
  updated: "Would update",
  removed: "Would disconnect",
  unchanged: "Unchanged",
} as const;

function renderRow(row: HostConnection, { isDryRun, name }: Connections, screen: Screen): string {
  const { title, file, change, backup, server, next, entry } = row;
  if (change === "refused") return "";
  const words = (isDryRun ? PLANNED : DONE)[change];
  const lines = [`${screen.style("bold", title)}: ${words}: ${screen.displayPath(file)}`];
  if (isDryRun && entry !== undefined && change !== "unchanged")
    lines.push(`  ${name}: ${JSON.stringify(entry)}`);
  if (backup !== undefined) lines.push(`  Before: ${screen.displayPath(backup)}`);
  if (server !== undefined)
    lines.push(
      `  Tried: ${server.name} ${server.version} answers with ${count(server.skills, "skill")} and ${count(server.tools, "tool")} after ${server.milliseconds} ms.`,
    );
  if (next !== undefined) lines.push(`  ${next}`);
  return `${lines.join("\n")}\n`;
}

function renderProblem({ title, file, problem }: HostConnection, screen: Screen): string {
  if (problem === undefined) return "";
  const { message, hint } = problem;
  const lines = [`${styleSeverity(screen, "error")}: ${title}: ${message}`];
  lines.push(`  ${screen.displayPath(file)}`);
  if (hint !== undefined) lines.push(`  ${screen.style("dim", hint)}`);
  return `${lines.join("\n")}\n`;
}
