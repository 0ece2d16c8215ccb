/**
 * The files that a model works on in a case, in memory, and the tools with which it does. Commands run in the sandbox, on
 * a copy of them; what a command printed and changed is an answer like that of a model, so that a cassette plays it again.
 */
import {
  byCodePoint,
  listFolderEntries,
  joinPath,
  readBytes,
  computeSha256,
} from "../../platform/index.ts";
import { createTemporaryFolder } from "../../platform/folder/index.ts";
import { chownToSandbox } from "../../platform/sandbox/index.ts";
import { isObject } from "../../skill/index.ts";
import type { SandboxPolicy } from "../authority/index.ts";
import { type ModelTool, parsedInput, type ToolAnswer, type ToolCall } from "../models/index.ts";
import type { Runner } from "../sandbox/index.ts";
import type { EvalAnswer, EvalRequest } from "./ask.ts";
import type { CassetteCall } from "./cassette.ts";

export type WorkFiles = ReadonlyMap<string, Uint8Array>;

export interface Workspace {
  readonly call: (call: ToolCall, trial: number, signal: AbortSignal) => Promise<ToolAnswer>;
  readonly files: () => WorkFiles;
  /** Of the last command. */
  readonly exitCode: () => number | undefined;
}

/** Where the files lie for commands, and the files of the skill below them. */
const WORK = "/work";
const SKILL = "skill/";
const MIB = 1024 * 1024;
const MOST_FILES = 500;
const MOST_BYTES = 8 * MIB;
const MOST_TEXT = 20_000;
/** No system takes longer names of files, and none a longer word of a command. */
const MOST_NAME = 255;
const MOST_PATH = 2000;
const MOST_COMMAND = 100_000;
const SECONDS = 60;

const PATH = { type: "string", description: "Path of the file, counted from the working folder." };

export const WORK_TOOLS: readonly ModelTool[] = [
  toTool("list_files", "Lists the files of the working folder.", {}),
  toTool("read_file", "Reads a text file.", { path: PATH }),
  toTool("write_file", "Writes a text file, or replaces it.", {
    path: PATH,
    content: { type: "string" },
  }),
  toTool("run_command", "Runs a command of bash in the working folder, without a network.", {
    command: { type: "string" },
  }),
];

function toTool(name: string, description: string, properties: ModelTool["input"]): ModelTool {
  const input = { type: "object", properties, required: Object.keys(properties) };
  return { name, description, input: { ...input, additionalProperties: false } };
}

/** What a command did. */
interface Effect {
  readonly exitCode: number;
  readonly output: string;
  /** Files that it wrote, as text or in base64, and those that it removed. */
  readonly written: {
    readonly [path: string]: { readonly text?: string; readonly base64?: string };
  };
  readonly removed: readonly string[];
}

export type RunCommand = (
  command: string,
  files: WorkFiles,
  signal: AbortSignal,
) => Promise<EvalAnswer>;

/** `recorded` runs commands, or plays what they did. */
export function openWorkspace(
  start: WorkFiles,
  runCommand: RunCommand,
  recorded: CassetteCall,
): Workspace {
  const files = new Map<string, Uint8Array>();
  /** False where no file can have this path beside the others: whatever somebody writes, commands find them all. */
  const put = (path: string, bytes: Uint8Array): boolean => {
    const isPossible = canBeFile(path, files);
    if (isPossible) files.set(path, bytes);
    return isPossible;
  };
  for (const [path, bytes] of start) put(path, bytes);
  let exitCode: number | undefined;
  const run = async (command: string, trial: number, signal: AbortSignal): Promise<ToolAnswer> => {
    const messages = [
      { role: "system" as const, content: digestFiles(files) },
      { role: "user" as const, content: command },
    ];
    const request: EvalRequest = { model: COMMANDS, messages, tools: [], turns: [], trial };
    const { text } = await recorded(request, async () => await runCommand(command, files, signal));
    const effect = readEffect(text);
    for (const path of effect.removed) files.delete(path);
    for (const [path, content] of Object.entries(effect.written))
      if (plainPath(path) === path) put(path, toBytes(content));
    ({ exitCode } = effect);
    const isError = exitCode !== 0;
    return { text: `${isError ? `exit code ${exitCode}\n` : ""}${effect.output}`, isError };
  };
  return {
    files: () => files,
    exitCode: () => exitCode,
    call: async ({ name, input }, trial, signal) => {
      const { path = "", content = "", command = "" } = pickTexts(parsedInput(input) ?? {});
      if (name === "run_command")
        return command.includes("\0") || Buffer.byteLength(command) > MOST_COMMAND
          ? refused(`A command has at most ${MOST_COMMAND} bytes, and none of them is zero.`)
          : await run(command, trial, signal);
      if (name === "list_files")
        return succeeded([...files.keys()].toSorted(byCodePoint).join("\n"));
      const place = plainPath(path);
      if (place === undefined) return refused(`${path} does not lie in the working folder.`);
      if (name === "read_file") {
        const bytes = files.get(place);
        return bytes === undefined
          ? refused(`There is no file ${path}.`)
          : succeeded(decode(bytes));
      }
      if (name !== "write_file") return refused(`There is no tool ${name}.`);
      return put(place, new TextEncoder().encode(content))
        ? succeeded(`Wrote ${place}.`)
        : refused("No file can have this path: it is too long, is a folder, or lies below a file.");
    },
  };
}

