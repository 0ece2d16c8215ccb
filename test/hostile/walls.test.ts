/**
 * Values that try to become arguments of the sandbox, or variables of the programs that build it. Nothing that a user,
 * a model, a document or a host can influence may reach either.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBubblewrapRunner } from "../../src/platform/sandbox/index.ts";
import { createCodeRunner, createRunner } from "../../src/run/sandbox/index.ts";
import { needs } from "../support/needs.ts";
import { openFolder, path, runCode, strict } from "../support/sandbox.ts";

const given = { now: Date.now, random: Math.random };

interface Node {
  readonly code: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const runOn = (programs: string): ReturnType<typeof createCodeRunner> =>
  createCodeRunner(
    createRunner(createBubblewrapRunner({ ...given, path: programs }), { folders: [] }),
    path,
  );

const runHere = runOn(path);

function runNode({ code, input = "", env = {} }: Node, run = runHere): Promise<string> {
  const signal = new AbortController().signal;
  return run({ code, timeoutSeconds: 10, memoryLimitMb: 256, env, input, signal });
}

/** Runs one node, and a second one on what the first has printed. */
async function chain(text: string, code: string): Promise<string> {
  const input = await runNode({
    code: `import sys\nsys.stdout.write(${JSON.stringify(text)})`,
  });
  expect(input).toBe(text);
  return runNode({ code, input });
}

const LOOK = `import json, os
print(json.dumps([os.path.exists("/hostfs"), "LD_PRELOAD" in os.environ, os.getuid() == 0]))`;

needs.command("bwrap").describe("a value with a NUL in it", () => {
  it.each([
    ["shows the machine", "x\0--ro-bind\0/\0/hostfs"],
    ["opens the machine for writing", "x\0--bind\0/\0/hostfs"],
    ["ends the arguments", "x\0--\0/bin/sh\0-c\0id"],
    ["loads code into what builds the sandbox", "x\0--setenv\0LD_PRELOAD\0/hostfs/evil.so"],
    ["keeps the rights of root", "x\0--cap-add\0ALL\0--uid\x000"],
    ["is an argument of its own", "\0--ro-bind\0/\0/hostfs\0"],
  ])("[BX-14] %s by no output of a node", async (_what, text) => {
    expect(JSON.parse(await chain(text, LOOK))).toEqual([false, false, false]);
  });

  it("[BX-14] reaches the next node whole on its standard input", async () => {
    const text = "x\0--ro-bind\0/\0/hostfs";
    const code = "import os, sys\nprint([sys.stdin.read(), os.environ['WORKFLOW_INPUT']])";
    expect(await chain(text, code)).toBe(
      "['x\\x00--ro-bind\\x00/\\x00/hostfs', 'x--ro-bind//hostfs']\n",
    );
  });

  describe("beside a server on the loopback", () => {
    const server = createServer((socket) => socket.end());
    let port = 0;
    beforeAll(async () => {
      await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
      const address = server.address();
      port = typeof address === "object" && address !== null ? address.port : 0;
    });
    afterAll(() => server.close());

    it("[BX-14] opens no network", async () => {
      const code = `import socket
try:
    socket.create_connection(("127.0.0.1", ${port}), timeout=2)
    print("connected")
except OSError as error:
    print(type(error).__name__)`;
      expect(await chain("x\0--share-net", code)).toBe("ConnectionRefusedError\n");
    });
  });

  it.each([
    ["a variable of a node", { env: { A: "x\0--ro-bind\0/\0/hostfs" } }],
    ["a name of a variable", { env: { "A\0--ro-bind\0/\0/hostfs": "x" } }],
    ["code", { code: `${LOOK}\n#\0--ro-bind\0/\0/hostfs` }],
  ])("[BX-14] is refused in %s", async (_where, change) => {
    await expect(runNode({ code: LOOK, ...change })).rejects.toThrow(/NUL|null byte/u);
  });

  it.each([
    ["a mount", { mounts: [{ path: "/usr", at: "/x\0--bind\0/\0/y", access: "read" as const }] }],
    ["a private folder", { scratch: ["/x\0--bind\0/\0/y"] }],
    ["a variable", { environment: { A: "x\0--bind\0/\0/y" } }],
    ["a name of a variable", { environment: { "A\0--bind\0/\0/y": "x" } }],
  ])("[BX-14] is refused in %s by the one function that starts the sandbox", async (_, change) => {
    await expect(runCode("python", "0", change)).rejects.toThrow("NUL");
  });

  it("[BX-14] is refused in a working folder and in an argument", async () => {
    const runner = createBubblewrapRunner({ ...given, path });
    const program = process.execPath;
    const at = { program, arguments: [], folder: "/tmp\0--bind\0/\0/y" };
    await expect(runner.start(at, strict)).rejects.toThrow("NUL");
    await expect(runner.start({ program, arguments: ["a\0b"] }, strict)).rejects.toThrow("NUL");
  });
});

