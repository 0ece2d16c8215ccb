import { assert, constantFrom, jsonValue, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { HostInventory } from "../../library/hosts/index.ts";
import { createFakeClock } from "../../platform/machine/index.ts";
import type { SocketListeners, UpgradeRequest } from "../../platform/network/index.ts";
import { HostGateway } from "./host-gateway.ts";
import { sessionLimits } from "./host-session.ts";

const TOKEN = "0123456789abcdef";

const hello = {
  type: "hello",
  protocol: 1,
  name: "a",
  runtime: {
    hostRole: "execution",
    hostCapabilities: ["filesystem.list", "filesystem.read", "filesystem.write", "shell.exec"],
    toolCapabilities: {},
    hostOs: "linux",
  },
};

function setUp(options: { maxConnections?: number } = {}) {
  const clock = createFakeClock();
  let count = 0;
  const inventory = new HostInventory({ clock, newId: () => `p${(count += 1)}` });
  const lines: string[] = [];
  const gateway = new HostGateway({
    inventory,
    clock,
    limits: sessionLimits,
    token: TOKEN,
    maxConnections: options.maxConnections ?? 10,
    say: (line) => lines.push(line),
  });
  return { clock, inventory, gateway, lines };
}

function request(more: Partial<UpgradeRequest> = {}): UpgradeRequest {
  const authorization = `Bearer ${TOKEN}`;
  return {
    path: "/hosts",
    host: "localhost",
    origin: undefined,
    authorization,
    protocols: [],
    ...more,
  };
}

/** Comes in through the door as a client does; what the server says is kept in order. */
function enter(gateway: HostGateway) {
  const answer = gateway.upgrade(request());
  if (answer.kind !== "accepted") throw new Error("The door is closed.");
  const seen: unknown[] = [];
  let isOpen = true;
  const listeners: SocketListeners = answer.open({
    send: (text) => {
      if (isOpen) seen.push(JSON.parse(text));
      return isOpen;
    },
    ping: () => seen.push("ping"),
    close: (code, reason) => {
      isOpen = false;
      seen.push(`close ${code} ${reason}`);
    },
    terminate: () => {
      isOpen = false;
      seen.push("terminate");
    },
  });
  const say = (message: unknown): void => {
    listeners.onLife();
    listeners.onText(typeof message === "string" ? message : JSON.stringify(message));
  };
  return { listeners, seen, say };
}

describe("who may come in", () => {
  it.each<[string, Partial<UpgradeRequest>]>([
    ["the token in the header", {}],
    ["another case of the scheme", { authorization: `bearer ${TOKEN}` }],
    [
      "the token among the protocols",
      {
        authorization: undefined,
        protocols: ["skillwright.hosts.v1", `skillwright.token.${btoa(TOKEN).replaceAll("=", "")}`],
      },
    ],
  ])("[GSV-20] one with %s", (_title, more) => {
    expect(setUp().gateway.upgrade(request(more)).kind).toBe("accepted");
  });

  it.each<[string, Partial<UpgradeRequest>, number]>([
    ["without a token", { authorization: undefined }, 401],
    ["with another token", { authorization: "Bearer 0123456789abcdeg" }, 401],
    ["with the start of the token", { authorization: "Bearer 0123456789abcde" }, 401],
    ["with another scheme", { authorization: `Basic ${TOKEN}` }, 401],
    ["with an empty token", { authorization: "Bearer " }, 401],
    [
      "with a token that is no Base64",
      { authorization: undefined, protocols: ["skillwright.hosts.v1", "skillwright.token.%%%"] },
      401,
    ],
    [
      "with the token alone among the protocols",
      { authorization: undefined, protocols: [`skillwright.token.${btoa(TOKEN)}`] },
      401,
    ],
    ["at another address", { path: "/other" }, 404],
  ])("[GSV-20] nobody %s", async (_title, more, status) => {
    const { gateway, lines } = setUp();
    const answer = gateway.upgrade(request(more));
    const response = answer.kind === "refused" ? answer.response : undefined;
    expect(response?.status).toBe(status);
    const text = (await response?.text()) ?? "";
    expect(JSON.parse(text)).toMatchObject({
      error: { message: expect.stringMatching(/^[A-Z].*\.$/u) },
    });
    expect(text + lines.join()).not.toContain(TOKEN);
  });

  it("nobody once the house is full", () => {
    const { gateway } = setUp({ maxConnections: 1 });
    const first = enter(gateway);
    const refused = gateway.upgrade(request());
    expect(refused.kind === "refused" && refused.response.status).toBe(503);
    first.listeners.onEnd({ code: 1000, reason: "" });
    expect(gateway.upgrade(request()).kind).toBe("accepted");
  });
});

describe("a connection", () => {
  it("[GSV-20] becomes a host by its first message, and is asked for programs at once", () => {
    const { gateway, inventory, lines } = setUp();
    inventory.need(["gh"]);
    const { say, seen, listeners } = enter(gateway);
    say(hello);
    expect(seen).toEqual([
      { type: "welcome", protocol: 1, hostId: "a", pingMs: 30_000 },
      { type: "probe", probeId: "p1", kind: "bins", bins: ["gh"], timeoutMs: 15_000 },
    ]);
    say({ type: "probe-result", probeId: "p1", ok: true, bins: { gh: true } });
    expect(inventory.find("a")?.bins).toEqual({ gh: true });
    listeners.onEnd({ code: 1006, reason: "" });
    expect(inventory.hosts()).toEqual([]);
    expect(lines).toEqual(["Host `a` connected (execution, linux).", "Host `a` left."]);
  });

  it("[GSV-20] leaves with a goodbye before the wire is cut", () => {
    const { gateway, inventory } = setUp();
    const { say, seen } = enter(gateway);
    say(hello);
    say({ type: "bye" });
    expect(inventory.hosts()).toEqual([]);
    expect(seen.at(-1)).toBe("close 1000 bye");
  });

  it("[GSV-20] reports itself anew", () => {
    const { gateway, inventory } = setUp();
    const { say, seen } = enter(gateway);
    say(hello);
    say({ type: "runtime", runtime: { ...hello.runtime, hostEnv: ["X"] } });
    expect(inventory.find("a")?.env).toEqual(["X"]);
    say({ type: "runtime", runtime: { ...hello.runtime, hostEnv: [""] } });
    expect(inventory.find("a")?.env).toEqual(["X"]);
    expect(seen.at(-1)).toEqual({
      type: "error",
      code: "host/invalid-runtime",
      message: "nodeRuntime for a.hostEnv must not contain empty strings",
    });
  });

  it.each<[string, unknown, string]>([
    ["no JSON", "{", "host/invalid-message"],
    ["an unknown type", { type: "x" }, "host/invalid-message"],
    ["an answer before its name", { type: "probe-result", probeId: "p" }, "host/invalid-message"],
    ["another protocol", { ...hello, protocol: 2 }, "host/unsupported-protocol"],
    ["no runtime", { type: "hello", protocol: 1, name: "a" }, "host/invalid-runtime"],
    ["a bad name", { ...hello, name: "../a" }, "host/invalid-message"],
  ])("[GSV-20] that begins with %s ends", (_title, message, code) => {
    const { gateway, inventory } = setUp();
    const { say, seen } = enter(gateway);
    say(message);
    expect(seen).toEqual([
      {
        type: "error",
        code,
        message: expect.stringMatching(/^(?:The|Protocol|Unknown|`|nodeRuntime)/),
      },
      `close 1008 ${code}`,
    ]);
    say(hello);
    expect(inventory.hosts()).toEqual([]);
  });

  it.each<[unknown, string]>([
    ["{", "host/invalid-message"],
    [hello, "host/invalid-message"],
    [{ type: "probe-result", bins: 1 }, "host/invalid-message"],
  ])("[GSV-20] of a host bears %j with an objection", (message, code) => {
    const { gateway, inventory } = setUp();
    const { say, seen } = enter(gateway);
    say(hello);
    say(message);
    expect(seen.at(-1)).toMatchObject({ type: "error", code });
    expect(inventory.hosts()).toHaveLength(1);
  });

  it("[GSV-20] may answer for no other host", () => {
    const { gateway, inventory } = setUp();
    inventory.need(["gh"]);
    enter(gateway).say(hello);
    const other = enter(gateway);
    other.say({ ...hello, name: "b" });
    other.say({ type: "probe-result", probeId: "p1", ok: true, bins: { gh: true } });
    expect(other.seen.at(-1)).toMatchObject({ type: "error", code: "host/wrong-host" });
    other.say({ type: "probe-result", probeId: "p7", ok: true, bins: { gh: true } });
    expect(inventory.hosts().map((host) => host.bins)).toEqual([{}, {}]);
  });

  it("[GSV-20] bears any message, before and after it became a host", () => {
    const field = jsonValue({ maxDepth: 3 });
    const message = record(
      {
        type: constantFrom("hello", "runtime", "probe-result", "bye", "other"),
        protocol: constantFrom(1, 2, null),
        name: constantFrom("a", "b", "", null),
        runtime: record(
          {
            hostRole: constantFrom("execution", "specialized", null),
            hostCapabilities: field,
            toolCapabilities: field,
            hostOs: field,
            hostEnv: field,
            hostBinStatus: field,
          },
          { requiredKeys: [] },
        ),
        tools: field,
        probeId: constantFrom("p1", "p2", null),
        bins: field,
      },
      { requiredKeys: ["type"] },
    );
    assert(
      property(message, message, (first, second) => {
        const { gateway, inventory } = setUp();
        inventory.need(["gh"]);
        const stranger = enter(gateway);
        stranger.say(first);
        stranger.say(second);
        const host = enter(gateway);
        host.say(hello);
        host.say(first);
        host.say(second);
        inventory.close();
      }),
      { seed: 20_261_115, numRuns: 300 },
    );
  });

  it("[GSV-20] bears a message as deep as it may be long", () => {
    const { gateway } = setUp();
    const { say, seen } = enter(gateway);
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    say(`{"type":"hello","protocol":1,"name":"a","runtime":${deep}}`);
    expect(seen.at(-1)).toBe("close 1008 host/invalid-runtime");
  });

  it("[GSV-20] gives way to another under the same name", () => {
    const { gateway, inventory } = setUp();
    const first = enter(gateway);
    first.say(hello);
    const second = enter(gateway);
    second.say(hello);
    expect(first.seen.slice(1)).toEqual([
      {
        type: "error",
        code: "host/replaced",
        message: "Another host connected under this name.",
      },
      "close 4001 host/replaced",
    ]);
    first.listeners.onEnd({ code: 4001, reason: "" });
    expect(inventory.hosts()).toHaveLength(1);
  });
});

describe("limits", () => {
  it("end a connection that never says a word", () => {
    const { gateway, clock } = setUp();
    const { seen } = enter(gateway);
    clock.advance(9999);
    expect(seen).toEqual([]);
    clock.advance(1);
    expect(seen.at(-1)).toBe("close 1008 host/invalid-message");
    expect(clock.waiting()).toBe(0);
  });

  it("end a connection that sends what is no text", () => {
    const { gateway } = setUp();
    const { listeners, seen } = enter(gateway);
    listeners.onBinary();
    expect(seen.at(-1)).toBe("close 1003 host/invalid-message");
  });

  it("let a burst pass and end a flood", () => {
    const { gateway, clock, inventory } = setUp();
    const { say, seen } = enter(gateway);
    say(hello);
    for (let index = 0; index < 59; index += 1) say("{");
    expect(inventory.hosts()).toHaveLength(1);
    clock.advance(50);
    say("{");
    expect(inventory.hosts()).toHaveLength(1);
    say("{");
    expect(seen.slice(-2)).toEqual([
      {
        type: "error",
        code: "host/too-many-messages",
        message: "Too many messages; send fewer.",
      },
      "close 1008 host/too-many-messages",
    ]);
    expect(inventory.hosts()).toEqual([]);
  });

  it("keep a host that answers pings and cut one that does not", () => {
    const { gateway, clock } = setUp();
    const { say, seen, listeners } = enter(gateway);
    say(hello);
    for (let index = 0; index < 10; index += 1) {
      clock.advance(30_000);
      listeners.onLife();
    }
    expect(seen.filter((item) => item === "ping")).toHaveLength(10);
    clock.advance(90_000);
    expect(seen.at(-1)).toBe("ping");
    clock.advance(30_000);
    expect(seen.at(-1)).toBe("terminate");
  });
});

describe("closing", () => {
  it("says goodbye, waits, and then cuts", async () => {
    const { gateway, clock } = setUp();
    const { say, seen, listeners } = enter(gateway);
    say(hello);
    const closed = gateway.close(2000);
    expect(seen.slice(-2)).toEqual([{ type: "bye", reason: "shutdown" }, "close 1001 shutdown"]);
    clock.advance(2000);
    expect(seen.at(-1)).toBe("terminate");
    listeners.onEnd({ code: 1006, reason: "" });
    await closed;
    expect(clock.waiting()).toBe(0);
    const answer = gateway.upgrade(request());
    expect(answer.kind === "refused" && answer.response.status).toBe(503);
  });
});
