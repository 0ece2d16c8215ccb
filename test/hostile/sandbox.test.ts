/**
 * Hostile code that really runs in the sandbox and really fails to get out, in JavaScript and in Python. The table in
 * docs/explanation/sandbox.md tells what was seen.
 */
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type ListenOptions, type Server } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Confinement } from "../../src/platform/sandbox/index.ts";
import { mountsFor } from "../../src/platform/sandbox/index.ts";
import { needs } from "../support/needs.ts";
import {
  interpreterOf,
  type Language,
  openFolder,
  runCode,
  writableFolder,
} from "../support/sandbox.ts";

/** Code that tries one thing after the other and prints what came of each. */
type Attempts = Readonly<Record<Language, readonly string[]>>;

const PRELUDE: Readonly<Record<Language, string>> = {
  javascript: `
    const fs = require("fs"), net = require("net"), dgram = require("dgram"), dns = require("dns");
    const { spawnSync } = require("child_process");
    const connect = (options) => new Promise((settle, fail) => {
      net.connect(options, () => settle("connected")).on("error", fail);
    });
    const results = [];
    const attempt = async (action) => {
      try { results.push(String((await action()) ?? "done")); } catch (error) { results.push(error.code ?? error.name); }
    };`,
  python: `
import ctypes, errno, json, os, signal, socket, subprocess
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    answer = getattr(libc, name)(*arguments)
    return "done" if answer >= 0 else errno.errorcode[ctypes.get_errno()]
def connect(family, address):
    socket.socket(family).connect(address)
    return "connected"
results = []
def attempt(action):
    try:
        results.append(str(action()))
    except OSError as error:
        results.append(errno.errorcode.get(error.errno, str(error.errno)))
    except Exception as error:
        results.append(type(error).__name__)
`,
};

function codeOf(language: Language, attempts: readonly string[]): string {
  if (language === "python")
    return `${PRELUDE.python}${attempts.map((item) => `attempt(lambda: ${item})\n`).join("")}print(json.dumps(results))`;
  const calls = attempts.map((item) => `await attempt(async () => ${item});`).join("\n");
  return `${PRELUDE.javascript}(async () => { ${calls} console.log(JSON.stringify(results)); process.exit(); })();`;
}

async function outcomes(
  language: Language,
  attempts: Attempts,
  changes: Partial<Confinement> = {},
): Promise<readonly string[]> {
  const report = await runCode(language, codeOf(language, attempts[language]), changes);
  if (report.out === "") throw new Error(`${JSON.stringify(report.end)} ${report.error}`);
  const found: unknown = JSON.parse(report.out);
  return Array.isArray(found) ? found.map(String) : [];
}

/** What the kernel answers when something is not there, not allowed, or leads nowhere. */
const STOPPED =
  /^(?:E(?:ACCES|AFNOSUPPORT|ADDRNOTAVAIL|AI_AGAIN|CONNREFUSED|NETUNREACH|NOENT|NOSYS|NOTDIR|NOTFOUND|NXIO|PERM|ROFS|SRCH|FBIG|NOSPC|INVAL)|-\d+|gaierror)$/u;

const quoted = (text: string): string => JSON.stringify(text);

const NO_RIGHTS = "0000000000000000";

/** The keys of the session, asynchronous calls, programs for the kernel, and a clone with a namespace. */
const X64_CALLS: readonly string[] = [
  `call("syscall", 250, 0, 0, 0, 0, 0)`,
  `call("syscall", 425, 8, 0)`,
  `call("syscall", 321, 0, 0, 0)`,
  `call("syscall", 56, 0x10000011, 0, 0, 0, 0)`,
];

