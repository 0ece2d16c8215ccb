import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../platform/machine/index.ts";
import { executionBaseline, type HostFacts } from "./facts.ts";
import { HostInventory } from "./inventory.ts";
import type { Probe } from "./probes.ts";

const START = 1_000_000;
const MINUTE = 60_000;

function host(id: string, more: Partial<HostFacts> = {}): HostFacts {
  return {
    id,
    role: "execution",
    capabilities: executionBaseline,
    os: "darwin",
    platform: "darwin",
    env: [],
    bins: {},
    allowsCommands: true,
    isConnected: true,
    ...more,
  };
}

function setUp(options: { probeMaxAgeMs?: number } = {}) {
  const clock = createFakeClock(START);
  let count = 0;
  const inventory = new HostInventory({ clock, newId: () => `p${(count += 1)}`, ...options });
  const events: string[] = [];
  inventory.subscribe(({ kind, hostId }) => events.push(`${kind} ${hostId}`));
  const sent: Probe[] = [];
  const link = {
    send: (probe: Probe) => {
      sent.push(probe);
      return true;
    },
  };
  const asked = () => sent.map((probe) => `${probe.id} ${probe.hostId} ${probe.bins.join(",")}`);
  return { clock, inventory, events, sent, link, asked };
}

describe("hosts", () => {
  it("[GSV-20] connect, change and go away, each with an event", () => {
    const { inventory, events } = setUp();
    const b = inventory.connect(host("b"));
    const a = inventory.connect(host("a"));
    expect(inventory.hosts().map((item) => item.id)).toEqual(["a", "b"]);
    a.update(host("a", { env: ["X"] }));
    a.update(host("a", { env: ["X"] }));
    b.disconnect();
    b.disconnect();
    b.update(host("b", { env: ["Y"] }));
    expect(inventory.hosts().map((item) => [item.id, item.env])).toEqual([["a", ["X"]]]);
    expect(events).toEqual([
      "host-connected b",
      "host-connected a",
      "host-changed a",
      "host-disconnected b",
    ]);
  });

  it("[GSV-20] of the same id take the place of each other, and the first can do no more harm", () => {
    const { inventory, events, link } = setUp();
    let replaced = 0;
    inventory.need(["gh"]);
    const first = inventory.connect(host("a"), { ...link, replaced: () => (replaced += 1) });
    const second = inventory.connect(host("a", { env: ["NEW"] }), link);
    expect(first.answer({ probeId: "p1", bins: { gh: true } })).toBe("dropped");
    first.update(host("a", { env: ["OLD"] }));
    first.disconnect();
    expect(replaced).toBe(1);
    expect(inventory.find("a")?.env).toEqual(["NEW"]);
    expect(second.answer({ probeId: "p1", bins: { gh: true } })).toBe("taken");
    expect(events).toEqual([
      "host-connected a",
      "host-disconnected a",
      "host-connected a",
      "host-changed a",
    ]);
  });

  it("[OC-17] that left are still known, with their programs", () => {
    const { inventory } = setUp();
    inventory.connect(host("mac", { bins: { gh: true } })).disconnect();
    expect(inventory.hosts()).toEqual([]);
    expect(inventory.known()).toEqual([host("mac", { bins: { gh: true }, isConnected: false })]);
    inventory.connect(host("mac"));
    expect(inventory.known().map((item) => [item.isConnected, item.bins])).toEqual([[true, {}]]);
  });

  it("that left are not kept without end", () => {
    const { inventory } = setUp();
    for (let index = 0; index < 300; index += 1)
      inventory.connect(host(`h${String(index).padStart(3, "0")}`)).disconnect();
    const known = inventory.known();
    expect([known.length, known[0]?.id]).toEqual([256, "h044"]);
  });

  it("stop being watched by who does not want to know any more", () => {
    const { inventory } = setUp();
    const seen: string[] = [];
    const stop = inventory.subscribe((event) => seen.push(event.kind));
    inventory.connect(host("a"));
    stop();
    inventory.connect(host("b"));
    expect(seen).toEqual(["host-connected"]);
  });
});

