import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../platform/machine/index.ts";
import { type Probe, probeMaxAge, ProbeQueue, probeTimeout } from "./probes.ts";

describe("limits", () => {
  it.each([
    [undefined, 15_000],
    [Number.NaN, 15_000],
    [Infinity, 15_000],
    ["5000", 15_000],
    [0, 1000],
    [500, 1000],
    [-5, 1000],
    [15_000.9, 15_000],
    [999_999, 120_000],
  ])("[GSV-20] a timeout of %s means %s", (value, expected) => {
    expect(probeTimeout(value)).toBe(expected);
  });

  it.each([
    [undefined, 600_000],
    [Number.NaN, 600_000],
    ["x", 600_000],
    [0, 1000],
    [999, 1000],
    [1200.5, 1200],
    [1e9, 86_400_000],
  ])("[GSV-20] a greatest age of %s means %s", (value, expected) => {
    expect(probeMaxAge(value)).toBe(expected);
  });
});

function setUp(options: { isReachable?: boolean; maxAgeMs?: number } = {}) {
  const clock = createFakeClock(1000);
  const sent: Probe[] = [];
  const state = { isReachable: options.isReachable ?? true };
  let count = 0;
  const queue = new ProbeQueue({
    clock,
    newId: () => `p${(count += 1)}`,
    maxAgeMs: options.maxAgeMs ?? 600_000,
    send: (probe) => {
      if (state.isReachable) sent.push(probe);
      return state.isReachable;
    },
  });
  return { clock, sent, state, queue, ids: () => sent.map((probe) => probe.id) };
}

describe("the queue", () => {
  it("[GSV-20] sends a question at once, sorted, and does not ask twice for the same", () => {
    const { queue, sent } = setUp();
    expect(queue.add("a", ["jq", "gh"], 2000)).toBe(true);
    expect(queue.add("a", ["gh", "rg"], 2000)).toBe(true);
    expect(queue.add("a", ["gh"], 2000)).toBe(false);
    expect(queue.add("b", ["gh"], 2000)).toBe(true);
    expect(sent.map(({ id, hostId, bins }) => [id, hostId, bins])).toEqual([
      ["p1", "a", ["gh", "jq"]],
      ["p2", "a", ["rg"]],
      ["p3", "b", ["gh"]],
    ]);
  });

  it("[GSV-20] asks a second time after the timeout, and then gives up", () => {
    const { queue, clock, ids } = setUp();
    queue.add("a", ["gh"], 2000);
    clock.advance(1999);
    expect(ids()).toEqual(["p1"]);
    clock.advance(1);
    expect(ids()).toEqual(["p1", "p1"]);
    clock.advance(2000);
    expect(ids()).toEqual(["p1", "p1"]);
    expect(queue.pending()).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });

  it("[GSV-20] drops a late question whose host cannot be reached any more", () => {
    const { queue, clock, state } = setUp();
    queue.add("a", ["gh"], 2000);
    state.isReachable = false;
    clock.advance(2000);
    expect(queue.pending()).toEqual([]);
  });

  it("[GSV-20] holds what was sent when the host leaves, and sends it again under the same id", () => {
    const { queue, clock, ids } = setUp();
    queue.add("a", ["gh"], 2000);
    clock.advance(2500);
    expect(queue.pending()[0]?.attempts).toBe(2);
    queue.hold("a");
    expect(queue.pending()).toEqual([
      {
        id: "p1",
        hostId: "a",
        kind: "bins",
        bins: ["gh"],
        timeoutMs: 2000,
        attempts: 0,
        createdAt: 1000,
      },
    ]);
    clock.advance(60_000);
    expect(ids()).toEqual(["p1", "p1"]);
    queue.resume("a");
    expect(ids()).toEqual(["p1", "p1", "p1"]);
    clock.advance(2000);
    expect(ids()).toHaveLength(4);
  });

  it("[GSV-20] keeps a question for a host that cannot be reached, until it is too old", () => {
    const { queue, clock, state, ids } = setUp({ isReachable: false, maxAgeMs: 1200 });
    queue.add("a", ["gh"], 15_000);
    expect(queue.pending()).toHaveLength(1);
    clock.advance(1199);
    expect(queue.pending()).toHaveLength(1);
    clock.advance(1);
    expect(queue.pending()).toEqual([]);
    state.isReachable = true;
    queue.resume("a");
    queue.add("a", ["gh"], 15_000);
    expect(ids()).toEqual(["p2"]);
  });

  it("[GSV-20] tells whose question an answer belongs to", () => {
    const { queue } = setUp();
    queue.add("a", ["gh"], 2000);
    expect(queue.take("other", "a")).toEqual({ kind: "unknown" });
    expect(queue.take("p1", "b")).toEqual({ kind: "wrong-host", hostId: "a" });
    expect(queue.take("p1", "a").kind).toBe("taken");
    expect(queue.take("p1", "a")).toEqual({ kind: "unknown" });
  });
});
