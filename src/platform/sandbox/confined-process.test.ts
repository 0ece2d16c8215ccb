import { spawn } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { strict } from "../../../test/support/sandbox.ts";
import { confinedProcess } from "./confined-process.ts";

it("[GA-07] never ends a process that got the number of one that has ended", async () => {
  const forever = ["-e", "setInterval(() => {}, 1000)"];
  const child = spawn(process.execPath, forever, { stdio: "pipe" });
  const bystander = spawn(process.execPath, forever, { stdio: "ignore" });
  onTestFinished(() => {
    bystander.kill("SIGKILL");
  });
  const confined = await confinedProcess({
    child: { child, innerPid: Promise.resolve(bystander.pid), hasRun: () => true },
    limits: strict.limits,
    folder: {
      id: "1",
      path: "/nowhere",
      connect: undefined,
      overNetwork: new Promise(() => {}),
      close: () => {},
    },
    group: undefined,
    signal: undefined,
    mounts: [],
  });
  confined.stdout.resume();
  confined.stderr.resume();
  confined.kill();
  await confined.exited;
  expect(bystander.kill(0)).toBe(true);
});
