/** Writes this program into the settings of others, or takes it out. */
import { type Diagnostic, suggest, SkillError, withoutCause } from "../../skill/model/index.ts";
import type { JsonObject } from "../../skill/model/index.ts";
import { fail } from "../errors.ts";
import { addServer, removeServer, type SettingsEdit } from "./edit-settings.ts";
import { SyntaxProblem } from "./formats/format.ts";
import { type Launch, type McpHost, mcpHosts } from "./hosts.ts";
import type { LocalHosts, StartedServer } from "./local-hosts.ts";

export interface HostConnection {
  readonly host: string;
  readonly title: string;
  /** Its settings. */
  readonly file: string;
  readonly change: SettingsEdit["change"] | "refused";
  /** The entry of the server. */
  readonly entry?: JsonObject;
  /** A copy of the settings as they were. */
  readonly backup?: string;
  /** What the server of the entry said when it was started. */
  readonly server?: StartedServer;
  /** What is left to do. */
  readonly next?: string;
  readonly problem?: Diagnostic;
}

export interface Connections {
  /** Of the entry. */
  readonly name: string;
  readonly isDryRun: boolean;
  readonly hosts: readonly HostConnection[];
}

interface Selection {
  readonly host: readonly string[];
  readonly name: string;
  readonly isDryRun: boolean;
}

export async function connectHosts(
  local: LocalHosts,
  selection: Selection,
  roots: readonly string[],
): Promise<Connections> {
  const { name, isDryRun } = checkName(selection);
  const { command, args } = local.program;
  const served = roots.map((root) => local.findFolder(root));
  const launch = { command, args: [...args, "mcp", ...served] };
  const chosen = chooseHosts(selection.host);
  const hosts = chosen ?? mcpHosts.filter((host) => isInstalled(host, local));
  if (hosts.length === 0) throw fail("app/no-mcp-host", { known: mcpHosts.map((host) => host.id) });
  const started = new Map<string, Promise<StartedServer>>();
  const rows: HostConnection[] = [];
  for (const host of hosts)
    rows.push(
      await change(
        host,
        local,
        async (text) => {
          const edit = addServer(host, await host.format(), text, name, launch);
          if (isDryRun) return { edit };
          return { edit, server: await tryEntry(host, edit, local, started) };
        },
        isDryRun,
      ),
    );
  return { name, isDryRun, hosts: rows };
}

export async function disconnectHosts(
  local: LocalHosts,
  selection: Selection,
): Promise<Connections> {
  const { name, isDryRun } = checkName(selection);
  const chosen = chooseHosts(selection.host);
  const hosts = chosen ?? mcpHosts.filter((host) => local.exists(findFile(host, local)));
  const rows: HostConnection[] = [];
  for (const host of hosts) {
    const row = await change(
      host,
      local,
      async (text) => ({ edit: removeServer(host, await host.format(), text, name) }),
      isDryRun,
    );
    if (chosen !== undefined || row.change !== "unchanged") rows.push(row);
  }
  return { name, isDryRun, hosts: rows };
}

function checkName<S extends Selection>(selection: S): S {
  if (/^[\w-]{1,64}$/u.test(selection.name)) return selection;
  throw fail("app/server-name", { name: selection.name });
}

/** Undefined: the caller leaves it to what is installed. */
function chooseHosts(ids: readonly string[]): readonly McpHost[] | undefined {
  if (ids.length === 0) return undefined;
  const known = mcpHosts.map((host) => host.id);
  return ids.map((id) => {
    const host = mcpHosts.find((one) => one.id === id);
    if (host === undefined)
      throw fail("app/unknown-mcp-host", { id, near: suggest(id, known), known });
    return host;
  });
}

function isInstalled({ signs, programs = [] }: McpHost, local: LocalHosts): boolean {
  return signs(local.folders).some(local.exists) || programs.some(local.hasProgram);
}

function findFile(host: McpHost, { folders, exists }: LocalHosts): string {
  const files = host.files(folders);
  return files.find((file) => exists(file)) ?? files[0] ?? "";
}

/** One program; what keeps it from being changed does not keep the others. */
async function change(
  host: McpHost,
  local: LocalHosts,
  edit: (text: string) => Promise<{ readonly edit: SettingsEdit; readonly server?: StartedServer }>,
  isDryRun: boolean,
): Promise<HostConnection> {
  const file = findFile(host, local);
  const row = { host: host.id, title: host.title, file };
  try {
    const settings = local.openSettings(file, host.title);
    const { edit: done, server } = await edit(settings.text ?? "");
    const { change: what, text, entry } = done;
    const isWritten = what !== "unchanged" && !isDryRun;
    const { backup } = isWritten ? settings.write(text) : {};
    return {
      ...row,
      change: what,
      ...(entry === undefined ? {} : { entry }),
      ...(backup === undefined ? {} : { backup }),
      ...(server === undefined ? {} : { server }),
      ...(isWritten && what !== "removed" ? { next: host.next } : {}),
    };
  } catch (error) {
    const problem = toProblem(error, host, file);
    return { ...row, change: "refused", problem };
  }
}

function toProblem(error: unknown, { title }: McpHost, file: string): Diagnostic {
  const known =
    error instanceof SyntaxProblem
      ? fail("app/host-settings", { title, reason: error.message }, { file })
      : error;
  if (!SkillError.isInstance(known)) throw known;
  return withoutCause(known.diagnostic);
}

/** Starts the command as it is read from the text that is written; the same one once. */
async function tryEntry(
  host: McpHost,
  { entry }: SettingsEdit,
  local: LocalHosts,
  started: Map<string, Promise<StartedServer>>,
): Promise<StartedServer> {
  const launch: Launch | undefined = entry === undefined ? undefined : host.entry.read(entry);
  if (launch === undefined) throw new SyntaxProblem("the entry of the server names no command");
  const key = JSON.stringify(launch);
  const server = started.get(key) ?? local.tryServer(launch);
  started.set(key, server);
  return await server;
}
