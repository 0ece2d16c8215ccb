// @starts processes
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../../../test/support/wait.ts";
import { openHelper } from "./helper.ts";

const PROGRAM = `
process.on("message", ({ id, value }) => {
  if (value === "die") process.exit(1);
  if (value === "fail") process.send({ id, error: "It cannot." });
  else process.send({ id, value: [process.pid, process.argv[2], process.env.SECRET ?? "none", value] });
});`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it("answers from a process without variables, which ends when it is not asked any more", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-helper-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "helper.mjs");
  writeFileSync(file, PROGRAM);
  process.env["SECRET"] = "planted";
  onTestFinished(() => void delete process.env["SECRET"]);
  const helper = openHelper({ file: pathToFileURL(file), words: ["word"], idleMs: 50 });
  const ask = async (value: unknown): Promise<readonly [number, ...unknown[]]> =>
    (await helper.ask(value)) as [number];
  const [[pid, ...said], [same]] = await Promise.all([ask(1), ask(2)]);
  expect([same, said]).toEqual([pid, ["word", "none", 1]]);
  await expect(ask("fail")).rejects.toThrow("It cannot.");
  await until("it has ended", () => !isAlive(pid));
  const [next] = await ask(3);
  expect(next).not.toBe(pid);
  await expect(ask("die")).rejects.toThrow("The process ended.");
  expect((await ask(4)).at(-1)).toBe(4);
});
