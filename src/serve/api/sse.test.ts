import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../platform/machine/clock.ts";
import type { StreamEvent } from "../../hub/streams/index.ts";
import { streamAnswer } from "./sse.ts";

async function readAll(
  response: Response,
): Promise<{ readonly text: string; readonly isBroken: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    return { text, isBroken: false };
  } catch {
    return { text, isBroken: true };
  }
}

async function* numbers(count: number): AsyncGenerator<StreamEvent, void> {
  for (let at = 0; at < count; at += 1) yield { event: "token", data: { at } };
}

async function* broken(): AsyncGenerator<StreamEvent, void> {
  yield* numbers(2);
  throw new Error("It broke.");
}

const options = { clock: createFakeClock(), onGone: () => {} };

describe("a stream of events", () => {
  it("sends in few pieces what comes at once, and loses nothing of it", async () => {
    const response = streamAnswer(numbers(200), options);
    let pieces = 0;
    let text = "";
    for await (const chunk of response.body ?? []) {
      pieces += 1;
      text += new TextDecoder().decode(chunk);
    }
    expect(pieces).toBeLessThan(20);
    const said = [...text.matchAll(/event: token\ndata: \{"at":(\d+)\}\n\n/gu)];
    expect(said.map((found) => Number(found[1]))).toEqual(
      Array.from({ length: 200 }, (_, at) => at),
    );
  });

  it("sends the first event without waiting for the second", async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    async function* events(): AsyncGenerator<StreamEvent, void> {
      yield { event: "token", data: { at: 0 } };
      await gate;
      yield { event: "token", data: { at: 1 } };
    }
    const reader = streamAnswer(events(), options).body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('event: token\ndata: {"at":0}\n\n');
    release();
    const second = await reader?.read();
    expect(new TextDecoder().decode(second?.value)).toContain('{"at":1}');
    expect((await reader?.read())?.done).toBe(true);
  });

  it("breaks where its events break, after everything that came before", async () => {
    const { text, isBroken } = await readAll(streamAnswer(broken(), options));
    expect(isBroken).toBe(true);
    expect(text).toContain('{"at":1}');
  });

  it("ends with the words that somebody has for it, and without a break", async () => {
    const heard: unknown[] = [];
    const { text, isBroken } = await readAll(
      streamAnswer(broken(), {
        ...options,
        onBroken: (error) => {
          heard.push(error);
          return [{ event: "done", data: { status: "error" } }];
        },
      }),
    );
    expect(isBroken).toBe(false);
    expect(text).toMatch(/\{"at":1\}\n\nevent: done\ndata: \{"status":"error"\}\n\n$/u);
    expect(heard).toEqual([new Error("It broke.")]);
  });

  it("beats in silence, and puts down what it has to when the client goes", async () => {
    const clock = createFakeClock();
    let isGone = false;
    let isPutDown = false;
    const { promise: never, reject: stop } = Promise.withResolvers<void>();
    async function* events(): AsyncGenerator<StreamEvent, void> {
      try {
        await never;
        yield { event: "token", data: {} };
      } finally {
        isPutDown = true;
      }
    }
    const response = streamAnswer(events(), {
      clock,
      onGone: () => {
        isGone = true;
        stop(new Error("gone"));
      },
    });
    const reader = response.body?.getReader();
    const beat = reader?.read();
    clock.advance(15_000);
    expect(new TextDecoder().decode((await beat)?.value)).toBe(": heartbeat\n\n");
    await reader?.cancel();
    expect([isGone, isPutDown, clock.waiting()]).toEqual([true, true, 0]);
  });
});
