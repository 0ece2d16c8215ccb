import { describe, expect, it } from "vitest";
import { createFakeClock, nextTurn } from "../../platform/machine/index.ts";
import { pauseForBody } from "./server.ts";
import { type RequestSlot, RequestLimiter } from "./request-room.ts";

const LIMITS = { perUser: 2, waiting: 2, seconds: 10 };

/** A room, and what becomes of the requests that enter it. */
function openRoom() {
  const clock = createFakeClock();
  const room = new RequestLimiter(clock, LIMITS);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const arrive = (name: string, address = "a", hasToken = false): RequestSlot =>
    room.open({ address, hasToken, onEnd: (listener) => ends.set(name, listener) });
  const begin = (name: string, work: Promise<unknown>): void => {
    work.then(
      () => log.push(name),
      () => log.push(`${name} refused`),
    );
  };
  const enter = (name: string, address?: string, hasToken?: boolean): RequestSlot => {
    const place = arrive(name, address, hasToken);
    begin(name, place.enter());
    return place;
  };
  return { clock, log, enter, begin, end: (name: string) => ends.get(name)?.() };
}

/** When all is done that can be done before others have a turn. */
async function sameTurn(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

async function settled(): Promise<void> {
  await sameTurn();
  await nextTurn();
  await sameTurn();
}

describe("the room for requests", () => {
  it("hands a place on in the order of arrival, and refuses beyond those that wait", async () => {
    const { log, enter } = openRoom();
    const first = enter("1");
    for (const name of ["2", "3", "4"]) enter(name);
    await settled();
    enter("5");
    await settled();
    expect(log).toEqual(["1", "2", "5 refused"]);
    first.leave();
    first.leave();
    // Nobody else finds the place free before it is taken.
    enter("6");
    await sameTurn();
    // Requests that wait behind others are not answered one after the other in one turn.
    expect(log).toEqual(["1", "2", "5 refused"]);
    await settled();
    expect(log).toEqual(["1", "2", "5 refused", "3"]);
  });

  it("counts addresses, those with a token and users apart", async () => {
    const { log, enter, begin } = openRoom();
    enter("1");
    enter("2");
    enter("other address", "b");
    const known = enter("with token", "a", true);
    await settled();
    begin("user", known.assignTo("ann"));
    await settled();
    enter("3");
    enter("4", "a", true);
    enter("5", "a", true);
    await settled();
    expect(log).toEqual(["1", "2", "other address", "with token", "user", "4", "5"]);
  });

  it("gives a place to others while a body is awaited, and waits for one before the body ends", async () => {
    const { log, enter, begin } = openRoom();
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const slow = enter("slow");
    enter("1");
    const request = { method: "POST", body: body.readable, duplex: "half" } as const;
    const paused = pauseForBody(new Request("http://localhost/", request), slow);
    begin("read", paused.text());
    const writer = body.writable.getWriter();
    await nextTurn();
    await nextTurn();
    const second = enter("2");
    await settled();
    expect(log).toEqual(["slow", "1", "2"]);
    await writer.write(new TextEncoder().encode("all"));
    await writer.close();
    await nextTurn();
    await nextTurn();
    expect(log).toEqual(["slow", "1", "2"]);
    second.leave();
    await nextTurn();
    expect(log).toEqual(["slow", "1", "2", "read"]);
  });

  it("takes no place for a request that was answered while it waited", async () => {
    const { log, enter, begin } = openRoom();
    const [first, second] = [enter("1"), enter("2")];
    await settled();
    first.pause();
    enter("3");
    await settled();
    begin("again", first.enter());
    await settled();
    first.leave();
    second.leave();
    await settled();
    enter("4");
    await settled();
    expect(log).toEqual(["1", "2", "3", "again refused", "4"]);
  });

  it("lets no client that is gone take a place", async () => {
    const { log, enter, end } = openRoom();
    const first = enter("1");
    for (const name of ["2", "3", "4"]) enter(name);
    await settled();
    end("3");
    await settled();
    first.leave();
    await settled();
    expect(log).toEqual(["1", "2", "3 refused", "4"]);
  });

  it("takes a place back after the longest time", async () => {
    const { clock, log, enter } = openRoom();
    for (const name of ["1", "2", "3"]) enter(name);
    await settled();
    clock.advance(9999);
    await settled();
    expect(log).toEqual(["1", "2"]);
    clock.advance(1);
    await settled();
    expect(log).toEqual(["1", "2", "3"]);
  });
});