function succeeded(text: string): ToolAnswer {
  return { text: text.slice(0, MOST_TEXT), isError: false };
}

function refused(text: string): ToolAnswer {
  return { text, isError: true };
}

function pickTexts(input: object): { readonly [name: string]: string | undefined } {
  return Object.fromEntries(
    Object.entries(input).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

/** A path below the working folder, or undefined where it leads out of it. */
export function plainPath(path: string): string | undefined {
  const parts = path
    .replace(/^\/work\//u, "")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (path.startsWith("/") && !path.startsWith(`${WORK}/`)) return undefined;
  return parts.length === 0 || parts.includes("..") ? undefined : parts.join("/");
}

function canBeFile(path: string, files: WorkFiles): boolean {
  const parts = path.split("/");
  const longest = Math.max(...parts.map((part) => Buffer.byteLength(part)));
  if (path.includes("\0") || path.length > MOST_PATH || longest > MOST_NAME) return false;
  const isBelowFile = parts.some((_part, index) => files.has(parts.slice(0, index).join("/")));
  return !isBelowFile && ![...files.keys()].some((other) => other.startsWith(`${path}/`));
}

function digestFiles(files: WorkFiles): string {
  const lines = [...files].map(([path, bytes]) => `${path} ${computeSha256(bytes)}`);
  return computeSha256(lines.toSorted(byCodePoint).join("\n"));
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function toBytes({ text, base64 }: Effect["written"][string]): Uint8Array {
  return base64 === undefined
    ? new TextEncoder().encode(text ?? "")
    : Buffer.from(base64, "base64");
}

function readEffect(text: string): Effect {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new TypeError("A recorded command has an effect.");
  // Written by `sandboxCommands` below; an edited cassette can at most play something else.
  return value as unknown as Effect;
}

/** The name under which commands stand in a cassette. */
const COMMANDS = "sandbox:bash";

export function sandboxCommands(runner: Runner, bash: string): RunCommand {
  return async (command, files, signal) => {
    const effect = await runInSandbox(runner, bash, { command, files, signal });
    return { text: JSON.stringify(effect), calls: [], usage: {}, seconds: 0 };
  };
}

async function runInSandbox(
  runner: Runner,
  bash: string,
  { command, files, signal }: { command: string; files: WorkFiles; signal: AbortSignal },
): Promise<Effect> {
  const folder = createTemporaryFolder((path) => ({
    folders: [joinPath(path, "work")],
    files: new Map([...files].map(([name, bytes]) => [joinPath(path, "work", name), bytes])),
    links: new Map(),
  }));
  try {
    const work = joinPath(folder.path, "work");
    chownToSandbox(work);
    const { end, stdout, stderr } = await runner.run(
      { program: bash, arguments: ["-c", command], folder: WORK },
      POLICY,
      {
        home: "/",
        folder: "/",
        environment: {},
        mounts: [{ path: work, at: WORK, access: "write" }],
        signal,
      },
    );
    signal.throwIfAborted();
    const after = readTree(work);
    const why = end.kind === "ended" ? "" : `The command was ${end.kind}.\n`;
    return {
      exitCode: end.kind === "ended" ? end.code : -1,
      output: `${why}${stdout}${stderr}`.slice(0, MOST_TEXT),
      written: Object.fromEntries(
        [...after]
          .filter(([path, bytes]) => !isSame(files.get(path), bytes))
          .map(([path, bytes]) => [path, toContent(bytes)]),
      ),
      removed: [...files.keys()].filter((path) => !after.has(path)),
    };
  } finally {
    folder.close();
  }
}

function isSame(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}

function toContent(bytes: Uint8Array): { text?: string; base64?: string } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString("base64") };
  }
}

/** Regular files below a folder, as far as the limits go. Links are left out: a command may lead them anywhere. */
function readTree(folder: string, isWanted: (path: string) => boolean = () => true): WorkFiles {
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  const walk = (place: string, prefix: string): void => {
    for (const { name, path, kind, isLink } of listFolderEntries(place)) {
      const shown = `${prefix}${name}`;
      if (isLink || !isWanted(shown)) continue;
      if (kind === "folder") walk(path, `${shown}/`);
      if (kind !== "file" || files.size >= MOST_FILES) continue;
      const content = readBytes(path);
      bytes += content.length;
      if (bytes > MOST_BYTES) return;
      files.set(shown, content);
    }
  };
  walk(folder, "");
  return files;
}

/** The files of a skill as the model finds them. */
export function skillFiles(folder: string): WorkFiles {
  const own = readTree(folder, (path) => !/^(?:evals|\.git|node_modules)$/u.test(path));
  return new Map([...own].map(([path, bytes]) => [`${SKILL}${path}`, bytes]));
}

const POLICY: SandboxPolicy = {
  tier: "experimental",
  isExperimental: true,
  items: [],
  files: [],
  hidden: [],
  hosts: [],
  commands: "all",
  environment: { names: [], isOpen: false },
  mcp: [],
  limits: {
    cpuSeconds: SECONDS,
    wallSeconds: SECONDS,
    memoryBytes: 512 * MIB,
    processes: 64,
    openFiles: 256,
    fileBytes: MOST_BYTES,
    writtenBytes: 32 * MIB,
    scratchBytes: 32 * MIB,
    outputBytes: MIB,
    networkBytes: 0,
    networkBytesPerSecond: 1,
  },
};
