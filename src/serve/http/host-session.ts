import type {
  ErrorMessage,
  GatewayMessage,
  Hello,
  HostCode,
  HostConnection,
  HostFacts,
  HostInventory,
  HostMessage,
  RuntimeMessage,
} from "../../library/hosts/index.ts";
import {
  factsOf,
  hostCodes,
  PROTOCOL_VERSION,
  readHostMessage,
  readRuntime,
  writeMessage,
} from "../../library/hosts/index.ts";
import { withoutControls } from "../../platform/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { Socket } from "../../platform/network/index.ts";

export interface SessionLimits {
  /** How long a connection may wait with its first message. */
  readonly helloMs: number;
  readonly pingMs: number;
  /** A host that gave no sign of life for so long is gone. */
  readonly idleMs: number;
  /** Messages that may come at once, and how many more in each second. */
  readonly burst: number;
  readonly perSecond: number;
}

export const sessionLimits: SessionLimits = {
  helloMs: 10_000,
  pingMs: 30_000,
  idleMs: 90_000,
  burst: 60,
  perSecond: 20,
};

export interface SessionPorts {
  readonly inventory: HostInventory;
  readonly clock: Clock;
  readonly limits: SessionLimits;
  readonly say: (line: string) => void;
}

/** Close codes: a broken rule, text expected, the server leaves, another connection came. */
const POLICY = 1008;
const UNSUPPORTED = 1003;
const GOING_AWAY = 1001;
const REPLACED = 4001;
const FINE = 1000;

const LONGEST_ERROR = 1000;
const LONGEST_SYSTEM = 64;

/** One connection of a host, seen from the gateway. Nothing that a host sends can do more than end it. */
export class HostSession {
  readonly #ports: SessionPorts;
  readonly #socket: Socket;
  #connection: HostConnection | undefined;
  #cancelTimer: () => void = () => undefined;
  #lastLife: number;
  #allowance: number;
  #allowanceAt: number;
  #isOver = false;

