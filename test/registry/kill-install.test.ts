/** The program itself, killed at any moment of an installation or an update: all is old, or all is new. */
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkLock, openLock } from "../../src/registry/index.ts";
import { program } from "../support/clients.ts";
import { compiledOnce } from "../support/compiled.ts";
import { randomFrom } from "../support/killable.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  publishFolder,
  type RegistryServer,
  sha256,
} from "../support/registry-server.ts";
import { needsTime } from "../support/needs.ts";
import { publisherKey, stateOf, trusting, writeShared } from "../support/shared-skills.ts";
import { startBeside } from "../support/starter.ts";

const SEED = Number(process.env["SKILLWRIGHT_KILL_SEED"] ?? 20_261_115);
const POINTS = 7;

let registry: RegistryServer;
let token = "";
let home = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
  home = temporaryFolder();
  const key = Buffer.from(publisherKey.publicBytes).toString("base64");
  await run(["trust", "add", key, "--publisher", "Acme"], home);
  await publishAll("1.0.0", "Third line.");
});

afterAll(() => registry.close());

/** Three that are asked for, of which two need others. */
async function publishAll(version: string, line: string): Promise<void> {
  const source = temporaryFolder();
  const body = `# Letters\n\nFirst line.\n\nSecond line.\n\n${line}`;
  const files = {
    "run.sh": "#!/bin/sh\necho hi\n",
    "data/größe.bin": "\u0000\u0001",
    [`data/${version}.txt`]: `${version}\n`,
  };
  for (const [name, needs] of [
    ["paper", {}],
    ["ink", { paper: "^1.0.0" }],
    ["letters", { ink: "^1.0.0" }],
    ["words", { paper: "^1.0.0" }],
    ["sums", {}],
  ] as const)
    await publishFolder(
      registry,
      token,
      await writeShared(source, { name, version, needs, body, files }),
    );
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly milliseconds: number;
}

/** Runs the program to its end, or to where it is killed. */
async function run(words: readonly string[], folder: string, killAfter?: number): Promise<Ended> {
  const began = performance.now();
  const child = startBeside(process.execPath, [program, ...words], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      ...compiledOnce(),
      HOME: home,
      SKILLWRIGHT_CACHE_DIR: join(home, ".cache"),
      SKILLWRIGHT_REGISTRY: registry.url,
    },
  });
  child.stdin.end();
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const timer =
    killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
  await once(child, "close");
  clearTimeout(timer);
  return { code: child.exitCode, said, milliseconds: performance.now() - began };
}

async function runWell(words: readonly string[], folder: string): Promise<Ended> {
  const ended = await run(words, folder);
  expect(ended.code, `${words.join(" ")}\n${ended.said}`).toBe(0);
  return ended;
}

/** Digests of skills by their names. */
function skillsIn(folder: string): Readonly<Record<string, string>> {
  const lines = new Map<string, string[]>();
  for (const line of stateOf(folder)) {
    const name = line.slice(0, line.indexOf("/"));
    lines.set(name, [...(lines.get(name) ?? []), line]);
  }
  return Object.fromEntries(
    [...lines].map(([name, some]) => [name, sha256(Buffer.from(some.join("\n")))]),
  );
}

/** What a process that is gone may leave: what is recorded, and a lock that keeps nobody out. */
function leftoversIn(skills: string): readonly string[] {
  const own = join(skills, ".skillwright");
  const inner = existsSync(own) ? readdirSync(own) : [];
  return [
    ...inner.filter((name) => !/^(?:origins|pristine|skill-lock\.lock)$/u.test(name)),
    ...readdirSync(skills).filter(
      (name) => !/^(?:\.skillwright|skill-lock\.json|ink|letters|paper|sums|words)$/u.test(name),
    ),
  ];
}

/** What the lock finds, once what was begun is settled. */
async function driftsIn(folder: string): Promise<readonly unknown[]> {
  const skills = join(folder, "skills");
  if (!existsSync(skills)) return [];
  return await checkLock(skills, await openLock(skills), trusting);
}

/** Kills the same command at points all over its course, each time in a new copy of what was there before. */
async function killAllOver(words: readonly string[], before: string): Promise<void> {
  const copy = (): string => {
    const folder = temporaryFolder();
    cpSync(before, folder, { recursive: true });
    return folder;
  };
  const whole = copy();
  await runWell(words, copy());
  const { milliseconds } = await runWell(words, whole);
  const old = skillsIn(join(before, "skills"));
  const next = skillsIn(join(whole, "skills"));
  expect(next).not.toEqual(old);
  const drifts = await driftsIn(before);
  const random = randomFrom(SEED);
  for (let point = 0; point < POINTS; point += 1) {
    // Nothing is written before the last third, so that most of the points lie there.
    const share = point < 3 ? point * 0.2 : 0.6 + ((point - 3) / (POINTS - 3)) * 0.4;
    const at = share * milliseconds + random(Math.ceil(milliseconds * 0.04));
    const folder = copy();
    const skills = join(folder, "skills");
    const where = `killed after ${at.toFixed(0)} of ${milliseconds.toFixed(0)} ms`;
    await run(words, folder, at);
    const isUnfinished = existsSync(join(skills, ".skillwright/journal.json"));
    for (const [name, digest] of Object.entries(skillsIn(skills)))
      expect([old[name], next[name]], `${name}, ${where}`).toContain(digest);
    if (existsSync(skills)) {
      const found = await driftsIn(folder);
      const settled = skillsIn(skills);
      // What was changed here was no drift of ours before, and is none after.
      expect(found, where).toEqual(isDeepStrictEqual(settled, old) ? drifts : []);
      expect([old, next], where).toContainEqual(settled);
      if (isUnfinished) expect(settled, where).toEqual(next);
    }
    await runWell(words, folder);
    expect(skillsIn(skills), where).toEqual(next);
    expect(leftoversIn(skills), where).toEqual([]);
    if (point === POINTS - 1) await runWell(["lock", "--check"], folder);
  }
}

describe("the program, killed at any moment", () => {
  it("[GA-12] [GA-15] installs skills with what they need, whole or not at all", async (context) => {
    needsTime(context);
    const words = ["install", "letters", "words", "sums"];
    await killAllOver(words, temporaryFolder());
  }, 240_000);

  it("[GA-12] [GA-15] updates skills with changes made here, whole or not at all", async (context) => {
    needsTime(context);
    const before = temporaryFolder();
    await runWell(["install", "letters", "words", "sums"], before);
    const file = join(before, "skills/letters/SKILL.md");
    const mine = readFileSync(file, "utf8").replace("First line.", "My first line.");
    writeFileSync(file, mine);
    await publishAll("1.1.0", "Another third line.");
    const merged = temporaryFolder();
    cpSync(before, merged, { recursive: true });
    const words = ["update", "--all", "--allow-experimental"];
    await runWell(words, merged);
    const text = readFileSync(join(merged, "skills/letters/SKILL.md"), "utf8");
    expect(text).toContain("My first line.");
    expect(text).toContain("Another third line.");
    await killAllOver(words, before);
  }, 240_000);
});
