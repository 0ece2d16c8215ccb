// @starts a PostgreSQL
/**
 * What keeps pg-boss and OpenWorkflow from being the engine: each of these is a promise of test/contract/workflow-engine.ts.
 * Where one of them fails with a newer version, docs/decisions/2026-11-17-workflow-engine.md is to be decided anew.
 * SKILLWRIGHT_ENGINES names the folder in which both are installed, as CONTRIBUTING.md says.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { service } from "../support/service.ts";
import { until } from "../support/wait.ts";

const home = process.env["SKILLWRIGHT_ENGINES"];

async function load(name: string): Promise<unknown> {
  const { resolve } = createRequire(join(home ?? "", "package.json"));
  return await import(pathToFileURL(resolve(name)).href);
}

/** What is used here of the packages. */
interface Job {
  readonly id: string;
}
interface Boss {
  readonly on: (event: "error", listener: () => void) => void;
  readonly start: () => Promise<unknown>;
  readonly stop: (options: { readonly graceful: boolean }) => Promise<void>;
  readonly createQueue: (
    name: string,
    options: { readonly retryLimit?: number; readonly heartbeatSeconds?: number },
  ) => Promise<void>;
  readonly send: (name: string, data: object) => Promise<string | null>;
  readonly fetch: (
    name: string,
    options?: { readonly batchSize: number },
  ) => Promise<readonly Job[]>;
  readonly fail: (name: string, ids: readonly string[]) => Promise<unknown>;
  readonly retry: (name: string, id: string) => Promise<unknown>;
  readonly complete: (name: string, id: string) => Promise<unknown>;
  readonly getJobById: (name: string, id: string) => Promise<{ readonly state: string } | null>;
}
interface PgBossPackage {
  readonly PgBoss: new (options: {
    readonly connectionString: string;
    readonly supervise: boolean;
    readonly schedule: boolean;
  }) => Boss;
}
interface Run {
  readonly id: string;
  readonly status: string;
  readonly workerId: string | null;
  readonly availableAt: Date | null;
}
interface Backend {
  readonly stop: () => Promise<void>;
  readonly getWorkflowRun: (run: { readonly workflowRunId: string }) => Promise<Run>;
  readonly extendWorkflowRunLease: (lease: {
    readonly workflowRunId: string;
    readonly workerId: string;
    readonly leaseDurationMs: number;
  }) => Promise<unknown>;
}
interface Step {
  readonly run: (
    config: { readonly name: string; readonly retryPolicy?: { readonly maximumAttempts: number } },
    work: () => Promise<void>,
  ) => Promise<void>;
  readonly sleep: (name: string, duration: string) => Promise<void>;
}
interface OpenWorkflow {
  readonly defineWorkflow: (
    spec: { readonly name: string },
    work: (given: { readonly step: Step }) => Promise<void>,
  ) => {
    readonly run: (
      input?: undefined,
      options?: { readonly idempotencyKey: string },
    ) => Promise<{ readonly workflowRun: Run }>;
  };
  readonly newWorker: () => { readonly tick: () => Promise<number> };
}

const QUEUE = "runs";

async function openBoss(): Promise<Boss> {
  // A package of another folder, whose types are not here.
  const { PgBoss } = (await load("pg-boss")) as PgBossPackage;
  const connectionString = await service("postgres", { isMigrated: false });
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  onTestFinished(async () => {
    await boss.stop({ graceful: false });
    await service("dropPostgres", [connectionString]);
  });
  return boss;
}

/** What a server that has died had in its hands goes back, as whoever knows of the death would say it. */
async function giveBack(boss: Boss, jobs: readonly Job[]): Promise<void> {
  await boss.fail(
    QUEUE,
    jobs.map(({ id }) => id),
  );
}

