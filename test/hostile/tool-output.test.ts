/** Tools whose output, answers and declarations are made to be slow for whoever calls them. */
import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import type { ConfinedProcess, SandboxEnd } from "../../src/platform/sandbox/index.ts";
import { Worker } from "../../src/run/tools/call/index.ts";
import { loadSkill } from "../../src/run/tools/index.ts";
import { needs } from "../support/needs.ts";
import { loadOptions, skillText, writeTree } from "../support/tool-skills.ts";

const LIMITS = { maxLineBytes: 1_000_000, maxPrinted: 300_000 };

interface Pretended extends ConfinedProcess {
  readonly ends: () => number;
  readonly say: (text: string) => Promise<void>;
}

/** A process that says what it is told to, and how often it was ended. */
function pretend(): Pretended {
  const { promise: exited, resolve } = Promise.withResolvers<SandboxEnd>();
  const stdout = new PassThrough({ highWaterMark: 2 ** 24 });
  let ends = 0;
  const kill = (): void => {
    ends += 1;
    resolve({ kind: "cancelled" });
  };
  const say: Pretended["say"] = async (text) => {
    for (let at = 0; at < text.length; at += 65_536) stdout.write(text.slice(at, at + 65_536));
    await vi.waitUntil(() => stdout.readableLength === 0);
  };
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  return { stdin, stdout, stderr, exited, kill, say, ends: () => ends };
}

async function started(): Promise<{ readonly worker: Worker; readonly process: Pretended }> {
  const process = pretend();
  const [worker] = await Promise.all([
    Worker.start(process, LIMITS),
    process.say('{"ready":["take"]}\n'),
  ]);
  return { worker, process };
}

/** What a tool can write to the place of answers, without being one that is waited for. */
const LINES = [
  "\n",
  "{\n",
  "{}\n",
  "\r\n",
  '{"id":\n',
  '{"id":1\n',
  '{"id":7,"result":1}\n',
  '{"heard":1}\n',
  '{"ready":["take"]}\n',
  '{"failed":{}}\n',
  'x{"id":1,"result":2}\n',
];

describe("[BX-14] lines that a tool prints", () => {
  it.each(LINES)("are not parsed one by one: %j", async (line) => {
    const { worker, process } = await started();
    const { answer } = worker.call("take", {});
    const parse = vi.spyOn(JSON, "parse");
    await process.say(line.repeat(Math.floor(LIMITS.maxPrinted / 2 / line.length)));
    expect(parse.mock.calls.length).toBeLessThan(2);
    parse.mockRestore();
    await process.say('{"id":1,"result":[2],"cpu":3}\n');
    expect(await answer).toEqual({ kind: "result", value: [2] });
    expect([worker.cpuSeconds, process.ends()]).toEqual([3, 0]);
    expect(worker.printedSince(0).endsWith(line)).toBe(true);
  });

  it("end its process where they are more than one call may print", async () => {
    const { worker, process } = await started();
    for (let call = 1; call < 4; call += 1) {
      const { answer } = worker.call("take", {});
      await process.say(`${"\n".repeat(200_000)}{"id":${call},"result":null}\n`);
      expect(await answer).toEqual({ kind: "result", value: null });
    }
    const { answer } = worker.call("take", {});
    await process.say("\n".repeat(400_000));
    expect(await answer).toEqual({ kind: "ended", end: { kind: "over-limit", limit: "output" } });
    expect(process.ends()).toBe(1);
  });

  it("answer a call at most once, also where nobody can read them", async () => {
    const { worker, process } = await started();
    const { answer } = worker.call("take", {});
    const parse = vi.spyOn(JSON, "parse");
    await process.say('{"id":1,"result":\n'.repeat(5000));
    expect(parse.mock.calls.length).toBe(1);
    parse.mockRestore();
    expect(await answer).toMatchObject({ kind: "error" });
  });

  it("greet in the place of the program that runs the tool a few times alone", async () => {
    const process = pretend();
    const starting = Worker.start(process, LIMITS);
    const parse = vi.spyOn(JSON, "parse");
    await process.say('{"ready":7}\n'.repeat(20_000));
    expect(parse.mock.calls.length).toBe(100);
    parse.mockRestore();
    process.kill();
    await expect(starting).rejects.toThrow("cannot be imported");
  });

  it("are kept at their end, in whatever pieces they come", async () => {
    const { worker, process } = await started();
    const mark = worker.printed;
    for (const piece of ["a\nb", "c\n{", '"id', '":9}\n', "d"]) await process.say(piece);
    expect(worker.printedSince(mark)).toBe('a\nbc\n{"id":9}\n');
    await process.say(`${"x".repeat(200_000)}\nend\n`);
    expect(worker.printedSince(mark)).toMatch(/^x{65531}\nend\n$/);
  });
});

const MODULE = `import { integer, tool } from "skillwright/tools";
import { writeSync } from "node:fs";

export const take = tool({
  name: "take",
  description: "Prints line ends.",
  parameters: { n: integer() },
  run: async ({ n }) => {
    for (let text = Buffer.alloc(n, "\\n"); text.length > 0; )
      try {
        text = text.subarray(writeSync(1, text));
      } catch (error) {
        if (error.code !== "EAGAIN") throw error;
      }
    return "ok";
  },
});
`;

needs.command("bwrap").describe("[BX-14] a tool that prints line ends", () => {
  it("is ended at the limit of its output, and may go on below it", async () => {
    const folder = writeTree({
      "skills/lines/SKILL.md": skillText({
        name: "lines",
        more: "tools:\n  - name: take\n    parameters: { n: { type: integer } }\n",
      }),
      "skills/lines/tools.mjs": MODULE,
    });
    const limits = { outputBytes: 200_000 };
    const skill = await loadSkill("lines", loadOptions(folder, { organisation: { limits } }));
    try {
      for (let call = 0; call < 2; call += 1)
        expect(await skill.call("take", { n: 150_000 })).toMatchObject({ ok: true });
      expect(await skill.call("take", { n: 900_000 })).toMatchObject({
        ok: false,
        error: {
          code: "tools/worker-ended",
          message: "`lines/take` stopped: its process used more output than it may.",
        },
      });
      expect(await skill.call("take", { n: 10 })).toMatchObject({ ok: true });
    } finally {
      await skill.close();
    }
  });
});
