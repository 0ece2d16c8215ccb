/** One input against the invariants of its target, with what it cost. */
import { setImmediate as turn } from "node:timers/promises";
import type { FuzzTarget, OpenTarget } from "./target.ts";

/** Why an input is kept. */
export interface Failure {
  /** The same for inputs that fail for the same reason. */
  readonly signature: string;
  readonly message: string;
}

export interface Checked {
  readonly failure?: Failure;
  readonly outcome?: string;
}

export async function checkInput(
  target: Pick<FuzzTarget, "maxCpuMs">,
  open: OpenTarget,
  input: Uint8Array,
): Promise<Checked> {
  const strays: unknown[] = [];
  const onStray = (error: unknown): void => {
    strays.push(error);
  };
  process.on("unhandledRejection", onStray);
  const before = process.threadCpuUsage();
  try {
    const outcome = await open.check(input);
    const spent = process.threadCpuUsage(before);
    // Promises that nobody waits for tell of themselves when the turn is over.
    await turn();
    if (strays.length > 0) return { failure: failureOf("unhandled rejection", strays[0]) };
    const milliseconds = (spent.user + spent.system) / 1000;
    if (milliseconds <= target.maxCpuMs) return { outcome };
    return {
      failure: {
        signature: "slow",
        message: `${Math.round(milliseconds)} ms of processor time, at most ${target.maxCpuMs} allowed`,
      },
    };
  } catch (error) {
    return { failure: failureOf("failed", error) };
  } finally {
    process.off("unhandledRejection", onStray);
  }
}

function failureOf(kind: string, error: unknown): Failure {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const place = error instanceof Error ? placeIn(error.stack ?? "") : "";
  const words = message.split("\n")[0]?.replaceAll(/\d+|`[^`]*`|"[^"]*"|'[^']*'/gu, "#") ?? "";
  return {
    signature: `${kind} ${words.slice(0, 120)} ${place}`.trim(),
    message: error instanceof Error ? (error.stack ?? message) : message,
  };
}

/** The first line of the sources in a stack. */
function placeIn(stack: string): string {
  return /\/(?<place>(?:src|test)\/[\w./-]+:\d+)/u.exec(stack)?.groups?.["place"] ?? "";
}