  constructor(ports: SessionPorts, socket: Socket) {
    this.#ports = ports;
    this.#socket = socket;
    const now = ports.clock.now();
    this.#lastLife = now;
    this.#allowance = ports.limits.burst;
    this.#allowanceAt = now;
    this.#cancelTimer = ports.clock.after(ports.limits.helloMs, () => {
      this.#refuse(hostCodes.invalidMessage, "The first message did not arrive in time.");
    });
  }

  onLife(): void {
    this.#lastLife = this.#ports.clock.now();
  }

  onBinary(): void {
    this.#refuse(hostCodes.invalidMessage, "The message is binary; send text.", UNSUPPORTED);
  }

  onText(text: string): void {
    if (this.#isOver) return;
    if (!this.#mayPass()) {
      this.#refuse(hostCodes.tooManyMessages, "Too many messages; send fewer.");
      return;
    }
    const { value, diagnostics } = readHostMessage(text);
    if (value !== undefined) this.#take(value);
    else {
      const message = diagnostics.map((problem) => problem.message).join(" ");
      this.#object(hostCodes.invalidMessage, message);
    }
  }

  onEnd(): void {
    this.#finish();
  }

  /** The server leaves. */
  close(): void {
    this.#send({ type: "bye", reason: "shutdown" });
    this.#socket.close(GOING_AWAY, "shutdown");
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #take(message: HostMessage): void {
    if (message.type === "bye") {
      this.#finish();
      this.#socket.close(FINE, "bye");
    } else if (this.#connection === undefined) {
      if (message.type === "hello") this.#welcome(message);
      else this.#object(hostCodes.invalidMessage, "The first message must be `hello`.");
    } else if (message.type === "hello")
      this.#object(hostCodes.invalidMessage, "`hello` was already sent.");
    else if (message.type === "runtime") {
      const facts = this.#readFacts(this.#connection.hostId, message);
      if (facts !== undefined) this.#connection.update(facts);
    } else if (this.#connection.answer(message) === "refused")
      this.#object(hostCodes.wrongHost, "The answer does not belong to an open question.");
  }

  #welcome(hello: Hello): void {
    if (hello.protocol !== PROTOCOL_VERSION) {
      const message = `Protocol ${hello.protocol} is not supported; use ${PROTOCOL_VERSION}.`;
      this.#refuse(hostCodes.unsupportedProtocol, message);
      return;
    }
    const facts = this.#readFacts(hello.name, hello);
    if (facts === undefined) return;
    const { inventory, limits, say } = this.#ports;
    this.#cancelTimer();
    this.#keepAlive();
    // Said before the host is taken in, since questions to it may follow at once.
    this.#send({
      type: "welcome",
      protocol: PROTOCOL_VERSION,
      hostId: facts.id,
      pingMs: limits.pingMs,
    });
    this.#connection = inventory.connect(facts, {
      send: (probe) =>
        this.#send({
          type: "probe",
          probeId: probe.id,
          kind: probe.kind,
          bins: probe.bins,
          timeoutMs: probe.timeoutMs,
        }),
      replaced: () => {
        this.#refuse(hostCodes.replaced, "Another host connected under this name.", REPLACED);
      },
    });
    // The system is what the host calls it, and lines end up on a terminal.
    const os = withoutControls(facts.os ?? "unknown system").slice(0, LONGEST_SYSTEM);
    say(`Host \`${facts.id}\` connected (${facts.role}, ${os}).`);
  }

  #readFacts(id: string, message: Hello | RuntimeMessage): HostFacts | undefined {
    const { tools, runtime } = message;
    const { value, diagnostics } = readRuntime({ nodeId: id, tools, runtime });
    if (value !== undefined)
      return factsOf({
        id,
        tools,
        runtime: value,
        ...(message.platform === undefined ? {} : { platform: message.platform }),
        ...(message.allowsCommands === undefined ? {} : { allowsCommands: message.allowsCommands }),
      });
    const faults = diagnostics.map((problem) => problem.message).join("; ");
    this.#object(hostCodes.invalidRuntime, faults);
    return undefined;
  }

  /** Refills with time, so that a burst is fine and a flood is not. */
  #mayPass(): boolean {
    const { clock, limits } = this.#ports;
    const now = clock.now();
    const gained = ((now - this.#allowanceAt) / 1000) * limits.perSecond;
    this.#allowance = Math.min(limits.burst, this.#allowance + gained);
    this.#allowanceAt = now;
    if (this.#allowance < 1) return false;
    this.#allowance -= 1;
    return true;
  }

  #keepAlive(): void {
    const { clock, limits } = this.#ports;
    this.#cancelTimer = clock.after(limits.pingMs, () => {
      if (clock.now() - this.#lastLife > limits.idleMs) this.#socket.terminate();
      else {
        this.#socket.ping();
        this.#keepAlive();
      }
    });
  }

  #send(message: GatewayMessage): boolean {
    return !this.#isOver && this.#socket.send(writeMessage(message));
  }

  /** A host that was taken in may go on after a mistake; a stranger may not. */
  #object(code: HostCode, message: string): void {
    if (this.#connection === undefined) this.#refuse(code, message);
    else this.#send(toErrorMessage(code, message));
  }

  #refuse(code: HostCode, message: string, closeCode = POLICY): void {
    if (this.#isOver) return;
    this.#send(toErrorMessage(code, message));
    this.#finish();
    this.#socket.close(closeCode, code);
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTimer();
    const connection = this.#connection;
    if (connection === undefined) return;
    connection.disconnect();
    this.#ports.say(`Host \`${connection.hostId}\` left.`);
  }
}

function toErrorMessage(code: HostCode, message: string): ErrorMessage {
  return { type: "error", code, message: message.slice(0, LONGEST_ERROR) };
}