/** Variables by which a loader, a shell or an interpreter is told to run other code. */
const HIJACKING = `
  LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES GCONV_PATH LOCPATH NLSPATH GLIBC_TUNABLES MALLOC_TRACE
  RESOLV_HOST_CONF ld_preload BASH_ENV ENV IFS PATH SHELLOPTS PS4 BASH_FUNC_ls%% NODE_OPTIONS NODE_PATH PYTHONPATH
  PYTHONINSPECT PYTHONWARNINGS PYTHONPYCACHEPREFIX PERL5LIB PERL5OPT PERLLIB RUBYOPT RUBYLIB GIT_SSH_COMMAND
  GIT_CONFIG_COUNT GIT_EXEC_PATH GIT_TRACE`
  .trim()
  .split(/\s+/u);

needs.command("bwrap").describe("a variable that decides which code runs", () => {
  it.each(HIJACKING)("[BX-14] is refused: %s", async (name) => {
    await expect(runNode({ code: LOOK, env: { [name]: "/x" } })).rejects.toThrow(`\`${name}\``);
    await expect(runCode("python", "0", { environment: { [name]: "/x" } })).rejects.toThrow(
      `\`${name}\``,
    );
  });

  it("[BX-14] is refused by its value too, where a shell would take it for a function", async () => {
    const env = { GREETING: "() { :; }; id" };
    await expect(runNode({ code: LOOK, env })).rejects.toThrow("`GREETING`");
    await expect(runCode("python", "0", { environment: env })).rejects.toThrow("`GREETING`");
  });

  it.each(["PYTHONUNBUFFERED", "GIT_AUTHOR_NAME", "NODE_ENV", "PYTHON_TOKEN", "TZ"])(
    "is not confused with the harmless %s",
    async (name) => {
      const code = `import os\nprint(os.environ[${JSON.stringify(name)}])`;
      expect(await runNode({ code, env: { [name]: "UTC" } })).toBe("UTC\n");
      expect(await runCode("python", code, { environment: { [name]: "UTC" } })).toMatchObject({
        out: "UTC\n",
      });
    },
  );
});

needs.command("bwrap").describe("variables in the sandbox", () => {
  const marker = "planted-value-4711";

  it("[BX-14] are no arguments of anything, and are not there before rights are dropped", async () => {
    const folder = openFolder();
    const real = path.split(":").find((place) => existsSync(join(place, "bwrap"))) ?? "";
    const seen = join(folder, "seen");
    const script = `#!/bin/sh
[ "$1" = --help ] && exec ${join(real, "bwrap")} --help
{ tr '\\0' '\\n' < /proc/$$/cmdline; tr '\\0' '\\n' < /proc/$$/environ; tr '\\0' '\\n' <&3; } > ${seen}
`;
    writeFileSync(join(folder, "bwrap"), script);
    chmodSync(join(folder, "bwrap"), 0o755);
    const env = { PLANTED: marker };
    await expect(
      runNode({ code: `print("${marker}")`, env, input: marker }, runOn(`${folder}:${path}`)),
    ).rejects.toThrow("not-started");
    const words = readFileSync(seen, "utf8");
    expect(words).toContain("--unshare-net");
    expect(words).not.toContain(marker);
    expect(words).not.toContain("--setenv");
    await runCode("python", "0", { environment: env }, {}, `${folder}:${path}`);
    expect(readFileSync(seen, "utf8")).toContain("--unshare-net");
    expect(readFileSync(seen, "utf8")).not.toContain(marker);
  });

  it.each([
    ["lines", "a\nb\r\n"],
    ["quotes", `"'\`$(id)\\`],
    ["other letters", "naïve – 東京 🎈"],
    ["an option", "--ro-bind"],
    ["nothing", ""],
    ["100 KB", "y".repeat(100_000)],
  ])("arrive as they are: %s", async (_what, value) => {
    const code = `import os, sys\nsys.stdout.write(os.environ["VALUE"])`;
    expect(await runCode("python", code, { environment: { VALUE: value } })).toMatchObject({
      out: value,
      end: { kind: "ended", code: 0 },
    });
  });

  it("are refused beyond what the system takes for one, with the reason", async () => {
    const environment = { VALUE: "y".repeat(200_000) };
    await expect(runCode("python", "0", { environment })).rejects.toThrow("`VALUE`");
  });

  it("of a node may be as large as its memory", async () => {
    const code = `import os, sys
text = os.environ["WORKFLOW_INPUT"]
print(len(text), len(sys.stdin.read()), set(text) == {"é"}, os.environ["SECOND"] == "z" * 300000)`;
    const env = { SECOND: "z".repeat(300_000) };
    expect(await runNode({ code, input: "é".repeat(2_000_000), env })).toBe(
      "2000000 2000000 True True\n",
    );
  });
});
