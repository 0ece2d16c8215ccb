/** The programs of this computer that start MCP servers, and their settings on the disk. */
import {
  resolveCanonical,
  type Environment,
  errorCode,
  fileExists,
  isInside,
  joinPath,
  kindOf,
  lastPart,
  makeFolder,
  parentOf,
  readBytes,
  reasonOf,
  resolvePath,
  writeFileAtomically,
} from "../../platform/index.ts";
import { thisMachine } from "../../platform/machine/index.ts";
import { findHome, ownProgram } from "../../platform/process/index.ts";
import { isLink } from "../../platform/tree/index.ts";
import { createBinFinder } from "../../library/hosts/index.ts";
import { connectMcp, listSkills, type McpConnection } from "../../registry/sources/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import type { Launch, SettingsFolders } from "../connect/hosts.ts";
import type { LocalHosts, SettingsFile, StartedServer } from "../connect/local-hosts.ts";
import { fail } from "../errors.ts";
import { kind } from "./inputs.ts";
import type { LocalComputer } from "./local-computer.ts";

const MOST_SETTINGS_BYTES = 8 * 1024 * 1024;

type Computer = Pick<LocalComputer, "environment" | "folder" | "now" | "version">;

export function openLocalHosts(computer: Computer): LocalHosts {
  const { environment, folder, version, now } = computer;
  const bins = createBinFinder({ ...thisMachine(), environment: () => environment });
  return {
    folders: findFolders(environment),
    program: ownLaunch(),
    exists: fileExists,
    hasProgram: (name) => bins.has(name),
    findFolder: (path) => {
      const full = resolvePath(folder, path);
      kind(full);
      return full;
    },
    openSettings: (path, title) => openSettings(path, title, computer),
    tryServer: (launch) => tryServer(launch, version, now),
  };
}

function findFolders(environment: Environment): SettingsFolders {
  const home = findHome(environment);
  const { platform } = thisMachine();
  const variable = (name: string): string | undefined => environment[name] || undefined;
  const config = variable("XDG_CONFIG_HOME") ?? joinPath(home, ".config");
  const applications: { readonly [name: string]: string } = {
    darwin: joinPath(home, "Library", "Application Support"),
    win32: variable("APPDATA") ?? joinPath(home, "AppData", "Roaming"),
  };
  return {
    home,
    config,
    applications: applications[platform] ?? config,
    isWindows: platform === "win32",
    variable,
  };
}

/** By full paths, since programs with windows are started without the `PATH` of a shell. */
function ownLaunch(): Launch {
  const { node, script } = ownProgram();
  if (script === undefined) return { command: node, args: [] };
  // What npx fetched is removed some day.
  if (/[\\/]_npx[\\/]/u.test(script)) return { command: "npx", args: ["-y", "skillwright"] };
  return { command: node, args: [script] };
}

function openSettings(path: string, title: string, { environment, now }: Computer): SettingsFile {
  const target = findTarget(path, title, environment);
  const before = readSettings(target, title);
  const text = before === undefined ? undefined : decode(before, title, path);
  return {
    ...(text === undefined ? {} : { text }),
    write: (after) => {
      try {
        const current = readSettings(target, title);
        if (Buffer.compare(current ?? new Uint8Array(), before ?? new Uint8Array()) !== 0)
          throw fail(
            "app/host-settings",
            { title, reason: "it changed while it was edited" },
            { file: path },
          );
        makeFolder(parentOf(target));
        const backup = before === undefined ? undefined : backUp(target, before, now());
        writeFileAtomically(target, after);
        return backup === undefined ? {} : { backup };
      } catch (error) {
        if (errorCode(error) === "") throw error;
        throw fail("app/host-settings", { title, reason: reasonOf(error) }, { file: path });
      }
    },
  };
}

/** The file itself behind links, as long as they stay in folders of the user. */
function findTarget(path: string, title: string, environment: Environment): string {
  const real = resolveLinks(path);
  const roots = [
    findHome(environment),
    ...["XDG_CONFIG_HOME", "APPDATA", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "GEMINI_CLI_HOME"].map(
      (name) => environment[name] ?? "",
    ),
  ];
  const isOwn = roots.some((root) => root !== "" && isInside(real, resolveCanonical(root)));
  if (isOwn && !isLink(real)) return real;
  throw fail("app/host-settings-outside", { title, target: real }, { file: path });
}

/** A path without links in the part of it that exists. */
function resolveLinks(path: string): string {
  if (fileExists(path)) return resolveCanonical(path);
  const parent = parentOf(path);
  return parent === path ? path : joinPath(resolveLinks(parent), lastPart(path));
}

function readSettings(path: string, title: string): Uint8Array | undefined {
  const refuse = (reason: string): SkillError =>
    fail("app/host-settings", { title, reason }, { file: path });
  try {
    const what = kindOf(path);
    if (what === "missing") return undefined;
    if (what !== "file") throw refuse("it is no file");
    const bytes = readBytes(path);
    if (bytes.length > MOST_SETTINGS_BYTES) throw refuse("it is larger than 8 MiB");
    return bytes;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    throw refuse(reasonOf(error));
  }
}

function decode(bytes: Uint8Array, title: string, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fail("app/host-settings", { title, reason: "it is not written in UTF-8" }, { file });
  }
}

/** The bytes as they were, under a name that says when. */
function backUp(path: string, bytes: Uint8Array, now: number): string {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+Z$/gu, "");
  for (let number = 1; ; number += 1) {
    const backup = `${path}.${time}${number === 1 ? "" : `-${number}`}.bak`;
    if (fileExists(backup)) continue;
    // Settings hold keys: the copy is for their owner alone.
    writeFileAtomically(backup, bytes, { existing: "refuse", mode: 0o600 });
    return backup;
  }
}

async function tryServer(
  { command, args, env = {} }: Launch,
  version: string,
  now: () => number,
): Promise<StartedServer> {
  const begun = now();
  let connection: McpConnection | undefined;
  try {
    connection = await connectMcp(
      { kind: "stdio", command, parameters: args },
      { version, era: "legacy", environment: env },
    );
    const { tools } = await connection.client.listTools();
    // The folders are read then: a server that refuses them has ended.
    const { skills } = await listSkills(connection);
    const server = connection.client.getServerVersion();
    return {
      name: server?.name ?? "",
      version: server?.version ?? "",
      tools: tools.length,
      skills: skills.length,
      milliseconds: now() - begun,
    };
  } catch (error) {
    const { message, hint } = SkillError.isInstance(error)
      ? error.diagnostic
      : { message: `${reasonOf(error)}.`, hint: undefined };
    // What the program says at its end is the reason.
    await connection?.close();
    const more = connection?.complaints() ?? hint ?? "";
    throw fail("app/server-not-started", { reason: `${message} ${more}`.trim() });
  } finally {
    await connection?.close();
  }
}
