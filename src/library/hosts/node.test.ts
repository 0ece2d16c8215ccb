import { describe, expect, it } from "vitest";
import { createFakeClock, createFakeMachine } from "../../platform/machine/index.ts";
import type { Connector, SocketListeners, SocketRequest } from "../../platform/network/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { type NodeOptions, retryDelay, runNode } from "./node.ts";

/** A connection whose other end is the test. */
interface Wire {
  readonly request: SocketRequest;
  readonly listeners: SocketListeners;
  readonly sent: unknown[];
  readonly closed: string[];
  readonly receive: (message: unknown) => void;
}

function setUp(options: Partial<NodeOptions> = {}) {
  const clock = createFakeClock();
  const wires: Wire[] = [];
  const lines: string[] = [];
  const controller = new AbortController();
  const connect: Connector = (request, listeners) => {
    const sent: unknown[] = [];
    const closed: string[] = [];
    const receive = (message: unknown): void => {
      listeners.onLife();
      listeners.onText(typeof message === "string" ? message : JSON.stringify(message));
    };
    wires.push({ request, listeners, sent, closed, receive });
    return {
      send: (text) => {
        sent.push(JSON.parse(text));
        return true;
      },
      ping: () => undefined,
      close: (code) => {
        closed.push(`close ${code}`);
      },
      terminate: () => {
        closed.push("terminate");
      },
    };
  };
  const machine = createFakeMachine({
    platform: "win32",
    name: "Ada's PC",
    environment: { Path: "C:\\bin", TOKEN: "s3cret-value" },
    programs: ["C:\\bin\\gh.exe"],
  });
  const ended = runNode(
    { gateway: "ws://127.0.0.1:1", token: "t0ken", ...options },
    {
      clock,
      connect,
      machine,
      random: () => 1,
      say: (line) => lines.push(line),
      signal: controller.signal,
    },
  );
  const wire = (index: number): Wire => {
    const found = wires[index];
    if (found === undefined) throw new Error(`There is no connection ${index}.`);
    return found;
  };
  return { clock, wires, wire, lines, controller, ended };
}

const welcome = { type: "welcome", protocol: 1, hostId: "Ada-s-PC", pingMs: 1000 };
const lost = { code: 1006, reason: "" };

