/** The pool of workers with the worst that a job can do. */
import { afterEach, describe, expect, it } from "vitest";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type JobLimits,
  jobCodes,
  openPool,
  type PoolOptions,
} from "../../src/platform/jobs/index.ts";
import type { JobRunner } from "../../src/platform/jobs/index.ts";
import { createFairQueue } from "../../src/platform/jobs/fair-queue.ts";
import { isStranger, untrustedCaller } from "../../src/platform/jobs/untrusted-caller.ts";
import { SkillError } from "../../src/skill/index.ts";
import type { HostileJobs } from "../support/jobs-program.ts";
import { hostileJobs } from "../support/jobs-program.ts";
import { until } from "../support/wait.ts";

const entry = new URL("../support/jobs-program.ts", import.meta.url);
const ordinary: JobLimits = { timeMs: 60_000, memoryMb: 512, outputBytes: 64 * 1024 * 1024 };
const limits = Object.fromEntries(
  Object.keys(hostileJobs).map((kind) => [kind, ordinary]),
) as PoolOptions<HostileJobs>["limits"];

const pools: JobRunner<HostileJobs>[] = [];
function open(options: Partial<PoolOptions<HostileJobs>> = {}): JobRunner<HostileJobs> {
  const pool = openPool<HostileJobs>({ entry, limits, ...options });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

/** The code with which a job ends. */
async function codeOf(job: Promise<unknown>): Promise<string> {
  const error: unknown = await job.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return SkillError.isInstance(error) ? error.diagnostic.code : String(error);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a job", () => {
  it("gives its value, bytes as bytes", async () => {
    const value = { text: "ä", bytes: Buffer.from([1, 2]), at: new Date(0), none: undefined };
    expect(await open().run("echo", value)).toEqual(value);
  });

  it("refuses with the diagnostic of its function", async () => {
    const pool = open();
    expect(await codeOf(pool.run("refuse", "no"))).toBe("test/refused");
    await expect(pool.run("refuse", "no")).rejects.toThrow("no");
  });

  it("[BX-14] sees no variable of the server", async () => {
    expect(await open().run("environment", null)).not.toContain("PATH");
  });

  it.each([
    ["that never ends", "loop", null, { timeMs: 300 }, jobCodes.time],
    ["with a pattern that backtracks", "backtrack", 40, { timeMs: 300 }, jobCodes.time],
    ["that fills the heap", "fillHeap", null, {}, jobCodes.memory],
    ["that fills memory outside of the heap", "fillBuffers", null, {}, jobCodes.memory],
    ["with a result that is too large", "echo", "x".repeat(9), { outputBytes: 8 }, jobCodes.output],
  ] as const)(
    "[BX-14] %s ends with a diagnostic, and others go on",
    async (_, kind, input, own, code) => {
      const pool = open();
      const before = await pool.run("identify", null);
      const hostile = codeOf(pool.run(kind, input as never, { ...own, owner: "mallory" }));
      expect(await pool.run("echo", "still here", { owner: "alice" })).toBe("still here");
      expect(await hostile).toBe(code);
      expect(await pool.run("echo", "still here")).toBe("still here");
      await until("the worker is gone", () => !isRunning(before));
    },
  );

  it("that fails or crashes takes its worker with it, not the pool", async () => {
    const pool = open({ workers: 1 });
    const before = await pool.run("identify", null);
    await expect(pool.run("fail", "broken")).rejects.toThrow("broken");
    await expect(pool.run("crash", null)).rejects.toThrow("crashed");
    expect(await pool.run("identify", null)).not.toBe(before);
  });

  it("whose worker died before it began runs in another", async () => {
    const pool = open();
    const first = await pool.run("identify", null);
    process.kill(first, "SIGKILL");
    const second = await pool.run("identify", null);
    process.kill(second, "SIGTERM");
    const third = await pool.run("identify", null);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it("that is aborted ends at once, waiting or running", async () => {
    const pool = open({ workers: 1 });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = pool.run("loop", null, { signal: running.signal });
    const second = pool.run("loop", null, { signal: waiting.signal });
    waiting.abort(new Error("second"));
    await expect(second).rejects.toThrow("second");
    running.abort(new Error("first"));
    await expect(first).rejects.toThrow("first");
    expect(await pool.run("echo", 1)).toBe(1);
  });

  it("that is aborted while its input is read leaves its dying worker to no other", async () => {
    const pool = open({ workers: 1 });
    await pool.run("identify", null);
    const control = new AbortController();
    const input = Promise.withResolvers<null>();
    control.signal.addEventListener("abort", () => input.reject(control.signal.reason));
    const job = pool.run("identify", () => input.promise, { signal: control.signal });
    const next = pool.run("echo", "next");
    control.abort(new Error("left"));
    await expect(job).rejects.toThrow("left");
    expect(await next).toBe("next");
  });

  it("reads a large input only when a worker is free", async () => {
    const pool = open({ workers: 1 });
    const stop = new AbortController();
    const first = pool.run("loop", null, { signal: stop.signal });
    let wasRead = false;
    const second = pool.run("echo", () => {
      wasRead = true;
      return "late";
    });
    expect(wasRead).toBe(false);
    stop.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    expect(await second).toBe("late");
  });
});

describe("owners", () => {
  it("[BX-14] take turns: the jobs of one do not starve another", async () => {
    const pool = open({ workers: 1 });
    const ended: string[] = [];
    const run = async (owner: string, isBackground = false): Promise<void> => {
      await pool.run("echo", owner, { owner, isBackground });
      ended.push(isBackground ? `${owner} later` : owner);
    };
    await Promise.all([
      run("mallory"),
      run("mallory", true),
      run("mallory"),
      run("mallory"),
      run("alice"),
    ]);
    expect(ended).toEqual(["mallory", "alice", "mallory", "mallory", "mallory later"]);
  });

  it("[BX-14] never hold every worker", async () => {
    const pool = open({ workers: 2 });
    const stop = new AbortController();
    const loops = [1, 2, 3].map(() =>
      codeOf(pool.run("loop", null, { owner: "mallory", signal: stop.signal })),
    );
    expect(await pool.run("echo", "mine", { owner: "alice" })).toBe("mine");
    stop.abort();
    await Promise.all(loops);
  });

  it("[BX-14] never hold every worker together with what nobody waits for", async () => {
    const pool = open({ workers: 2 });
    const stop = new AbortController();
    const loops = ["mallory", "mallet", "trudy"].map((owner) =>
      codeOf(pool.run("loop", null, { owner, isBackground: true, signal: stop.signal })),
    );
    expect(await pool.run("echo", "mine", { owner: "alice" })).toBe("mine");
    stop.abort();
    await Promise.all(loops);
  });

  it("[BX-14] are told when too much waits", async () => {
    const pool = open({ workers: 1, queue: { total: 3, perOwner: 2 } });
    const stop = new AbortController();
    const run = (owner: string): Promise<string> =>
      codeOf(pool.run("loop", null, { owner, signal: stop.signal }));
    const held = [run("mallory"), run("mallory"), run("mallory")];
    expect(await run("mallory")).toBe(jobCodes.busy);
    const others = [run("alice"), run("bob")];
    // Whoever has the most waiting made room; now all have the same.
    expect(await Promise.race(held)).toBe(jobCodes.busy);
    expect(await run("carol")).toBe(jobCodes.busy);
    stop.abort();
    await Promise.all([...held, ...others]);
  });
});

describe("the queue of jobs", () => {
  const waiting = (owner: string): { owner: string; isBackground: boolean; at: number } => ({
    owner,
    isBackground: false,
    at: (count += 1),
  });
  let count = 0;

  it("[BX-14] filled by eight accounts takes the jobs of everybody else", () => {
    const queue = createFairQueue({ total: 512, perOwner: 64 }, 2);
    for (let user = 0; user < 8; user += 1)
      for (let job = 0; job < 64; job += 1) expect(queue.add(waiting(`u${user}`))).toBeUndefined();
    for (let user = 0; user < 40; user += 1) {
      const gone = queue.add(waiting(`newcomer-${user}`));
      expect(gone?.owner).toMatch(/^u\d$/u);
    }
    // Newcomers have their turn after one of each who came before.
    const order = Array.from({ length: 48 }, () => queue.next(() => 0)?.owner);
    expect(new Set(order).size).toBe(48);
    expect(queue.add(waiting("u0"))).toBeUndefined();
  });

  it("[BX-14] gives strangers a small part, and one turn among those of users", () => {
    const queue = createFairQueue({ total: 80, perOwner: 64 }, 2);
    const strangers = Array.from({ length: 40 }, (_, index) => untrustedCaller(`192.0.2.${index}`));
    const refused = strangers.map((owner) => queue.add(waiting(owner))?.owner);
    expect(refused.filter((owner) => owner === undefined)).toHaveLength(10);
    for (let job = 0; job < 70; job += 1) expect(queue.add(waiting(`u${job % 7}`))).toBeUndefined();
    // None of them takes a place of a user.
    expect(queue.add(waiting(untrustedCaller("198.51.100.1")))?.owner).toBe(
      untrustedCaller("198.51.100.1"),
    );
    const turns = Array.from({ length: 14 }, () => queue.next(() => 0)?.owner ?? "");
    expect(turns.filter(isStranger)).toHaveLength(7);
    // While one of them is at work, the others wait.
    const running = untrustedCaller("203.0.113.1");
    const next = queue.next((isMeant) => (isMeant(running) ? 1 : 0));
    expect(next?.owner).toMatch(/^u\d$/u);
  });
});

describe("workers", () => {
  it("end with the pool, also those in an endless job", async () => {
    const pool = open();
    const pid = await pool.run("identify", null);
    const job = codeOf(pool.run("loop", null));
    await pool.close();
    expect(await job).toContain("stopping");
    expect(isRunning(pid)).toBe(false);
    await expect(pool.run("echo", 1)).rejects.toThrow("stopping");
  });

  it.skipIf(!existsSync("/proc"))(
    "[BX-14] end with a server that is killed, also those in an endless job",
    async () => {
      const program = `
        import { openPool } from ${JSON.stringify(new URL("../../src/platform/jobs/index.ts", import.meta.url).href)};
        const most = { timeMs: 1e6, memoryMb: 512, outputBytes: 1e6 };
        const pool = openPool({ entry: new URL(${JSON.stringify(entry.href)}), limits: { identify: most, loop: most } });
        console.log(await pool.run("identify", null));
        void pool.run("loop", null);`;
      const server = spawn(process.execPath, ["--input-type=module", "--eval", program], {
        cwd: join(import.meta.dirname, "../.."),
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      server.stdout.on("data", (part: Buffer) => (output += part.toString()));
      await until("the worker says who it is", () => output.includes("\n"));
      const pid = Number(output);
      await until("the worker is busy", () => isBusy(pid));
      server.kill("SIGKILL");
      await until("the worker is gone", () => !isRunning(pid));
    },
  );
});

/** Whether a process has used a tenth of a second since it was first looked at. */
const used = new Map<number, number>();
function isBusy(pid: number): boolean {
  const ticks = Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")[13]);
  const first = used.get(pid) ?? ticks;
  used.set(pid, first);
  return ticks - first >= 10;
}
