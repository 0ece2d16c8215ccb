import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { meterMemory } from "./memory-meter.ts";

const MIB = 1024 * 1024;

/** Two processes, of which the second holds more than both need to run, while the first thread of the first is idle. */
const HOLDER = `
const { spawn } = require("node:child_process");
const code = "const kept = Buffer.alloc(${400 * MIB}, 1); setInterval(() => kept.length, 1000);";
spawn(process.execPath, ["-e", code], { stdio: "inherit" });
setInterval(() => {}, 1000);`;

describe.skipIf(process.platform !== "linux")("the memory of all processes of a run", () => {
  it("[BX-14] is told when it is more than the run may hold", async () => {
    const child = spawn(process.execPath, ["-e", HOLDER], { detached: true, stdio: "ignore" });
    const { pid = 0 } = child;
    onTestFinished(() => void process.kill(-pid, "SIGKILL"));
    const { promise, resolve } = Promise.withResolvers<string>();
    const end = meterMemory({ pid, mostBytes: 300 * MIB, onOver: () => resolve("over") });
    onTestFinished(end);
    expect(await promise).toBe("over");
  });
});
