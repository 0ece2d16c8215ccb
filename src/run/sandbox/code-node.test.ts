import { expect, it } from "vitest";
import { needs } from "../../../test/support/needs.ts";
import { path } from "../../../test/support/sandbox.ts";
import { createBubblewrapRunner } from "../../platform/sandbox/index.ts";
import { createCodeRunner, createRunner } from "./index.ts";

const run = createCodeRunner(
  createRunner(createBubblewrapRunner({ path, now: Date.now, random: Math.random }), {
    folders: [],
  }),
  path,
);

function code(text: string, timeoutSeconds = 10): Promise<string> {
  return run({
    code: text,
    timeoutSeconds,
    memoryLimitMb: 128,
    env: { FACTOR: "3" },
    input: "14",
    signal: new AbortController().signal,
  });
}

needs.command("bwrap").describe("code of workflow nodes", () => {
  it("takes the input and its variables, and what it prints is the output", async () => {
    const text = 'import os\nprint(int(os.environ["WORKFLOW_INPUT"]) * int(os.environ["FACTOR"]))';
    expect(await code(text)).toBe("42\n");
  });

  it("has no files, no network and no variables of the server", async () => {
    const text = `
import os, socket
names = sorted(os.environ)
try:
    socket.create_connection(("127.0.0.1", 80), timeout=1)
    print("connected")
except OSError:
    print(os.path.exists("/etc/machine-id") or os.path.exists("/var"), names)`;
    expect((await code(text)).trim()).toBe(
      "False ['FACTOR', 'HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR', 'WORKFLOW_INPUT']",
    );
  });

  it.each([
    ["raise ValueError('no such thing')", "ValueError: no such thing"],
    ["print('x' * 20000)", "printed more than 10240 bytes"],
    ["import time\ntime.sleep(60)", "took longer than 1 s"],
  ])("says why %j failed", async (text, why) => {
    await expect(code(text, 1)).rejects.toThrow(why);
  });
});
