/**
 * Starts programs for the tests that go on beside them, and hands on what they print; see `starter.ts`. What still runs
 * is killed when the tests are gone.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Order, Report } from "./starter.ts";

const children = new Map<number, ChildProcessWithoutNullStreams>();

process.on("message", (order: Order) => {
  const child = children.get(order.id);
  if (order.kind === "start") start(order);
  else if (order.kind === "kill") child?.kill(order.signal);
  else if (order.kind === "input") child?.stdin.write(order.bytes);
  else child?.stdin.end();
});

process.on("disconnect", () => {
  for (const child of children.values()) child.kill("SIGKILL");
  process.exit();
});

function start({ id, command, words, ...options }: Extract<Order, { kind: "start" }>): void {
  const child = spawn(command, words, options);
  children.set(id, child);
  // One that has ended takes no more input, and says so by its end.
  child.stdin.on("error", () => undefined);
  for (const from of ["stdout", "stderr"] as const)
    child[from].on("data", (bytes: Buffer) => report({ kind: "output", id, from, bytes }));
  if (child.pid !== undefined) report({ kind: "started", id, pid: child.pid });
  child.on("error", (error) => report({ kind: "failed", id, message: error.message }));
  child.on("exit", (code, signal) => report({ kind: "exit", id, code, signal }));
  child.on("close", () => {
    children.delete(id);
    report({ kind: "close", id });
  });
}

function report(message: Report): void {
  // The tests may be gone already.
  if (process.connected) process.send?.(message, undefined, {}, () => undefined);
}