describe.skipIf(home === undefined)("pg-boss", () => {
  it("gives up what worked beside a job that ends servers", async () => {
    const boss = await openBoss();
    await boss.createQueue(QUEUE, { retryLimit: 2 });
    const innocent = await boss.send(QUEUE, { name: "innocent" });
    await boss.send(QUEUE, { name: "deadly" });
    for (let server = 0; server < 3; server += 1) {
      const jobs = await boss.fetch(QUEUE, { batchSize: 10 });
      expect(jobs).toHaveLength(2);
      await giveBack(boss, jobs);
    }
    expect(await boss.getJobById(QUEUE, innocent ?? "")).toMatchObject({ state: "failed" });
  });

  it("takes nobody for dead before ten seconds of silence", async () => {
    const boss = await openBoss();
    const made = boss.createQueue(QUEUE, { heartbeatSeconds: 9 });
    await expect(made).rejects.toThrow("heartbeatSeconds must be an integer >= 10");
  });

  it("begins a job that failed from its start", async () => {
    const boss = await openBoss();
    await boss.createQueue(QUEUE, { retryLimit: 0 });
    const id = (await boss.send(QUEUE, { name: "two steps" })) ?? "";
    const steps: string[] = [];
    const work = async (): Promise<void> => {
      const [job] = await boss.fetch(QUEUE);
      if (job === undefined) throw new Error("There is no job.");
      steps.push("first");
      if (steps.length === 1) await giveBack(boss, [job]);
      else await boss.complete(QUEUE, job.id);
    };
    await work();
    await boss.retry(QUEUE, id);
    await work();
    expect(await boss.getJobById(QUEUE, id)).toMatchObject({ state: "completed" });
    expect(steps).toEqual(["first", "first"]);
  });
});

async function openEngine(): Promise<{
  readonly backend: Backend;
  readonly engine: OpenWorkflow;
}> {
  const { OpenWorkflow } = (await load("openworkflow")) as {
    readonly OpenWorkflow: new (options: { readonly backend: Backend }) => OpenWorkflow;
  };
  const { BackendSqlite } = (await load("openworkflow/sqlite")) as {
    readonly BackendSqlite: { readonly connect: (path: string) => Backend };
  };
  const backend = BackendSqlite.connect(":memory:");
  onTestFinished(async () => {
    vi.useRealTimers();
    await backend.stop();
  });
  return { backend, engine: new OpenWorkflow({ backend }) };
}

describe.skipIf(home === undefined)("OpenWorkflow", () => {
  it("wakes by the clock of the server that went to sleep", async () => {
    const { backend, engine } = await openEngine();
    const timer = engine.defineWorkflow({ name: "timer" }, async ({ step }) => {
      await step.sleep("short", "1s");
    });
    const { workflowRun } = await timer.run();
    const real = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: real + 600_000 });
    await engine.newWorker().tick();
    const state = () => backend.getWorkflowRun({ workflowRunId: workflowRun.id });
    await until("it sleeps", async () => (await state()).workerId === null);
    const { availableAt } = await state();
    expect(Number(availableAt)).toBeGreaterThan(real + 500_000);
  });

  it("begins again without an end what ends its server", async () => {
    const { backend, engine } = await openEngine();
    let begun = 0;
    const deadly = engine.defineWorkflow({ name: "deadly" }, async ({ step }) => {
      await step.run({ name: "deadly" }, async () => {
        begun += 1;
        // The server is gone: nothing comes back, and nobody says that it lives.
        await new Promise(() => {});
      });
    });
    const { id: workflowRunId } = (await deadly.run()).workflowRun;
    for (let life = 1; life <= 6; life += 1) {
      await engine.newWorker().tick();
      await until("it has begun", () => begun === life);
      const { workerId } = await backend.getWorkflowRun({ workflowRunId });
      // As if the time after which it counts as dead had passed.
      const lease = { workflowRunId, workerId: workerId ?? "", leaseDurationMs: -1000 };
      await backend.extendWorkflowRunLease(lease);
    }
    expect(await backend.getWorkflowRun({ workflowRunId })).toMatchObject({ status: "running" });
  });

  it("resumes no run that failed", async () => {
    const { backend, engine } = await openEngine();
    let isBroken = true;
    const failing = engine.defineWorkflow({ name: "failing" }, async ({ step }) => {
      await step.run({ name: "fails", retryPolicy: { maximumAttempts: 1 } }, () =>
        isBroken ? Promise.reject(new Error("broken")) : Promise.resolve(),
      );
    });
    const key = { idempotencyKey: "once" };
    const { workflowRun } = await failing.run(undefined, key);
    const state = async () => {
      const { status } = await backend.getWorkflowRun({ workflowRunId: workflowRun.id });
      return status;
    };
    await engine.newWorker().tick();
    await until("it has failed", async () => (await state()) === "failed");
    isBroken = false;
    // Asking for the same run again gives the failed one, and no worker takes it.
    expect((await failing.run(undefined, key)).workflowRun.id).toBe(workflowRun.id);
    expect(await engine.newWorker().tick()).toBe(0);
    expect(await state()).toBe("failed");
  });
});
