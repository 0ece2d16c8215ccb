import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Engine } from "./engine.ts";
import type { Answer, Question } from "./worker.ts";

/** A thread that answers when the test says so. */
class FakeWorker extends EventTarget {
  static readonly started: FakeWorker[] = [];
  readonly asked: Question[] = [];

  constructor() {
    super();
    FakeWorker.started.push(this);
  }

  postMessage(question: Question): void {
    this.asked.push(question);
  }

  answer(answer: Answer): void {
    this.dispatchEvent(new MessageEvent("message", { data: answer }));
  }
}

beforeEach(() => {
  FakeWorker.started.length = 0;
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function only(): FakeWorker {
  const [worker, ...more] = FakeWorker.started;
  if (worker === undefined || more.length > 0) throw new Error("There is not exactly one thread.");
  return worker;
}

describe("the engine in its thread", () => {
  it("starts with the first question, once", () => {
    const engine = new Engine();
    expect(FakeWorker.started).toHaveLength(0);
    void engine.ask("defaultLimits", "gaia");
    void engine.ask("defaultLimits", "gsv");
    expect(only().asked.map(({ name, input }) => [name, ...input])).toEqual([
      ["defaultLimits", "gaia"],
      ["defaultLimits", "gsv"],
    ]);
  });

  it("gives each question its own answer, in whatever order they come", async () => {
    const engine = new Engine();
    const first = engine.ask("defaultLimits", "gaia");
    const second = engine.ask("defaultLimits", "openclaw");
    const [one, two] = only().asked;
    only().answer({ id: two?.id ?? 0, ok: true, value: { maxSkills: 2 } });
    only().answer({ id: one?.id ?? 0, ok: true, value: { maxSkills: 1 } });
    expect([await first, await second]).toEqual([{ maxSkills: 1 }, { maxSkills: 2 }]);
  });

  it("refuses one question with the reason of the thread", async () => {
    const engine = new Engine();
    const asked = engine.ask("defaultLimits", "gaia");
    only().answer({ id: 1, ok: false, message: "It broke." });
    await expect(asked).rejects.toThrow("It broke.");
  });

  it("refuses all that wait where the thread does not start, and then tries again", async () => {
    const engine = new Engine();
    const waiting = [engine.ask("defaultLimits", "gaia"), engine.ask("defaultLimits", "gsv")];
    only().dispatchEvent(new Event("error"));
    for (const asked of waiting) await expect(asked).rejects.toThrow("could not start");
    const again = engine.ask("defaultLimits", "gaia");
    FakeWorker.started[1]?.answer({ id: 3, ok: true, value: {} });
    expect(await again).toEqual({});
  });
});
