/** Calls of tools in a process that stays warm, in the real sandbox. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LoadedSkill, loadSkill, type ToolResult } from "../../src/run/tools/index.ts";
import type { JsonObject } from "../../src/skill/index.ts";
import { needs } from "../support/needs.ts";
import { loadOptions, skillText, writeTree } from "../support/tool-skills.ts";

const LIMITED = `tools:
  - name: burn
    parameters: { seconds: { type: number } }
  - name: sleep
    parameters: {}
`;

const LIMITED_MODULE = `import os, time
from gaia.agents.base.tools import tool

@tool
def burn(seconds: float) -> int:
    """Works for a while."""
    end = time.process_time() + seconds
    while time.process_time() < end: pass
    return os.getpid()

@tool(timeout=100)
def sleep() -> dict:
    """Rests for long."""
    time.sleep(90)
    return {}
`;

async function limited(limits: {
  readonly cpuSeconds?: number;
  readonly wallSeconds?: number;
}): Promise<LoadedSkill> {
  const folder = writeTree({
    "skills/limited/SKILL.md": skillText({ name: "limited", more: LIMITED }),
    "skills/limited/tools.py": LIMITED_MODULE,
  });
  return await loadSkill("limited", loadOptions(folder, { organisation: { limits } }));
}

needs.command("bwrap").describe("limits of calls", () => {
  it("[GA-07] end a call when its time on the clock is over, whatever the tool and the caller ask for", async () => {
    const skill = await limited({ wallSeconds: 1 });
    const result = await skill.call("sleep", {}, { timeoutMs: 90_000 });
    await skill.close();
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: "tools/timed-out",
        hint: "A skill of this tier gets no more than 1 seconds.",
      },
    });
  });

  it("give each call its own processor time, though the process stays warm", async () => {
    const skill = await limited({ cpuSeconds: 2 });
    for (let turn = 0; turn < 5; turn += 1)
      expect(await skill.call("burn", { seconds: 0.6 })).toMatchObject({ ok: true });
    const long = await skill.call("burn", { seconds: 30 });
    expect(long).toMatchObject({ ok: false, error: { code: "tools/worker-ended" } });
    await skill.close();
  });
});

const DECLARED = `tools:
  - name: echo
    parameters: { value: { type: string }, times: { type: integer, required: false, default: 1 } }
    returns: { type: object, properties: { said: { type: string } }, required: [said] }
  - name: fail
    parameters: { how: { type: string } }
`;

const PYTHON = `import asyncio, os, sys, time
from gaia.agents.base.tools import tool

BORN = str(time.time_ns())

@tool
def echo(value: str, times: int = 1) -> dict:
    """Says it again."""
    print("printed")
    return {"said": value * times} if value else {}

@tool
async def fail(how: str):
    """Fails in some way."""
    if how == "throw": raise ValueError("not so")
    if how == "exit": os._exit(3)
    if how == "quit": sys.exit("gone")
    if how == "set": return {1}
    if how == "nan": return float("nan")
    if how == "large": return "x" * 2_000_000
    if how == "wait": await asyncio.sleep(60)
    if how == "block": time.sleep(60)
    if how == "loop":
        while True: pass
    return BORN
`;

const SCRIPT = `import { integer, string, tool } from "skillwright/tools";

const born = String(Math.random());

export const echo = tool({
  description: "Says it again.",
  parameters: { value: string(), times: integer({ default: 1 }) },
  run: ({ value, times }) => { console.log("printed"); return value === "" ? {} : { said: value.repeat(times) }; },
});

export const fail = tool({
  description: "Fails in some way.",
  parameters: { how: string() },
  run: async ({ how }, { signal }) => {
    if (how === "throw") throw new TypeError("not so");
    if (how === "exit") process.exit(3);
    if (how === "set") return new Set([1]);
    if (how === "nan") return Number.NaN;
    if (how === "large") return "x".repeat(2_000_000);
    if (how === "wait") await new Promise((_, fail) => { signal.onabort = () => fail(new Error("stopped")); });
    if (how === "loop") for (;;);
    return born;
  },
});
`;

function codeOf(result: ToolResult): string {
  return result.ok ? "fine" : result.error.code;
}

needs.command("bwrap").describe("calls", () => {
  describe.each([
    ["Python", "tools.py", PYTHON],
    ["TypeScript", "tools.ts", SCRIPT],
  ])("of %s", (_language, file, module) => {
    let skill: LoadedSkill;
    const call = (tool: string, given: JsonObject, timeoutMs = 20_000): Promise<ToolResult> =>
      skill.call(tool, given, { timeoutMs });

    beforeAll(async () => {
      const folder = writeTree({
        "skills/speech/SKILL.md": skillText({ name: "speech", more: DECLARED }),
        [join("skills/speech", file)]: module,
      });
      skill = await loadSkill("speech", loadOptions(folder));
    });

    afterAll(async () => {
      await skill.close();
    });

    it("return the result, with what was printed beside it", async () => {
      const { milliseconds, ...result } = await call("echo", { value: "ab", times: 2 });
      expect(result).toEqual({
        tool: "speech/echo",
        ok: true,
        result: { said: "abab" },
        stderr: "printed\n",
      });
      expect(milliseconds).toBeGreaterThan(0);
    });

    it("use one process for one after the other", async () => {
      const first = await call("fail", { how: "" });
      const second = await call("fail", { how: "" });
      expect(first).toMatchObject({ ok: true });
      expect(second).toMatchObject({ ok: true, result: first.ok ? first.result : "" });
    });

    it.each([
      [{}, "Missing argument `value`."],
      [{ value: 1 }, "The value of `value` must be string, not number."],
      [{ value: "a", times: 1.5 }, "The value of `times` must be integer, not number."],
      [
        { value: "a", more: 1 },
        "`speech/echo` has no argument `more`; its arguments are `value`, `times`.",
      ],
    ])("refuse the arguments %j", async (given, message) => {
      const result = await call("echo", given);
      expect(result).toMatchObject({ ok: false, error: { code: "tools/bad-input", message } });
    });

    it("hold the result against the declaration", async () => {
      const result = await call("echo", { value: "" });
      expect(result).toMatchObject({
        ok: false,
        error: {
          code: "tools/bad-result",
          message: "Missing `said` in the result.",
        },
      });
    });

    it.each([
      ["throw", "tools/failed"],
      ["set", "tools/result-not-json"],
      ["nan", "tools/result-not-json"],
      ["large", "tools/too-much-output"],
      ["exit", "tools/worker-ended"],
    ])("tell of a tool that fails by %s, and the next one works", async (how, code) => {
      expect(codeOf(await call("fail", { how }))).toBe(code);
      expect(codeOf(await call("echo", { value: "a" }))).toBe("fine");
    });

    it("keep the place in the code of what was thrown", async () => {
      const result = await call("fail", { how: "throw" });
      expect(result).toMatchObject({ ok: false, error: { message: /not so/ } });
      expect(result.ok ? "" : result.error.trace).toContain(`skills/speech/${file}`);
    });

    it.each(["wait", "loop"])("end in time where the tool does not: %s", async (how) => {
      expect(codeOf(await call("fail", { how }, 200))).toBe("tools/timed-out");
      expect(codeOf(await call("echo", { value: "a" }))).toBe("fine");
    });

    it("end when they are cancelled", async () => {
      const controller = new AbortController();
      const running = skill.call("fail", { how: "wait" }, { signal: controller.signal });
      await call("echo", { value: "a" });
      controller.abort();
      expect(codeOf(await running)).toBe("tools/cancelled");
      expect(codeOf(await skill.call("echo", { value: "a" }, { signal: controller.signal }))).toBe(
        "tools/cancelled",
      );
    });

    it("run many at once", async () => {
      const numbers = Array.from({ length: 40 }, (_, index) => index);
      const slow = call("fail", { how: "wait" }, 1000);
      const results = await Promise.all(
        numbers.map((index) => call("echo", { value: `${index}` })),
      );
      expect(results.map((item) => (item.ok ? item.result : item.error))).toEqual(
        numbers.map((index) => ({ said: `${index}` })),
      );
      expect(codeOf(await slow)).toBe("tools/timed-out");
    });

    it("that find no process at the same time share a new one", async () => {
      await skill.rest();
      const results = await Promise.all([1, 2, 3].map(() => call("fail", { how: "" })));
      expect(new Set(results.map((item) => (item.ok ? item.result : item.error))).size).toBe(1);
    });

    it("of an unknown tool are a mistake of the caller", async () => {
      await expect(call("nothing", {})).rejects.toThrow("it has `echo`, `fail`");
    });
  });
});
