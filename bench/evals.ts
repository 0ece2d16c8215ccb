/**
 * node bench/evals.ts
 *
 * How long evaluations take that ask nobody: 500 cases played from a cassette, and the collisions of 400 skills, by words
 * and by meaning (with an empty cache of vectors, then with a full one). Fails where a goal is missed. Needs a build.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CASES = 500;
const SKILLS = 400;

const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-evals-"));

/** Seconds of the whole program. */
function time(...words: readonly string[]): number {
  const start = performance.now();
  const program = join(import.meta.dirname, "../dist/cli/main.js");
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, SKILLWRIGHT_CACHE_DIR: join(folder, "cache") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status === null || status > 1) throw new Error(stderr);
  return (performance.now() - start) / 1000;
}

function report(title: string, seconds: number, most: number): void {
  process.stdout.write(`${title}: ${seconds.toFixed(1)} s (at most ${most})\n`);
  if (seconds > most) process.exitCode = 1;
}

function writeSkill(root: string, name: string, description: string): void {
  mkdirSync(join(folder, root, name), { recursive: true });
  const text = `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;
  writeFileSync(join(folder, root, name, "SKILL.md"), text);
}

try {
  writeSkill("few", "letters", "Sorts letters. Use when the user asks to sort letters.");
  const cases = Array.from({ length: CASES }, (_, at) => ({
    query: `Sort letter ${at}`,
    should_trigger: true,
  }));
  mkdirSync(join(folder, "few/letters/evals"));
  writeFileSync(join(folder, "few/letters/evals/triggers.json"), JSON.stringify(cases));
  writeFileSync(join(folder, "script.json"), '[{ "when": "sort", "load": "letters" }]');
  time("eval", "triggers", "few", "--script", "script.json", "--cassette", "answers.jsonl");
  report(
    `${CASES} cases from a cassette`,
    time("eval", "triggers", "few", "--cassette", "answers.jsonl"),
    5,
  );
  const generate = join(import.meta.dirname, "generate.ts");
  const { status } = spawnSync(process.execPath, [
    generate,
    join(folder, "many"),
    "--count",
    String(SKILLS),
  ]);
  if (status !== 0) throw new Error("The tree could not be written.");
  report(`collisions of ${SKILLS} skills by words`, time("eval", "collisions", "many"), 30);
  const byMeaning = ["eval", "collisions", "many", "--ranker", "meaning"];
  report("the same by meaning, cold", time(...byMeaning), 30);
  report("the same by meaning, warm", time(...byMeaning), 1);
} finally {
  rmSync(folder, { recursive: true });
}
