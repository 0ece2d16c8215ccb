/**
 * What keeps DBOS from being the engine: each of these is a promise of test/contract/workflow-engine.ts. Where one of them
 * fails with a newer version, docs/decisions/2026-11-17-workflow-engine.md is to be decided anew.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Pool } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { needsTime } from "../support/needs.ts";
import { service } from "../support/service.ts";
import { until as waitFor } from "../support/wait.ts";

const PROGRAM = new URL("../support/dbos-program.ts", import.meta.url).pathname;

interface State {
  readonly id: string;
  readonly status: string;
}

interface Bed {
  readonly start: (
    words: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ) => Promise<Running>;
  readonly states: () => Promise<readonly State[]>;
  readonly steps: () => Promise<number>;
}

interface Running {
  readonly kill: () => Promise<void>;
  readonly ended: Promise<unknown>;
}

/** Servers of this engine take seconds to start. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  await waitFor(what, holds, 60_000, 50);
}

async function openBed(): Promise<Bed> {
  const address = await service("postgres", { isMigrated: false });
  const pool = new Pool({ connectionString: address });
  // Its database is dropped at the end.
  pool.on("error", () => {});
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) child.kill("SIGKILL");
    await pool.end();
    await service("dropPostgres", [address]);
  });
  return {
    start: async (words, environment = {}) => {
      const child = spawn(process.execPath, [PROGRAM, address, ...words], {
        env: { ...process.env, ...environment },
        stdio: ["ignore", "pipe", "ignore"],
      });
      children.push(child);
      const ended = once(child, "exit");
      const said = Promise.withResolvers<void>();
      child.stdout.on("data", (chunk: Buffer) => {
        if (chunk.toString().includes("ready\n")) said.resolve();
      });
      await Promise.race([said.promise, ended]);
      return {
        ended,
        kill: async () => {
          child.kill("SIGKILL");
          await ended;
        },
      };
    },
    states: async () => {
      const text = "select workflow_uuid id, status from dbos.workflow_status order by 1";
      return (await pool.query<State>(text)).rows;
    },
    steps: async () => {
      const text = "select count(*) total from dbos.operation_outputs";
      return Number((await pool.query<{ readonly total: string }>(text)).rows[0]?.total);
    },
  };
}

it(
  "DBOS wakes by the clock of the server that went to sleep",
  { timeout: 120_000 },
  async (context) => {
    needsTime(context);
    const bed = await openBed();
    const ahead = await bed.start(["start", "timer"], { SKEW_MS: "600000" });
    await until("it sleeps", async () => (await bed.steps()) === 1);
    await ahead.kill();
    await bed.start(["idle"]);
    // Ten times as long as it was to sleep; the deadline that it keeps is ten minutes away.
    const late = performance.now() + 10_000;
    await until("ten seconds are over", () => performance.now() > late);
    expect(await bed.states()).toMatchObject([{ id: "timer", status: "PENDING" }]);
  },
);

it(
  "DBOS takes up no branches that went on in another order",
  { timeout: 120_000 },
  async (context) => {
    needsTime(context);
    const bed = await openBed();
    const first = await bed.start(["start", "forked"], { FAILS: "1" });
    await until("both branches are done", async () => (await bed.steps()) === 4);
    await first.kill();
    await bed.start(["idle"], { X_MS: "10", Y_MS: "300" });
    await until("it has ended", async () => (await bed.states())[0]?.status === "ERROR");
  },
);

it(
  "DBOS gives up what worked beside a run that ends servers",
  { timeout: 120_000 },
  async (context) => {
    needsTime(context);
    const bed = await openBed();
    const first = await bed.start(["start", "innocent1", "innocent2", "deadly"]);
    await first.ended;
    for (let start = 0; start < 3; start += 1) await (await bed.start(["idle"])).ended;
    await bed.start(["idle"]);
    const given = "MAX_RECOVERY_ATTEMPTS_EXCEEDED";
    await until("all are given up", async () =>
      (await bed.states()).every(({ status }) => status === given),
    );
    // They had made progress each time.
    expect(await bed.steps()).toBeGreaterThan(2);
  },
);

it("DBOS resumes no run that failed", async (context) => {
  needsTime(context);
  const bed = await openBed();
  const first = await bed.start(["start", "failing"], { FAILS: "1" });
  await until("it has failed", async () => (await bed.states())[0]?.status === "ERROR");
  await first.kill();
  await bed.start(["resume", "failing"]);
  expect(await bed.states()).toMatchObject([{ id: "failing", status: "ERROR" }]);
});
