/**
 * node bench/editor.ts
 *
 * How long an editor waits for findings after a key: in a skill of 500 lines, with a library of 100 skills beside it,
 * from the change until the server has sent what it finds in the new text. Fails where the 95th percentile is above
 * 50 ms. Needs a build.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { median } from "./reported.ts";

const KEYS = 200;
const WARM_UP = 20;
/** Of somebody who types 120 words a minute. */
const BETWEEN_KEYS_MS = 100;
const LINES = 500;
const BESIDE = 100;
const MOST_MS = 50;

function skillText(name: string, lines: number): string {
  const steps = Array.from(
    { length: lines },
    (_, at) => `${at + 1}. Look at [file ${at}](references/a.md) and run \`git log -n ${at}\`.`,
  );
  return [
    "---",
    `name: ${name}`,
    `description: Sorts letters of kind ${name}. Use when the user asks to sort them.`,
    "allowed-tools: Read, Bash(git log:*)",
    "---",
    "",
    "# Letters",
    "",
    ...steps,
    "",
  ].join("\n");
}

async function measure(folder: string): Promise<readonly number[]> {
  const program = join(import.meta.dirname, "../dist/cli/main.js");
  const child = spawn(process.execPath, [program, "lsp"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  try {
    return await type(connection, folder);
  } finally {
    connection.dispose();
    child.kill();
  }
}

async function type(connection: ProtocolConnection, folder: string): Promise<readonly number[]> {
  const uri = pathToFileURL(join(folder, "letters/SKILL.md")).href;
  let seen: ((codes: readonly unknown[]) => void) | undefined;
  connection.onNotification(
    "textDocument/publishDiagnostics",
    (params: {
      readonly uri: string;
      readonly diagnostics: readonly { readonly code: unknown }[];
    }) => {
      if (params.uri === uri) seen?.(params.diagnostics.map(({ code }) => code));
    },
  );
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    capabilities: {},
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "bench" }],
  });
  await connection.sendNotification("initialized", {});
  const text = skillText("letters", LINES);
  const lines = text.split("\n").length;
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "skill", version: 1, text },
  });
  const milliseconds: number[] = [];
  for (let key = 0; key < KEYS + WARM_UP; key += 1) {
    // Each key makes a link to a file that is not there, or takes it away, so that its findings are known by sight.
    const isBroken = key % 2 === 0;
    const line = lines - 2;
    const range = { start: { line, character: 0 }, end: { line, character: 99 } };
    const words = isBroken ? "See [it](references/none.md)." : "See it.";
    const found = new Promise<void>((resolve) => {
      seen = (codes) => {
        if (codes.includes("lint/link-broken") === isBroken) resolve();
      };
    });
    const start = performance.now();
    await connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: key + 2 },
      contentChanges: [{ range, text: words }],
    });
    await found;
    if (key >= WARM_UP) milliseconds.push(performance.now() - start);
    await setTimeout(BETWEEN_KEYS_MS);
  }
  return milliseconds.toSorted((a, b) => a - b);
}

const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-editor-"));
try {
  for (const name of ["letters", ...Array.from({ length: BESIDE }, (_, at) => `skill-${at}`)]) {
    mkdirSync(join(folder, name, "references"), { recursive: true });
    writeFileSync(join(folder, name, "SKILL.md"), skillText(name, name === "letters" ? LINES : 20));
    writeFileSync(join(folder, name, "references/a.md"), "x\n");
  }
  const sorted = await measure(folder);
  const late = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
  process.stdout.write(
    `findings after a key, ${LINES} lines: median ${median(sorted).toFixed(1)} ms, 95 % within ${late.toFixed(1)} ms (at most ${MOST_MS})\n`,
  );
  if (!(late <= MOST_MS)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
