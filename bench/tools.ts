/**
 * node bench/tools.ts [--calls N] [--starts N]
 *
 * Calls of a tool in the sandbox: a warm one against the same function in a plain worker process, a cold one against
 * starting the interpreter bare, in turns. Fails where a ratio is above its target. Needs Linux with bubblewrap and
 * Python, and a built dist/: what runs from the sources strips the types of the helper at every start.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { nodeInterpreter, pythonInterpreter } from "../src/platform/sandbox/index.ts";
import type { LoadedSkill, ToolOptions } from "../src/hub/tools/public.ts";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "1000" },
    starts: { type: "string", default: "15" },
  },
});
const calls = Number(values.calls);
const starts = Number(values.starts);

const built: unknown = await import(new URL("../dist/run/index.js", import.meta.url).href);
// The build of the module whose types are imported above.
const { loadSkill } = built as {
  readonly loadSkill: (word: string, options: ToolOptions) => Promise<LoadedSkill>;
};

const WARM_TARGET = 3;
const COLD_TARGET = 2.5;
const here = import.meta.dirname;

const HEAD = `---
name: echo-tool
version: 1.0.0
description: Says it again.
author: me
license: MIT
permissions: [filesystem:none]
security_tier: experimental
tools:
  - name: echo
    parameters: { text: { type: string }, times: { type: integer, required: false, default: 1 } }
---
`;

const modules: Readonly<Record<string, string>> = {
  "tools.py": `from gaia.agents.base.tools import tool

@tool
def echo(text: str, times: int = 1) -> dict:
    """Says it again."""
    return {"said": text * times}
`,
  "tools.js": `import { integer, string, tool } from "skillwright/tools";

export const echo = tool({
  description: "Says it again.",
  parameters: { text: string(), times: integer({ default: 1 }) },
  run: ({ text, times }) => ({ said: text.repeat(times) }),
});
`,
};

interface Language {
  readonly title: string;
  readonly file: string;
  /** The interpreter and its words, for a program that does nothing, and for the plain worker. */
  readonly program: string;
  readonly bare: readonly string[];
  readonly plain: readonly string[];
}

const python = await pythonInterpreter(process.env["PATH"] ?? "");
const languages: readonly Language[] = [
  ...(python === undefined
    ? []
    : [
        {
          title: "Python",
          file: "tools.py",
          program: python.program,
          bare: ["-c", "pass"],
          plain: [join(here, "tools/plain.py")],
        },
      ]),
  {
    title: "JavaScript",
    file: "tools.js",
    program: nodeInterpreter().program,
    bare: [join(here, "empty.mjs")],
    plain: [join(here, "tools/plain.mjs")],
  },
];

let isMissed = false;
for (const language of languages) await measure(language);
process.exitCode = isMissed ? 1 : 0;

async function measure(language: Language): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
  const skillFolder = join(folder, "echo-tool");
  mkdirSync(skillFolder);
  writeFileSync(join(skillFolder, "SKILL.md"), HEAD);
  writeFileSync(join(skillFolder, language.file), modules[language.file] ?? "");
  const skill = await loadSkill(skillFolder, { consent: { allowsExperimental: true } });
  try {
    const plain = await timePlain(language);
    const warm = await timeWarm(skill);
    report(`${language.title}, warm call`, warm, "plain worker", plain, WARM_TARGET);
    const { bare, cold } = await timeStarts(language, skill);
    report(`${language.title}, cold call`, cold, "bare interpreter", bare, COLD_TARGET);
  } finally {
    await skill.close();
    rmSync(folder, { recursive: true });
  }
}

function report(title: string, own: number, base: string, floor: number, target: number): void {
  const ratio = own / floor;
  const isOver = ratio > target;
  isMissed ||= isOver;
  console.log(
    `${title}: ${own.toFixed(3)} ms, ${base} ${floor.toFixed(3)} ms, ratio ${ratio.toFixed(2)} (target ${target})${isOver ? " MISSED" : ""}`,
  );
}

function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[times.length >> 1] ?? 0;
}

async function timeEach(count: number, work: (index: number) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const before = performance.now();
    await work(index);
    times.push(performance.now() - before);
  }
  // The first ones are slow everywhere: nothing is compiled yet.
  return median(times.slice(Math.floor(count / 10)));
}

async function timeWarm(skill: LoadedSkill): Promise<number> {
  return timeEach(calls, async (index) => {
    const result = await skill.call("echo", { text: `${index}` });
    if (!result.ok) throw new Error(result.error.message);
  });
}

async function timePlain({ program, plain }: Language): Promise<number> {
  const child = spawn(program, plain, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  try {
    return await timeEach(calls, async (index) => {
      child.stdin.write(`${JSON.stringify({ id: index, arguments: { text: `${index}` } })}\n`);
      const { value } = await lines.next();
      JSON.parse(String(value));
    });
  } finally {
    child.kill();
  }
}

/**
 * The bare interpreter, and a call after the process was taken away: a new one is started, and imports the module. In
 * turns, so that a slow moment of the machine falls on both.
 */
async function timeStarts(
  { program, bare }: Language,
  skill: LoadedSkill,
): Promise<{ readonly bare: number; readonly cold: number }> {
  const times: { readonly bare: number[]; readonly cold: number[] } = { bare: [], cold: [] };
  for (let turn = 0; turn < starts; turn += 1) {
    const begun = performance.now();
    spawnSync(program, bare);
    times.bare.push(performance.now() - begun);
    await skill.rest();
    const before = performance.now();
    const result = await skill.call("echo", { text: "a" });
    times.cold.push(performance.now() - before);
    if (!result.ok) throw new Error(result.error.message);
  }
  return { bare: median(times.bare), cold: median(times.cold) };
}
