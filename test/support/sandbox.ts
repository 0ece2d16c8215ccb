/** What tests of the sandbox share: folders that it can show, and a run with its report. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  type Confinement,
  createBubblewrapRunner,
  type Interpreter,
  nodeInterpreter,
  pythonInterpreter,
  type Refusal,
  type SandboxEnd,
  type StartOptions,
} from "../../src/platform/sandbox/index.ts";

export const path: string = process.env["PATH"] ?? "";

const MIB = 1024 * 1024;

export const strict: Confinement = {
  mounts: [],
  hidden: [],
  hosts: [],
  commands: [],
  environment: {},
  limits: {
    cpuSeconds: 10,
    wallSeconds: 15,
    memoryBytes: 512 * MIB,
    processes: 32,
    openFiles: 128,
    fileBytes: 8 * MIB,
    writtenBytes: 64 * MIB,
    scratchBytes: 16 * MIB,
    outputBytes: 1 * MIB,
    networkBytes: 4 * MIB,
    networkBytesPerSecond: 64 * MIB,
  },
};

/** A folder that others may read: where tests run as root, tools in the sandbox are others. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-test-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder that others may also write. */
export function writableFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  return folder;
}

export interface Report {
  readonly end: SandboxEnd;
  readonly out: string;
  readonly error: string;
  readonly refusals: readonly Refusal[];
}

export type Language = "javascript" | "python";

/** Runs code in the sandbox to its end. */
export async function runCode(
  language: Language,
  code: string,
  changes: Partial<Confinement> = {},
  options: StartOptions & { readonly trusted?: readonly string[] } = {},
  programs: string = path,
): Promise<Report> {
  const { trusted, ...started } = options;
  const runner = createBubblewrapRunner({
    path: programs,
    now: Date.now,
    random: Math.random,
    ...(trusted === undefined ? {} : { trusted }),
  });
  const { program, mounts } = await interpreterOf(language);
  const refusals: Refusal[] = [];
  const child = await runner.start(
    { program, arguments: [language === "javascript" ? "-e" : "-c", code] },
    { ...strict, ...changes, mounts: [...mounts, ...(changes.mounts ?? [])] },
    { onRefusal: (refusal) => refusals.push(refusal), ...started },
  );
  child.stdin.end();
  const [end, out, error] = await Promise.all([
    child.exited,
    textOf(child.stdout),
    textOf(child.stderr),
  ]);
  return { end, out, error, refusals };
}

export async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of stream) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts).toString();
}

let asked: Promise<Interpreter | undefined> | undefined;

/** Asked once: a manager of versions takes its time to answer. */
function python(): Promise<Interpreter | undefined> {
  return (asked ??= pythonInterpreter(path, process.env));
}

export async function interpreterOf(language: Language): Promise<Interpreter> {
  const found = language === "javascript" ? nodeInterpreter() : await python();
  if (found === undefined) throw new Error("There is no Python on PATH.");
  return found;
}