needs.command("bwrap").describe("hostile code in the sandbox", () => {
  describe.each(["javascript", "python"] as const)("in %s", (language) => {
    const stops = async (attempts: Attempts, changes: Partial<Confinement> = {}): Promise<void> => {
      const seen = await outcomes(language, attempts, changes);
      expect(seen).toHaveLength(attempts[language].length);
      for (const item of seen) expect(item).toMatch(STOPPED);
    };

    it("[GA-07] reads no password file, no home and no file of the machine", async () => {
      const secret = join(openFolder(), "secret");
      writeFileSync(secret, "secret", { mode: 0o644 });
      const home = join(homedir(), ".bashrc");
      const files = ["/etc/shadow", home, "/var/log/syslog", "/etc/machine-id", secret];
      // An interpreter that a user installed for himself is seen where it lies, alone.
      const { program } = await interpreterOf(language);
      const folders = ["/home", "/root", "/var", "/sys", "/opt", "/boot"].filter(
        (folder) => !program.startsWith(`${folder}/`),
      );
      await stops({
        javascript: [
          ...files.map((file) => `fs.readFileSync(${quoted(file)}, "utf8")`),
          ...folders.map((folder) => `fs.readdirSync(${quoted(folder)})`),
        ],
        python: [
          ...files.map((file) => `open(${quoted(file)}).read()`),
          ...folders.map((folder) => `os.listdir(${quoted(folder)})`),
        ],
      });
    });

    it("finds itself alone in the list of users", async () => {
      const seen = await outcomes(language, {
        javascript: [`fs.readFileSync("/etc/passwd", "utf8").trim().split("\\n").length`],
        python: [`len(open("/etc/passwd").read().strip().split("\\n"))`],
      });
      expect(seen).toEqual(["1"]);
    });

    it("[GA-07] writes nothing outside of what it was given", async () => {
      const folder = openFolder();
      const files = ["/usr/x", "/etc/x", "/x", "/run/x", "/dev/x", "/proc/sys/kernel/hostname"];
      const all = [...files, join(folder, "x")];
      await stops(
        {
          javascript: all.map((file) => `fs.writeFileSync(${quoted(file)}, "x")`),
          python: all.map((file) => `open(${quoted(file)}, "w").write("x")`),
        },
        { mounts: [{ path: folder, access: "read" }] },
      );
      expect(readdirSync(folder)).toEqual([]);
    });

    it("follows no link out of a folder that it may write, now or at its next run", async () => {
      const folder = openFolder();
      const secret = join(folder, "secret");
      writeFileSync(secret, "secret", { mode: 0o644 });
      const work = writableFolder(folder, "work");
      const link = join(work, "link");
      await stops(
        {
          javascript: [
            `fs.symlinkSync(${quoted(secret)}, ${quoted(link)}) ?? fs.readFileSync(${quoted(link)}, "utf8")`,
            `fs.readFileSync(${quoted(`${work}/../secret`)}, "utf8")`,
            `fs.linkSync(${quoted(secret)}, ${quoted(`${work}/hard`)})`,
          ],
          python: [
            `os.symlink(${quoted(secret)}, ${quoted(link)}) or open(${quoted(link)}).read()`,
            `open(${quoted(`${work}/../secret`)}).read()`,
            `os.link(${quoted(secret)}, ${quoted(`${work}/hard`)})`,
          ],
        },
        { mounts: [{ path: work, access: "write" }] },
      );
      const base = { anchor: folder, access: "read", makes: "folder" } as const;
      expect(() => mountsFor({ ...base, way: "work/link", rest: "" })).toThrow(
        "leads through a link",
      );
      symlinkSync(folder, join(work, "up"));
      expect(() => mountsFor({ ...base, way: "work/up/secret", rest: "" })).toThrow("link");
      expect(mountsFor({ ...base, way: "work", rest: "*" })).toEqual([]);
    });

    it("[GA-03] gets no other folder mounted by putting a link in its way meanwhile", async () => {
      const folder = openFolder();
      const work = writableFolder(folder, "work");
      mkdirSync(join(folder, "secret/sub"), { recursive: true });
      writeFileSync(join(folder, "secret/sub/s"), "secret", { mode: 0o644 });
      mkdirSync(join(work, "p/sub"), { recursive: true });
      const place = { anchor: folder, way: "work/p/sub", rest: "**", makes: "folder" } as const;
      const mounts = mountsFor({ ...place, access: "read" });
      // What was looked at is exchanged before it is mounted.
      renameSync(join(work, "p"), join(work, "q"));
      symlinkSync(join(folder, "secret"), join(work, "p"));
      await expect(runCode(language, "0", { mounts })).rejects.toMatchObject({
        diagnostic: { code: "sandbox/bad-mount" },
      });
    });

    it("sees no other process, and not the memory and files of those that hold it", async () => {
      const [count, ...others] = await outcomes(language, {
        javascript: [
          `fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).length`,
          `fs.readFileSync("/proc/${process.pid}/environ")`,
          `fs.readFileSync("/proc/${process.pid}/cmdline")`,
          `fs.readdirSync("/proc/1/root/home")`,
          `fs.readFileSync("/proc/kcore")`,
        ],
        python: [
          `len([name for name in os.listdir("/proc") if name.isdigit()])`,
          `open("/proc/${process.pid}/environ").read()`,
          `open("/proc/${process.pid}/cmdline").read()`,
          `os.listdir("/proc/1/root/home")`,
          `open("/proc/kcore", "rb").read(1)`,
        ],
      });
      expect(Number(count)).toBeLessThanOrEqual(3);
      for (const item of others) expect(item).toMatch(STOPPED);
    });

    it("[BX-14] writes into no memory by way of files, that of the sandbox neither", async () => {
      const files = ["/proc/1/mem", "/proc/self/mem", "/proc/self/oom_score_adj"];
      await stops({
        javascript: files.map((file) => `fs.openSync(${quoted(file)}, "r+")`),
        python: files.map((file) => `open(${quoted(file)}, "r+b")`),
      });
    });

    it("cannot signal the program that holds it", async () => {
      await stops({
        javascript: [`process.kill(${process.pid}, 9)`, `process.kill(${process.ppid}, 9)`],
        python: [`os.kill(${process.pid}, 9)`, `os.kill(${process.ppid}, 9)`],
      });
    });

    it("runs no program that was not granted, by name or by path", async () => {
      const programs = ["/bin/sh", "/usr/bin/git", "/usr/bin/curl", "sh", "/usr/bin/unshare"];
      await stops({
        javascript: programs.map(
          (name) => `(({ error }) => { if (error) throw error; })(spawnSync(${quoted(name)}))`,
        ),
        python: programs.map((name) => `subprocess.run([${quoted(name)}])`),
      });
    });

    it("has no terminal to type into, and no rights to lose", async () => {
      const [terminal, privileges, capabilities, first, uid] = await outcomes(language, {
        javascript: [
          `fs.openSync("/dev/tty", "r+")`,
          `/NoNewPrivs:\\t(\\d)/.exec(fs.readFileSync("/proc/self/status", "utf8"))[1]`,
          `/CapEff:\\t(\\w+)/.exec(fs.readFileSync("/proc/self/status", "utf8"))[1]`,
          // The first process inside may belong to the same user; taking it over gains nothing.
          `/CapEff:\\t(\\w+)/.exec(fs.readFileSync("/proc/1/status", "utf8"))[1]`,
          `process.getuid() !== 0`,
        ],
        python: [
          `open("/dev/tty", "r+")`,
          `[line.split()[1] for line in open("/proc/self/status") if line.startswith("NoNewPrivs")][0]`,
          `[line.split()[1] for line in open("/proc/self/status") if line.startswith("CapEff")][0]`,
          `[line.split()[1] for line in open("/proc/1/status") if line.startswith("CapEff")][0]`,
          `str(os.getuid() != 0).lower()`,
        ],
      });
      expect(terminal).toMatch(STOPPED);
      expect([privileges, capabilities, first, uid]).toEqual(["1", NO_RIGHTS, NO_RIGHTS, "true"]);
    });

    describe("with servers on the machine", () => {
      const servers: Server[] = [];
      let port = 0;
      let portSix = 0;

      beforeAll(async () => {
        port = await listen(servers, { host: "127.0.0.1", port: 0 });
        portSix = await listen(servers, { host: "::1", port: 0 });
      });
      afterAll(() => {
        for (const server of servers) server.close();
      });

      it("[GA-07] reaches neither loopback nor IPv6, no address and no name", async () => {
        await stops({
          javascript: [
            `connect({ host: "127.0.0.1", port: ${port} })`,
            `connect({ host: "::1", port: ${portSix} })`,
            `connect({ host: "1.1.1.1", port: 443 })`,
            `connect({ host: "2606:4700:4700::1111", port: 443 })`,
            `connect({ host: "169.254.169.254", port: 80 })`,
            `dns.promises.lookup("example.com")`,
            `new Promise((settle, fail) => { const s = dgram.createSocket("udp4"); s.send("x", 53, "8.8.8.8", (e) => e ? fail(e) : settle("sent")); })`,
          ],
          python: [
            `connect(socket.AF_INET, ("127.0.0.1", ${port}))`,
            `connect(socket.AF_INET6, ("::1", ${portSix}))`,
            `connect(socket.AF_INET, ("1.1.1.1", 443))`,
            `connect(socket.AF_INET6, ("2606:4700:4700::1111", 443))`,
            `connect(socket.AF_INET, ("169.254.169.254", 80))`,
            `socket.getaddrinfo("example.com", 80)`,
            `socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("8.8.8.8", 53))`,
          ],
        });
      });

      it.each([
        ["without the network", []],
        ["with the network", [{ host: "example.com", access: "read" } as const]],
      ])("talks to no socket that lies in a folder it was given, %s", async (_name, hosts) => {
        const folder = openFolder();
        const place = join(folder, "agent.sock");
        await listen(servers, { path: place, readableAll: true, writableAll: true });
        await stops(
          {
            javascript: [`connect({ path: ${quoted(place)} })`],
            python: [`connect(socket.AF_UNIX, ${quoted(place)})`],
          },
          { mounts: [{ path: folder, access: "read" }], hosts },
        );
      });
    });
  });

  it("[GA-07] makes no namespace, mounts nothing, traces nobody and opens no raw socket", async () => {
    const seen = await outcomes("python", {
      javascript: [],
      python: [
        `call("unshare", 0x10000000)`,
        `call("unshare", 0x20000)`,
        `call("setns", 0, 0)`,
        `call("mount", b"none", b"/tmp", b"tmpfs", 0, None)`,
        `call("ptrace", 16, 1, 0, 0)`,
        `call("chroot", b"/tmp")`,
        ...(process.arch === "x64" ? X64_CALLS : []),
        `socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)`,
        `socket.socket(socket.AF_PACKET, socket.SOCK_RAW)`,
        `socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)`,
        `os.setuid(0)`,
        `os.mknod("/tmp/disk", 0o60600, os.makedev(8, 0))`,
      ],
    });
    expect(seen).toHaveLength(process.arch === "x64" ? 15 : 11);
    for (const item of seen) expect(item).toMatch(STOPPED);
  });
});

function listen(servers: Server[], options: ListenOptions): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  servers.push(server);
  return new Promise((settle) => {
    server.listen(options, () => {
      const address = server.address();
      settle(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}
