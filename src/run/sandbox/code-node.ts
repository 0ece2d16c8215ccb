import { pythonInterpreter } from "../../platform/sandbox/index.ts";
import { variableProblem } from "../../platform/index.ts";
import type { SandboxPolicy } from "../authority/index.ts";
import type { RunCode } from "../workflow/index.ts";
import { runError } from "../errors.ts";
import type { Runner, RunReport } from "./runner.ts";

const MIB = 1024 * 1024;
/** What a node prints beyond is an error: half an output would mislead the next node. */
const MOST_OUTPUT = 10 * 1024;

/**
 * Takes code, variables and input from standard input, where none of them can be an argument or a variable of anything
 * that builds the sandbox, and where they may be of any size.
 */
const BOOT = `
def boot():
    import io, json, os, sys
    with open(0, "rb", closefd=False) as stream:
        given = json.loads(stream.read())
    os.environ.update(given["variables"])
    sys.stdin = io.TextIOWrapper(io.BytesIO(given["input"].encode()), encoding="utf-8")
    sys.argv = [""]
    return compile(given["code"], "<stdin>", "exec", dont_inherit=True)
code = boot()
del boot
exec(globals().pop("code"))
`;

/**
 * Runs the code of workflow nodes: Python, with the input of the node in `WORKFLOW_INPUT` and on standard input, and no
 * permission at all. What it prints is the output of the node.
 */
export function createCodeRunner(runner: Runner, path: string): RunCode {
  let found: ReturnType<typeof pythonInterpreter> | undefined;
  return async ({ code, timeoutSeconds, memoryLimitMb, env, input, signal }) => {
    for (const [name, value] of Object.entries(env)) requireVariable(name, value);
    const python = await (found ??= pythonInterpreter(path));
    if (python === undefined) throw runError("run/code-failed", { problem: "no-python" });
    const report = await runner.run(
      { program: python.program, arguments: ["-I", "-B", "-c", BOOT] },
      policyFor(timeoutSeconds, memoryLimitMb),
      {
        // Nothing of either is granted, so that it does not matter where they are.
        home: "/",
        folder: "/",
        environment: {},
        mounts: python.mounts,
        input: wrapCode(code, env, input),
        signal,
      },
    );
    return parseOutput(report, timeoutSeconds);
  };
}

function requireVariable(name: string, value: string): void {
  const reason = variableProblem(name, value);
  if (reason === undefined) return;
  const shown = JSON.stringify(name).slice(1, -1);
  throw runError("run/code-failed", { problem: "variable", name: shown, reason });
}

/** No variable can hold a NUL; the input on standard input has them all. */
function wrapCode(code: string, env: Readonly<Record<string, string>>, input: string): string {
  const variables = { ...env, WORKFLOW_INPUT: input.replaceAll("\0", "") };
  // Half of a pair of code units is no text to Python.
  return JSON.stringify({ code, variables, input }, (_key, value: unknown) =>
    typeof value === "string" ? value.toWellFormed() : value,
  );
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
      writtenBytes: 32 * MIB,
      scratchBytes: 32 * MIB,
      outputBytes: 2 * MOST_OUTPUT,
      networkBytes: 0,
      networkBytesPerSecond: 1,
    },
  };
}

function parseOutput({ end, stdout, stderr }: RunReport, timeoutSeconds: number): string {
  const isTooLong = end.kind === "over-limit" || stdout.length > MOST_OUTPUT;
  if (end.kind === "ended" && end.code === 0 && !isTooLong) return stdout;
  const last = stderr.trim().split("\n").at(-1) ?? "";
  const reason = failureReason(end, isTooLong, timeoutSeconds, last);
  throw runError("run/code-failed", { problem: "failed", reason });
}

function failureReason(
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
