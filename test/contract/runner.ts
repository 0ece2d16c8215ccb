import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeInterpreter, type ConfinedRunner } from "../../src/platform/sandbox/index.ts";
import { openFolder, strict, textOf, writableFolder } from "../support/sandbox.ts";

/** What every runner must do, whatever its walls are made of. */
export function testRunner(name: string, open: () => ConfinedRunner): void {
  const { program, mounts } = nodeInterpreter();
  const javascript = (code: string): { program: string; arguments: readonly string[] } => ({
    program,
    arguments: ["-e", code],
  });

  describe(`the runner ${name}`, () => {
    it("gives back what a program prints, and its exit code", async () => {
      const code = "console.log('out'); console.error('error'); process.exitCode = 3";
      const child = await open().start(javascript(code), { ...strict, mounts });
      const texts = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
      expect(await child.exited).toEqual({ kind: "ended", code: 3 });
      expect(await texts).toEqual(["out\n", "error\n"]);
    });

    it("keeps a worker that answers until its input ends", async () => {
      const code = "process.stdin.setEncoding('utf8').on('data', (t) => console.log(t.trim() * 2))";
      const child = await open().start(javascript(code), { ...strict, mounts });
      const answers: string[] = [];
      for (const question of ["1", "21"]) {
        const answer = new Promise<string>((settle) => {
          child.stdout.once("data", (chunk: Buffer) => settle(chunk.toString().trim()));
        });
        child.stdin.write(`${question}\n`);
        answers.push(await answer);
      }
      child.stdin.end();
      child.stdout.resume();
      child.stderr.resume();
      expect(answers).toEqual(["2", "42"]);
      expect(await child.exited).toEqual({ kind: "ended", code: 0 });
    });

    it("shows what is mounted, and lets it be written only where that is granted", async () => {
      const folder = openFolder();
      writeFileSync(join(folder, "given.txt"), "given", { mode: 0o644 });
      const output = writableFolder(folder, "output");
      const code = `
        const fs = require("fs");
        const attempt = (action) => { try { return action() ?? "done"; } catch (error) { return error.code; } };
        console.log(JSON.stringify([
          attempt(() => fs.readFileSync(${JSON.stringify(join(folder, "given.txt"))}, "utf8")),
          attempt(() => fs.writeFileSync(${JSON.stringify(join(folder, "new.txt"))}, "x")),
          attempt(() => fs.writeFileSync(${JSON.stringify(join(output, "new.txt"))}, "made")),
        ]));`;
      const child = await open().start(javascript(code), {
        ...strict,
        mounts: [...mounts, { path: folder, access: "read" }, { path: output, access: "write" }],
      });
      child.stderr.resume();
      expect(JSON.parse(await textOf(child.stdout))).toEqual(["given", "EROFS", "done"]);
      await child.exited;
      expect(readFileSync(join(output, "new.txt"), "utf8")).toBe("made");
    });

    it("gives exactly the environment that it is given, and what belongs to the sandbox", async () => {
      const child = await open().start(javascript("console.log(JSON.stringify(process.env))"), {
        ...strict,
        mounts,
        environment: { GIVEN: "1" },
      });
      child.stderr.resume();
      const names = Object.keys(JSON.parse(await textOf(child.stdout))).sort();
      expect(names).toEqual(["GIVEN", "HOME", "LANG", "PATH", "PWD", "TMPDIR"]);
    });

    it("ends a program when its time is over, when it is killed, and when the caller gives up", async () => {
      const forever = javascript("setInterval(() => {}, 1000)");
      const given = { ...strict, mounts };
      const limits = { ...strict.limits, wallSeconds: 0.2 };
      const late = await open().start(forever, { ...given, limits });
      const killed = await open().start(forever, given);
      const controller = new AbortController();
      const cancelled = await open().start(forever, given, { signal: controller.signal });
      killed.kill();
      controller.abort();
      for (const child of [late, killed, cancelled]) {
        child.stdout.resume();
        child.stderr.resume();
      }
      expect(await Promise.all([late.exited, killed.exited, cancelled.exited])).toEqual([
        { kind: "timed-out" },
        { kind: "cancelled" },
        { kind: "cancelled" },
      ]);
    });

    it("runs many at once that do not see each other", async () => {
      const runner = open();
      // What is mounted for it may lie below the folder as well, so only files count.
      const code =
        "fs.writeFileSync('/tmp/' + process.pid + Math.random(), '1');" +
        "console.log(fs.readdirSync('/tmp', { withFileTypes: true }).filter((e) => e.isFile()).length)";
      const children = await Promise.all(
        Array.from({ length: 4 }, () => runner.start(javascript(code), { ...strict, mounts })),
      );
      const texts = await Promise.all(
        children.map(async (child) => {
          child.stderr.resume();
          return textOf(child.stdout);
        }),
      );
      expect(texts).toEqual(["1\n", "1\n", "1\n", "1\n"]);
    });

    it("says which program or file is not to be had, and starts nothing", async () => {
      await expect(
        open().start({ program: "/no/such/program", arguments: [] }, strict),
      ).rejects.toMatchObject({ diagnostic: { code: "sandbox/no-program" } });
      await expect(
        open().start(javascript("0"), {
          ...strict,
          mounts: [...mounts, { path: "/no/such/folder", access: "read" }],
        }),
      ).rejects.toMatchObject({ diagnostic: { code: "sandbox/bad-mount" } });
    });
  });
}
