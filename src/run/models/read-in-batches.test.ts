import { expect, it } from "vitest";
import { nextTurn } from "../../platform/machine/index.ts";
import { inBatches } from "./read-in-batches.ts";

interface Sender {
  readonly say: (text: string) => void;
  readonly end: () => void;
  readonly read: () => Promise<string | undefined>;
  readonly leave: () => Promise<void>;
}

/** An answer that comes in as the test says. */
async function open(type = "text/event-stream"): Promise<Sender> {
  const { promise, resolve } =
    Promise.withResolvers<ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>>();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: resolve });
  const controller = await promise;
  const headers = { "content-type": type };
  const fetchThere = inBatches(() => Promise.resolve(new Response(body, { headers })));
  const answer = await fetchThere("http://model.example.org/");
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  return {
    say: (text) => {
      controller.enqueue(new TextEncoder().encode(text));
    },
    end: () => {
      controller.close();
    },
    read: async () => {
      const { value, done } = await reader.read();
      return done ? undefined : new TextDecoder().decode(value);
    },
    leave: () => reader.cancel(),
  };
}

async function readThree(sender: Sender): Promise<readonly (string | undefined)[]> {
  const { say, end, read } = sender;
  say("first ");
  const pieces = [await read()];
  const next = read();
  for (const word of ["second ", "third ", "fourth"]) say(word);
  await nextTurn();
  end();
  pieces.push(await next);
  while (pieces.at(-1) !== undefined) pieces.push(await read());
  return pieces.slice(0, -1);
}

it("gives the pieces of a few answers on as they come", async () => {
  expect(await readThree(await open())).toEqual(["first ", "second ", "third ", "fourth"]);
});

it("gives the first piece of many answers on at once, and the others together", async () => {
  const others = await Promise.all(Array.from({ length: 200 }, () => open()));
  expect(await readThree(await open())).toEqual(["first ", "second third fourth"]);
  // What is no stream of events is nobody's business here.
  const plain = await open("application/json");
  plain.say("{}");
  expect(await plain.read()).toBe("{}");
  await Promise.all(others.map(({ leave }) => leave()));
  expect(await readThree(await open())).toEqual(["first ", "second ", "third ", "fourth"]);
});
