/** Code that takes more than its share, or will not go: what it uses up is bounded, and nothing of it stays. */
import { spawn } from "node:child_process";
import { openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Limits } from "../../src/platform/sandbox/index.ts";
import { needs } from "../support/needs.ts";
import {
  type Language,
  openFolder,
  type Report,
  runCode,
  strict,
  textOf,
  writableFolder,
} from "../support/sandbox.ts";

function limited(
  language: Language,
  code: Readonly<Record<Language, string>>,
  changes: Partial<Limits>,
): Promise<Report> {
  return runCode(language, code[language], { limits: { ...strict.limits, ...changes } });
}

/** Processes of the machine whose command line holds a word. */
function processesWith(word: string): readonly string[] {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/u.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(word);
    } catch {
      return false;
    }
  });
}

const MIB = 1024 * 1024;

/** Writes 200 files of a MiB and stays, so that only the limit on all of them can end it. */
function flood(folder: string): string {
  return `
    const fs = require("fs");
    for (let index = 0; index < 200; index += 1)
      fs.writeFileSync(${JSON.stringify(folder)} + "/" + index, Buffer.alloc(${MIB}, 1));
    setInterval(() => {}, 1000);`;
}

needs.command("bwrap").describe("greedy code in the sandbox", () => {
  it("[BX-14] keeps no memory that counts for none of its processes", async () => {
    const { out } = await runCode(
      "python",
      `
import ctypes, errno, os
system = ctypes.CDLL(None, use_errno=True)
def attempt(name, *words):
    ctypes.set_errno(0)
    getattr(system, name)(*words)
    return errno.errorcode.get(ctypes.get_errno(), "made")
print(attempt("shmget", 0, ctypes.c_size_t(4096), 0o1600), attempt("msgget", 0, 0o1600), attempt("semget", 0, 1, 0o1600), attempt("memfd_create", b"x", 0))`,
    );
    expect(out.trim()).toBe("ENOSYS ENOSYS ENOSYS ENOSYS");
  });

  it("[BX-14] is ended before anything else on a machine without memory", async () => {
    const { out } = await runCode("python", `print(open("/proc/self/oom_score_adj").read())`);
    expect(out.trim()).toBe("1000");
  });

  describe.each(["javascript", "python"] as const)("in %s", (language) => {
    it("[GA-07] starts no more processes than it may", async () => {
      const { out, end } = await limited(
        language,
        {
          javascript: `
            const { spawn } = require("child_process");
            let alive = 0, failed = 0;
            for (let index = 0; index < 100; index += 1) {
              const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "ignore" });
              child.on("error", () => { failed += 1; });
              if (child.pid !== undefined) alive += 1;
            }
            setImmediate(() => { console.log(alive < 40, failed > 0); process.exit(); });`,
          python: `
import os, time
alive = 0
failed = False
for index in range(500):
    try:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        alive += 1
    except OSError:
        failed = True
print(str(alive < 40).lower(), str(failed).lower(), flush=True)
os._exit(0)`,
        },
        { processes: 32 },
      );
      expect([out.trim(), end]).toEqual(["true true", { kind: "ended", code: 0 }]);
    });

    it("[GA-07] gets no more memory than it may", async () => {
      const { out } = await limited(
        language,
        {
          javascript: `const kept = []; for (;;) { kept.push(Buffer.alloc(${16 * MIB}, 1)); if (kept.length > 100) { console.log("had it"); break; } }`,
          python: `
kept = []
while len(kept) <= 100:
    kept.append(b"1" * ${16 * MIB})
print("had it")`,
        },
        { memoryBytes: 128 * MIB },
      );
      expect(out).toBe("");
    });

    it("[GA-07] burns no more processor time than it may", async () => {
      const code = { javascript: "for (;;);", python: "while True: pass" };
      const { end } = await limited(language, code, { cpuSeconds: 1 });
      expect(end.kind === "killed" && /^SIG(?:XCPU|KILL)$/u.test(end.signal)).toBe(true);
    });

    it("prints no more than it may", async () => {
      const { end, out, error } = await limited(
        language,
        {
          javascript: `const more = () => { while (process.stdout.write("x".repeat(65536))); process.stdout.once("drain", more); }; more();`,
          python: `
import sys
while True:
    sys.stdout.write("x" * 65536)
    sys.stderr.write("y" * 65536)`,
        },
        { outputBytes: MIB },
      );
      expect(end).toEqual({ kind: "over-limit", limit: "output" });
      expect(out.length + error.length).toBeLessThanOrEqual(MIB);
    });

    it("writes no file that is too large, and no more than its private folders hold", async () => {
      const { out } = await limited(
        language,
        {
          javascript: `
            const fs = require("fs");
            const attempt = (name, size) => { try { fs.writeFileSync(name, Buffer.alloc(size)); return "done"; } catch (error) { return error.code; } };
            const large = attempt("/tmp/large", ${4 * MIB});
            fs.rmSync("/tmp/large", { force: true });
            const many = [];
            for (let index = 0; index < 40; index += 1) many.push(attempt("/tmp/" + index, ${MIB - 1}));
            console.log(large, many.at(-1), attempt("/dev/shm/x", ${MIB - 1}));`,
          python: `
import errno, os, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
def attempt(name, size):
    try:
        with open(name, "wb") as file:
            file.write(bytes(size))
        return "done"
    except OSError as error:
        return errno.errorcode[error.errno]
large = attempt("/tmp/large", ${4 * MIB})
os.remove("/tmp/large")
many = [attempt("/tmp/" + str(index), ${MIB - 1}) for index in range(40)]
print(large, many[-1], attempt("/dev/shm/x", ${MIB - 1}))`,
        },
        { fileBytes: MIB, scratchBytes: 16 * MIB },
      );
      expect(out.trim()).toBe("EFBIG ENOSPC done");
    });

    it("leaves nothing behind when its time is over, however it hides", async () => {
      const word = `lingering-${language}-${process.pid}`;
      const { end } = await limited(
        language,
        {
          javascript: `
            const { spawn } = require("child_process");
            const code = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
            for (let index = 0; index < 3; index += 1)
              spawn(process.execPath, ["-e", code, "${word}"], { detached: true, stdio: "ignore" }).unref();
            setInterval(() => {}, 1000);`,
          python: `
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
word = "${word}"
for index in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
time.sleep(600)`,
        },
        { wallSeconds: 1 },
      );
      expect(end).toEqual({ kind: "timed-out" });
      expect(processesWith(word)).toEqual([]);
    });
  });

  it("[BX-14] ends a run that fills a granted folder with many files", async () => {
    const parent = openFolder();
    const folder = writableFolder(parent, "out");
    const { end } = await runCode("javascript", flood(folder), {
      ...strict,
      mounts: [{ path: folder, access: "write" }],
      limits: { ...strict.limits, fileBytes: 2 * MIB, writtenBytes: 32 * MIB },
    });
    expect(end).toEqual({ kind: "over-limit", limit: "disk" });
  });

  const DEEP = "d".repeat(200);
  it.each([
    [
      "javascript",
      "deeper than any path names",
      `for (let index = 0; index < 25; index += 1) { fs.mkdirSync("${DEEP}"); process.chdir("${DEEP}"); }
      for (let index = 0; index < 64; index += 1) fs.writeFileSync(String(index), part);`,
    ],
    [
      "javascript",
      "into files that have no name any more",
      `for (let index = 0; index < 64; index += 1) {
        const file = fs.openSync("x", "w");
        fs.unlinkSync("x");
        fs.writeSync(file, part);
      }`,
    ],
    [
      "python",
      "by reserving it, deeper than any path names",
      `
for index in range(25):
    os.mkdir("${DEEP}")
    os.chdir("${DEEP}")
for index in range(64):
    os.posix_fallocate(os.open(str(index), os.O_CREAT | os.O_WRONLY), 0, ${MIB})`,
    ],
    [
      "python",
      "by reserving it in files that have no name any more",
      `
for index in range(64):
    file = os.open("x", os.O_CREAT | os.O_WRONLY)
    os.unlink("x")
    os.posix_fallocate(file, 0, ${MIB})`,
    ],
  ] as const)("[BX-14] ends a program in %s that writes more %s", async (language, _name, work) => {
    const folder = JSON.stringify(writableFolder(openFolder(), "out"));
    const code = {
      javascript: `const fs = require("fs");
        const part = Buffer.alloc(${MIB}, 1);
        process.chdir(${folder});
        ${work}
        setInterval(() => {}, 1000);`,
      python: `import os, time\nos.chdir(${folder})${work}\ntime.sleep(60)`,
    };
    const { end, error } = await runCode(language, code[language], {
      mounts: [{ path: JSON.parse(folder) as string, access: "write" }],
      limits: { ...strict.limits, fileBytes: 2 * MIB, writtenBytes: 32 * MIB },
    });
    expect([end, error]).toEqual([{ kind: "over-limit", limit: "disk" }, ""]);
  });

  it("hands on no open file that the program itself was started with", async () => {
    const folder = openFolder();
    const secret = join(folder, "secret");
    writeFileSync(secret, "secret", { mode: 0o644 });
    const program = resolve(import.meta.dirname, "../support/sandbox-handles.ts");
    const child = spawn(process.execPath, [program], {
      stdio: [
        "ignore",
        "pipe",
        "inherit",
        ...Array<"ignore">(6).fill("ignore"),
        openSync(secret, "r"),
      ],
    });
    if (child.stdout === null) throw new Error("The output of the program is no pipe.");
    expect(JSON.parse(await textOf(child.stdout))).toEqual([]);
  });
});
