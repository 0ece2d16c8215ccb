/**
 * node test/support/spawner-program.ts <requests> <answers>
 *
 * Runs one program after the other for the tests: a line of JSON comes in by the first pipe, one goes out by the
 * second. It ends when nobody holds the first any longer.
 */
import { spawnSync } from "node:child_process";
import { openSync, readSync, writeSync } from "node:fs";
import type { Answer, Request } from "./spawner.ts";

const [requests = "", answers = ""] = process.argv.slice(2);
const input = openSync(requests, "r");
const output = openSync(answers, "w");
const part = Buffer.alloc(1 << 16);
let parts: Buffer[] = [];

for (let size = readSync(input, part); size > 0; size = readSync(input, part)) {
  parts.push(Buffer.from(part.subarray(0, size)));
  if (part[size - 1] !== 10) continue;
  const request = JSON.parse(Buffer.concat(parts).toString("utf8")) as Request;
  parts = [];
  writeAll(`${JSON.stringify(answer(request))}\n`);
}

function answer({ command, words, input: sent, ...options }: Request): Answer {
  const { status, signal, stdout, stderr, error } = spawnSync(command, words, {
    ...options,
    input: Buffer.from(sent, "base64"),
    maxBuffer: 64 * 1024 * 1024,
  });
  return {
    status,
    signal,
    // No pipes where it did not start, which the type does not know.
    stdout: (stdout as Buffer | null)?.toString("utf8") ?? "",
    stderr: (stderr as Buffer | null)?.toString("utf8") ?? "",
    ...(error === undefined ? {} : { error: error.message }),
  };
}

function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(output, bytes, at);
}