/** Lets the promises that are settled run on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe("a node", () => {
  it("[GSV-20] says who it is, with names of variables and never their values", async () => {
    const { wire, controller, ended } = setUp();
    expect(wire(0).request).toMatchObject({
      url: "ws://127.0.0.1:1/hosts",
      protocol: "skillwright.hosts.v1",
      headers: { authorization: "Bearer t0ken" },
    });
    wire(0).listeners.onOpen?.();
    expect(wire(0).sent).toEqual([
      {
        type: "hello",
        protocol: 1,
        name: "Ada-s-PC",
        tools: [],
        runtime: {
          hostRole: "execution",
          hostCapabilities: [
            "filesystem.edit",
            "filesystem.list",
            "filesystem.read",
            "filesystem.write",
            "shell.exec",
            "text.search",
          ],
          toolCapabilities: {},
          hostOs: "windows",
          hostEnv: ["Path", "TOKEN"],
        },
        platform: "win32",
        allowsCommands: true,
      },
    ]);
    controller.abort();
    wire(0).listeners.onEnd({ code: 1000, reason: "bye" });
    await ended;
    expect(JSON.stringify(wire(0).sent)).not.toContain("s3cret-value");
  });

  it("[BX-14] looks into so many probes of a gateway at one time, and refuses the others", async () => {
    const { wire, controller, ended } = setUp();
    wire(0).receive(welcome);
    for (let count = 0; count < 1000; count += 1)
      wire(0).receive({
        type: "probe",
        probeId: `p${count}`,
        kind: "bins",
        bins: ["gh"],
        timeoutMs: 1000,
      });
    await settle();
    const refused = wire(0).sent.filter((message) =>
      JSON.stringify(message).includes('"ok":false'),
    );
    expect(refused).toHaveLength(1000 - 32);
    wire(0).receive({ type: "probe", probeId: "x", kind: "bins", bins: ["gh"], timeoutMs: 1000 });
    await settle();
    expect(wire(0).sent.at(-1)).toMatchObject({ probeId: "x", ok: true });
    controller.abort();
    wire(0).listeners.onEnd(lost);
    await ended;
  });

  it("[GSV-20] answers probes, also of a kind that it does not know", async () => {
    const { wire } = setUp();
    wire(0).listeners.onOpen?.();
    wire(0).receive(welcome);
    wire(0).receive({
      type: "probe",
      probeId: "p1",
      kind: "bins",
      bins: ["gh", "a;b", "jq"],
      timeoutMs: 1000,
    });
    wire(0).receive({ type: "probe", probeId: "p2", kind: "magic", bins: [], timeoutMs: 1000 });
    await settle();
    expect(wire(0).sent.slice(1)).toEqual([
      { type: "probe-result", probeId: "p2", ok: false, error: "Unsupported probe kind: magic" },
      {
        type: "probe-result",
        probeId: "p1",
        ok: true,
        bins: { "a;b": false, gh: true, jq: false },
      },
    ]);
  });

  it("[GSV-20] comes back after longer and longer pauses, and from the start once it was welcome", async () => {
    const { wire, wires, clock, lines } = setUp();
    const pauses = [];
    for (const index of [0, 1, 2]) {
      wire(index).listeners.onEnd(lost);
      await settle();
      pauses.push(lines.at(-1));
      clock.advance(30_000);
      await settle();
    }
    wire(3).receive(welcome);
    wire(3).listeners.onEnd({ code: 1001, reason: "shut\u001b[2Jdown" });
    await settle();
    expect([...pauses, lines.at(-1)]).toEqual([
      "Not connected (code 1006); trying again in 1.0 s.",
      "Not connected (code 1006); trying again in 2.0 s.",
      "Not connected (code 1006); trying again in 4.0 s.",
      "Not connected (shutdown); trying again in 1.0 s.",
    ]);
    expect(wires).toHaveLength(4);
  });

  it("waits between half and all of the pause, and never longer than the limit", () => {
    const retry = { firstMs: 1000, mostMs: 30_000 };
    expect([0, 1, 4, 5, 500].map((attempt) => retryDelay(attempt, retry, 1))).toEqual([
      1000, 2000, 16_000, 30_000, 30_000,
    ]);
    expect(retryDelay(5, retry, 0)).toBe(15_000);
  });

  it("[GSV-20] says goodbye when it is asked to leave, and cuts a gateway that does not answer", async () => {
    const { wire, clock, controller, ended, lines } = setUp();
    wire(0).listeners.onOpen?.();
    wire(0).receive(welcome);
    controller.abort();
    expect(wire(0).sent.at(-1)).toEqual({ type: "bye" });
    expect(wire(0).closed).toEqual(["close 1000"]);
    clock.advance(2000);
    expect(wire(0).closed).toEqual(["close 1000", "terminate"]);
    wire(0).listeners.onEnd(lost);
    await ended;
    expect(lines.at(-1)).toBe("Left.");
  });

  it("[GSV-20] leaves at once when it is asked to during a pause", async () => {
    const { wire, wires, controller, ended, clock } = setUp();
    wire(0).listeners.onEnd(lost);
    await settle();
    controller.abort();
    await ended;
    expect([wires.length, clock.waiting()]).toEqual([1, 0]);
  });

  it("cuts a connection over which nothing comes any more", () => {
    const { wire, clock } = setUp();
    wire(0).receive(welcome);
    clock.advance(2999);
    wire(0).listeners.onLife();
    clock.advance(2999);
    expect(wire(0).closed).toEqual([]);
    clock.advance(1);
    expect(wire(0).closed).toEqual(["terminate"]);
  });

  it.each([
    ["host/unauthorized", { refusal: { status: 401, body: "" } }, undefined],
    ["host/invalid-gateway", { refusal: { status: 404, body: "<html>" } }, undefined],
    ["host/replaced", {}, { type: "error", code: "host/replaced", message: "Another came." }],
    ["host/invalid-runtime", {}, { type: "error", code: "host/invalid-runtime", message: "No." }],
  ])("[GSV-20] gives up on %s", async (code, end, message) => {
    const { wire, ended } = setUp();
    if (message !== undefined) wire(0).receive(message);
    wire(0).listeners.onEnd({ ...lost, ...end });
    const error: unknown = await ended.catch((reason: unknown) => reason);
    expect(SkillError.isInstance(error) && error.diagnostic.code).toBe(code);
  });

  it("[GSV-20] tries again when the gateway is full", async () => {
    const { wire, lines } = setUp();
    const body = '{"error":{"code":"host/too-many-hosts","message":"Full."}}';
    wire(0).listeners.onEnd({ ...lost, refusal: { status: 503, body } });
    await settle();
    expect(lines.at(-1)).toBe("Not connected (Full.); trying again in 1.0 s.");
  });

  it("passes over what it does not understand", () => {
    const { wire, lines } = setUp();
    wire(0).receive("{");
    wire(0).receive({ type: "error", code: "host/x", message: "Slow\u0007er." });
    expect(lines.slice(1)).toEqual([
      "Passed over a message: The message is not a JSON object.",
      "The gateway objects: Slower.",
    ]);
  });

  it.each<[Partial<NodeOptions>, string]>([
    [{ name: "a b" }, "host/invalid-name"],
    [{ capabilities: ["shell.exec"] }, "host/invalid-runtime"],
    [{ gateway: "nowhere" }, "host/invalid-gateway"],
  ])("[GSV-11] does not even try with %j", async (options, code) => {
    const { wires, ended } = setUp(options);
    const error: unknown = await ended.catch((reason: unknown) => reason);
    expect(SkillError.isInstance(error) && error.diagnostic.code).toBe(code);
    expect(wires).toEqual([]);
  });
});
