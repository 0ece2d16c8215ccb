import { pythonInterpreter } from "../../platform/sandbox/index.ts";
import { failure } from "../../platform/index.ts";
import type { SandboxPolicy } from "../authority/index.ts";
import type { RunCode } from "../workflow/index.ts";
import { runCodes } from "../diagnostics.ts";
import type { Runner, RunReport } from "./runner.ts";

const MIB = 1024 * 1024;
/** What a node prints beyond is an error: half an output would mislead the next node. */
const MOST_OUTPUT = 10 * 1024;

/**
 * Runs the code of workflow nodes: Python, with the input of the node in `WORKFLOW_INPUT`, and no permission at all.
 * What it prints is the output of the node.
 */
export function createCodeRunner(runner: Runner, path: string): RunCode {
  let found: ReturnType<typeof pythonInterpreter> | undefined;
  return async ({ code, timeoutSeconds, memoryLimitMb, env, input, signal }) => {
    const python = await (found ??= pythonInterpreter(path));
    if (python === undefined)
      throw failure(
        runCodes.codeFailed,
        "Unexpected lack of Python on the `PATH`, expected it for nodes that run code.",
        { hint: "Install Python 3." },
      );
    const report = await runner.run(
      { program: python.program, arguments: ["-I", "-B", "-"] },
      policyFor(timeoutSeconds, memoryLimitMb),
      {
        // Nothing of either is granted, so that it does not matter where they are.
        home: "/",
        folder: "/",
        environment: {},
        variables: { ...env, WORKFLOW_INPUT: input },
        mounts: python.mounts,
        input: code,
        signal,
      },
    );
    return outputOf(report, timeoutSeconds);
  };
}

function policyFor(timeoutSeconds: number, memoryLimitMb: number): SandboxPolicy {
  return {
    tier: "experimental",
    isExperimental: true,
    items: [],
    files: [],
    hidden: [],
    hosts: [],
    commands: [],
    environment: { names: [], isOpen: false },
    mcp: [],
    limits: {
      cpuSeconds: Math.ceil(timeoutSeconds),
      wallSeconds: timeoutSeconds,
      memoryBytes: memoryLimitMb * MIB,
      processes: 16,
      openFiles: 64,
      fileBytes: 16 * MIB,
      scratchBytes: 32 * MIB,
      outputBytes: 2 * MOST_OUTPUT,
      networkBytes: 0,
      networkBytesPerSecond: 1,
    },
  };
}

function outputOf({ end, stdout, stderr }: RunReport, timeoutSeconds: number): string {
  const isTooLong = end.kind === "over-limit" || stdout.length > MOST_OUTPUT;
  if (end.kind === "ended" && end.code === 0 && !isTooLong) return stdout;
  const last = stderr.trim().split("\n").at(-1) ?? "";
  throw failure(
    runCodes.codeFailed,
    `Unexpected end of the code: ${whyOf(end, isTooLong, timeoutSeconds, last)}.`,
  );
}

function whyOf(
  end: RunReport["end"],
  isTooLong: boolean,
  timeoutSeconds: number,
  last: string,
): string {
  if (end.kind === "timed-out") return `it took longer than ${timeoutSeconds} s`;
  if (isTooLong) return `it printed more than ${MOST_OUTPUT} bytes`;
  if (end.kind === "ended") return last === "" ? `it ended with ${end.code}` : last.slice(0, 500);
  return end.kind === "killed" ? `it was killed by ${end.signal}` : `it was ${end.kind}`;
}