describe("programs", () => {
  it("[GSV-20] that skills need are asked for when a host connects", () => {
    const { inventory, link, asked } = setUp();
    inventory.need(["jq", " gh ", "a;b", "gh"]);
    inventory.connect(host("a"), link);
    expect(asked()).toEqual(["p1 a gh,jq"]);
  });

  it("[GSV-20] [GSV-14] become facts by the answer; what is not answered counts as absent", () => {
    const { inventory, link, events, clock } = setUp();
    inventory.need(["gh", "jq", "rg"]);
    const a = inventory.connect(host("a", { bins: { tmux: true } }), link);
    clock.advance(10);
    expect(a.answer({ probeId: "p1", bins: { gh: true, jq: "yes", other: true } })).toBe("taken");
    expect(inventory.find("a")?.bins).toEqual({ gh: true, jq: false, rg: false, tmux: true });
    expect(Object.keys(inventory.find("a")?.bins ?? {})).toEqual(["gh", "jq", "rg", "tmux"]);
    expect(inventory.find("a")?.binsUpdatedAt).toBe(START + 10);
    expect(events).toEqual(["host-connected a", "host-changed a"]);
  });

  it("[GSV-20] that a failed probe was about count as absent", () => {
    const { inventory, link } = setUp();
    inventory.need(["gh"]);
    inventory.connect(host("a"), link).answer({ probeId: "p1" });
    expect(inventory.find("a")?.bins).toEqual({ gh: false });
  });

  it("[GSV-20] are not taken from a host that was not asked", () => {
    const { inventory, link } = setUp();
    inventory.need(["gh"]);
    inventory.connect(host("a"), link);
    const b = inventory.connect(host("b"), link);
    expect(b.answer({ probeId: "p1", bins: { gh: true } })).toBe("refused");
    expect(b.answer({ probeId: "p9", bins: { gh: true } })).toBe("dropped");
    expect(inventory.hosts().map((item) => item.bins)).toEqual([{}, {}]);
    expect(inventory.pendingProbes().map((probe) => probe.id)).toEqual(["p1", "p2"]);
  });

  it("[GSV-20] are asked for under the same id after the host was gone, and the old status is lost", () => {
    const { inventory, link, asked } = setUp();
    inventory.need(["gh"]);
    const first = inventory.connect(host("a"), link);
    first.answer({ probeId: "p1", bins: { gh: true } });
    first.disconnect();
    const second = inventory.connect(host("a"), link);
    expect(inventory.find("a")?.bins).toEqual({});
    second.disconnect();
    inventory.connect(host("a"), link);
    expect(asked()).toEqual(["p1 a gh", "p2 a gh", "p2 a gh"]);
  });

  it("[GSV-20] are asked for under a new id when the old question is too old", () => {
    const { inventory, link, asked, clock } = setUp({ probeMaxAgeMs: 1200 });
    inventory.need(["gh"]);
    inventory.connect(host("a"), link).disconnect();
    clock.advance(3200);
    inventory.connect(host("a"), link);
    expect(asked()).toEqual(["p1 a gh", "p2 a gh"]);
  });

  it("[GSV-20] are asked for again after five minutes, before that only the unknown ones", () => {
    const { inventory, link, asked, clock } = setUp();
    inventory.need(["gh"]);
    const a = inventory.connect(host("a"), link);
    a.answer({ probeId: "p1", bins: { gh: true } });
    expect(inventory.refresh()).toEqual({ probedHostIds: [], skippedHostIds: [] });
    expect(inventory.need(["gh", "jq"]).probedHostIds).toEqual(["a"]);
    a.answer({ probeId: "p2", bins: { jq: true } });
    clock.advance(5 * MINUTE);
    expect(inventory.refresh().probedHostIds).toEqual([]);
    clock.advance(1);
    expect(inventory.refresh().probedHostIds).toEqual(["a"]);
    expect(asked()).toEqual(["p1 a gh", "p2 a jq", "p3 a gh,jq"]);
  });

  it("[GSV-20] are all asked for when it is forced, with the timeout that was wished", () => {
    const { inventory, link, sent } = setUp();
    inventory.need(["gh"]);
    inventory.connect(host("a"), link).answer({ probeId: "p1", bins: { gh: true } });
    inventory.refresh({ force: true, timeoutMs: 500 });
    expect(sent.map((probe) => [probe.bins, probe.timeoutMs])).toEqual([
      [["gh"], 15_000],
      [["gh"], 1000],
    ]);
  });

  it("[GSV-20] are not asked of hosts without a shell, nor of described ones", () => {
    const { inventory, link, asked } = setUp();
    inventory.connect(host("plain", { role: "specialized", capabilities: ["text.search"] }), link);
    inventory.connect(host("described", { bins: { gh: true } }));
    expect(inventory.need(["gh"])).toEqual({
      probedHostIds: [],
      skippedHostIds: ["described", "plain"],
    });
    expect(asked()).toEqual([]);
  });

  it("change nothing for who listens when the answer is the known one", () => {
    const { inventory, link, events } = setUp();
    inventory.need(["gh"]);
    const a = inventory.connect(host("a"), link);
    a.answer({ probeId: "p1", bins: { gh: true } });
    inventory.refresh({ force: true });
    a.answer({ probeId: "p2", bins: { gh: true } });
    expect(events).toEqual(["host-connected a", "host-changed a"]);
  });

  it("of a host whose clock runs ahead are not fresh for ever", () => {
    const { inventory, link, asked, clock } = setUp();
    inventory.connect(host("a", { bins: { gh: true }, binsUpdatedAt: START * 9 }), link);
    inventory.need(["gh"]);
    expect(asked()).toEqual([]);
    clock.advance(5 * MINUTE + 1);
    inventory.refresh();
    expect(asked()).toEqual(["p1 a gh"]);
  });

  it("stay known when the host reports itself anew", () => {
    const { inventory, link } = setUp();
    inventory.need(["gh"]);
    const a = inventory.connect(host("a"), link);
    a.answer({ probeId: "p1", bins: { gh: true } });
    a.update(host("a", { env: ["X"] }));
    expect(inventory.find("a")).toEqual(
      host("a", { env: ["X"], bins: { gh: true }, binsUpdatedAt: START }),
    );
  });
});

