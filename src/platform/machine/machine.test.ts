// @starts the login shell
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeClock } from "./clock.ts";
import { findPath, readLoginPath, thisMachine } from "./machine.ts";
import { isSameSecret, newSecret } from "./secrets.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "skillwright-machine-"));
  write("program", "#!/bin/sh\n", 0o755);
  write("text", "#!/bin/sh\n", 0o644);
  mkdirSync(join(folder, "folder"));
  symlinkSync(join(folder, "program"), join(folder, "link"));
  symlinkSync(join(folder, "nothing"), join(folder, "broken"));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

function shell(name: string, body: string) {
  return {
    SHELL: write(name, `#!/bin/sh\n${body}\n`, 0o755),
    PATH: process.env["PATH"],
  };
}

describe.skipIf(process.platform === "win32")("a program on this machine", () => {
  it.each([
    ["program", true],
    ["link", true],
    ["text", false],
    ["folder", false],
    ["broken", false],
    ["nothing", false],
    ["text/below", false],
  ])("[OC-10] %s: %s", (name, expected) => {
    expect(thisMachine().isProgram(join(folder, name))).toBe(expected);
  });
});

describe.skipIf(process.platform === "win32")("the PATH of the login shell", () => {
  it("[GSV-20] is what the shell of the user prints", async () => {
    const environment = shell("shell-a", '[ "$*" = "-lc env" ] && echo PATH=/from/shell');
    expect(await readLoginPath(environment, "linux", 5000)).toBe("/from/shell");
  });

  it("[GSV-20] comes from /bin/sh where the shell of the user is no program", async () => {
    const path = await readLoginPath({ SHELL: "relative", PATH: "/usr/bin:/bin" }, "linux", 5000);
    expect(path).toMatch(/^\//);
  });

  it("is not waited for without end", async () => {
    const environment = shell("shell-b", "exec sleep 60");
    expect(await readLoginPath(environment, "linux", 50)).toBeUndefined();
  });

  it("is unknown when the shell fails, and on Windows", async () => {
    expect(await readLoginPath(shell("shell-c", "exit 3"), "linux", 5000)).toBeUndefined();
    expect(await readLoginPath({}, "win32", 5000)).toBeUndefined();
  });

  it("is found among what start-up files print", () => {
    expect(findPath("Welcome!\nPATH=/noise\nHOME=/home/a\nPATH=/a:/b\nMANPATH=/m\n")).toBe("/a:/b");
    expect(findPath("HOME=/home/a\n")).toBeUndefined();
    expect(findPath("PATH=\n")).toBeUndefined();
  });
});

describe("the fake clock", () => {
  it("calls back in order, each at its own time", () => {
    const clock = createFakeClock(100);
    const seen: string[] = [];
    clock.after(20, () => seen.push(`b ${clock.now()}`));
    clock.after(10, () => {
      seen.push(`a ${clock.now()}`);
      clock.after(5, () => seen.push(`c ${clock.now()}`));
    });
    const cancel = clock.after(15, () => seen.push("never"));
    cancel();
    clock.advance(30);
    expect([seen, clock.now(), clock.waiting()]).toEqual([["a 110", "c 115", "b 120"], 130, 0]);
  });
});

describe("secrets", () => {
  it("are the same only when every character is", () => {
    expect([
      isSameSecret("abc", "abc"),
      isSameSecret("abc", "abd"),
      isSameSecret("abc", "abcd"),
      isSameSecret("", "abc"),
    ]).toEqual([true, false, false, false]);
  });

  it("are new each time and fit into a header", () => {
    expect(newSecret()).toMatch(/^[\w-]{43}$/);
    expect(newSecret()).not.toBe(newSecret());
  });
});
