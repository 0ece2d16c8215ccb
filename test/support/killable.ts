/** Processes that tests kill in the midst of their work, and what is common to such tests. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { compiledOnce } from "./compiled.ts";
import { startBeside } from "./starter.ts";
import { until } from "./wait.ts";

export interface KillableServer {
  readonly url: string;
  readonly gone: Promise<unknown>;
  readonly kill: () => Promise<void>;
}

export interface Killing {
  /** Starts a program that says where it listens. */
  readonly start: (
    words: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ) => Promise<KillableServer>;
  /** A folder that goes with the test. */
  readonly newFolder: () => Promise<string>;
  /** Done after the test, the last one first. */
  readonly atEnd: (end: () => Promise<unknown>) => void;
}

/** To be called where suites are: whatever a test has started ends with it. */
export function useKillable(): Killing {
  let ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.toReversed()) await end();
    ends = [];
  });
  const atEnd: Killing["atEnd"] = (end) => {
    ends.push(end);
  };
  return {
    atEnd,
    newFolder: async () => {
      const folder = await mkdtemp(join(tmpdir(), "skillwright-crash-"));
      atEnd(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },
    start: async (words, environment = {}) => {
      const env = { ...process.env, ...compiledOnce(), ...environment };
      const child = startBeside(process.execPath, words, { env });
      child.stdin.end();
      const gone = once(child, "exit");
      const kill = async (): Promise<void> => {
        child.kill("SIGKILL");
        await gone;
      };
      atEnd(kill);
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          said += text;
        });
      const address = /Listening on (http:\S+?)\.?\n/u;
      await until(
        "the server listens",
        () => {
          if (child.exitCode !== null)
            throw new Error(`The server ended before it listened:\n${said}`);
          return address.test(said);
        },
        60_000,
      );
      return { url: address.exec(said)?.[1] ?? "", gone, kill };
    },
  };
}

/** Numbers that look random and are the same each time. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