it("leaves no timer behind when it is closed", () => {
  const { inventory, link, clock, events } = setUp();
  inventory.need(["gh"]);
  inventory.connect(host("a"), link);
  expect(clock.waiting()).toBe(1);
  inventory.close();
  expect([clock.waiting(), inventory.hosts(), events.at(-1)]).toEqual([
    0,
    [],
    "host-disconnected a",
  ]);
});

describe("asking once", () => {
  it("[GSV-20] waits for every host that can answer, and leaves what skills need alone", async () => {
    const { inventory, link, asked } = setUp();
    inventory.need(["jq"], "one");
    inventory.need(["rg"], "other");
    const a = inventory.connect(host("a"), link);
    inventory.connect(host("b", { capabilities: [] }), link);
    a.answer({ probeId: "p1", bins: { jq: true, rg: true } });
    const answer = inventory.ask(["gh", "jq", "a;b"]);
    expect(asked()).toEqual(["p1 a jq,rg", "p2 a gh"]);
    a.answer({ probeId: "p2", bins: { gh: true } });
    expect(await answer).toEqual({
      probedHostIds: ["a"],
      skippedHostIds: ["b"],
      silentHostIds: [],
    });
    expect(inventory.find("a")?.bins).toEqual({ gh: true, jq: true, rg: true });
    expect(inventory.needed()).toEqual(["jq", "rg"]);
  });

  it("[GSV-20] asks nobody for what is known and fresh, unless it is forced to", async () => {
    const { inventory, link, asked } = setUp();
    const a = inventory.connect(host("a", { bins: { gh: false }, binsUpdatedAt: START }), link);
    expect((await inventory.ask(["gh"])).probedHostIds).toEqual([]);
    const answer = inventory.ask(["gh"], { force: true });
    expect(asked()).toEqual(["p1 a gh"]);
    a.answer({ probeId: "p1", bins: { gh: true } });
    await answer;
    expect(inventory.find("a")?.bins).toEqual({ gh: true });
  });

  it("[GSV-20] gives a host two attempts and names it when it stays silent", async () => {
    const { inventory, link, clock, asked } = setUp();
    inventory.connect(host("a"), link);
    const answer = inventory.ask(["gh"], { timeoutMs: 2000 });
    clock.advance(2000);
    clock.advance(2000);
    expect((await answer).silentHostIds).toEqual(["a"]);
    expect(asked()).toEqual(["p1 a gh", "p1 a gh"]);
    expect(clock.waiting()).toBe(0);
  });

  it("[GSV-20] waits for a silent host once, and again when it has answered or is forced to", async () => {
    const { inventory, link, clock } = setUp();
    const a = inventory.connect(host("a"), link);
    const b = inventory.connect(host("b"), link);
    const first = inventory.ask(["gh"]);
    b.answer({ probeId: "p2", bins: { gh: true } });
    clock.advance(15_000);
    expect((await first).silentHostIds).toEqual(["a"]);
    // No time passes from here on.
    expect((await inventory.ask(["gh"])).silentHostIds).toEqual(["a"]);
    clock.advance(15_000);
    expect((await inventory.ask(["gh"])).silentHostIds).toEqual(["a"]);
    a.answer({ probeId: "p3", bins: { gh: false } });
    const later = inventory.ask(["jq"]);
    a.answer({ probeId: "p4", bins: { jq: true } });
    b.answer({ probeId: "p5", bins: { jq: true } });
    expect((await later).silentHostIds).toEqual([]);
    const forced = inventory.ask(["jq"], { force: true });
    clock.advance(15_000);
    expect((await forced).silentHostIds).toEqual(["a", "b"]);
  });

  it("[GSV-20] does not wait for a host that leaves, nor for one that cannot be reached", async () => {
    const { inventory, link, clock } = setUp();
    const a = inventory.connect(host("a"), link);
    const answer = inventory.ask(["gh"]);
    a.disconnect();
    expect((await answer).silentHostIds).toEqual([]);
    inventory.connect(host("b"), { send: () => false });
    const second = inventory.ask(["gh"], { timeoutMs: 1000 });
    clock.advance(3000);
    expect((await second).silentHostIds).toEqual(["b"]);
  });

  it("[GSV-20] splits a long list, so that no question is larger than a message may be", async () => {
    const { inventory, link, sent } = setUp();
    inventory.connect(host("a"), link);
    void inventory.ask(Array.from({ length: 1001 }, (_, at) => `bin-${at}`));
    expect(sent.map(({ bins }) => bins.length)).toEqual([500, 500, 1]);
    inventory.close();
  });
});
