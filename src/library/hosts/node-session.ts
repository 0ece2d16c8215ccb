import { withoutControls } from "../../platform/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import type { Connector, Socket, SocketEnd } from "../../platform/network/index.ts";
import { type Diagnostic, isObject, type Json } from "../../skill/model/index.ts";
import { hostCodes, hostProblem } from "./diagnostics.ts";
import {
  type GatewayMessage,
  type Hello,
  type HostMessage,
  MAX_MESSAGE_BYTES,
  type ProbeMessage,
  PROTOCOL_NAME,
  readGatewayMessage,
  writeMessage,
} from "./messages.ts";
import { probeTimeout } from "./probes.ts";

export interface NodeSessionOptions {
  readonly address: string;
  readonly token: string;
  readonly hello: Hello;
  readonly probe: (
    bins: readonly string[],
    timeoutMs: number,
  ) => Promise<{ readonly [name: string]: boolean }>;
  readonly clock: Clock;
  readonly connect: Connector;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** How a connection ended: on purpose, by accident, or because trying again is of no use. */
export type SessionEnd =
  | { readonly kind: "left" }
  | { readonly kind: "lost"; readonly why: string; readonly wasWelcome: boolean }
  | { readonly kind: "refused"; readonly problem: Diagnostic };

const HANDSHAKE_MS = 15_000;
const LEAVE_MS = 2000;
/** Questions that are looked into at one time; a gateway sends 500 names in each. */
const MOST_PROBES = 32;
/** After so many silent intervals the gateway is taken for dead. */
const SILENT_PINGS = 3;

/** What the gateway says once and for all; a second attempt would get the same answer. */
const FINAL: ReadonlySet<string> = new Set([
  hostCodes.invalidRuntime,
  hostCodes.invalidName,
  hostCodes.unsupportedProtocol,
  hostCodes.unauthorized,
  hostCodes.replaced,
]);

/** One connection of a host to its gateway, from the first word to the last. */
export class NodeSession {
  readonly #options: NodeSessionOptions;
  readonly #settle: (end: SessionEnd) => void;
  readonly #socket: Socket;
  readonly ended: Promise<SessionEnd>;
  #problem: Diagnostic | undefined;
  #pingMs = HANDSHAKE_MS;
  #isWelcome = false;
  #probing = 0;
  #cancelWatch: () => void = () => undefined;

  constructor(options: NodeSessionOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<SessionEnd>();
    this.ended = promise;
    this.#settle = resolve;
    const leave = (): void => {
      this.#leave();
    };
    this.#socket = options.connect(
      {
        url: options.address,
        protocol: PROTOCOL_NAME,
        headers: { authorization: `Bearer ${options.token}` },
        timeoutMs: HANDSHAKE_MS,
        maxBytes: MAX_MESSAGE_BYTES,
      },
      {
        onOpen: () => this.#send(options.hello),
        onText: (text) => {
          this.#take(text);
        },
        onBinary: () => undefined,
        onLife: () => {
          this.#watch();
        },
        onEnd: (end) => {
          options.signal.removeEventListener("abort", leave);
          this.#end(end);
        },
      },
    );
    this.#watch();
    options.signal.addEventListener("abort", leave);
    if (options.signal.aborted) leave();
  }

  #send(message: HostMessage): boolean {
    return this.#socket.send(writeMessage(message));
  }

  #take(text: string): void {
    const { value, diagnostics } = readGatewayMessage(text);
    if (value === undefined)
      this.#options.say(`Passed over a message: ${diagnostics[0]?.message ?? "it is malformed."}`);
    else this.#answer(value);
  }

  #answer(message: GatewayMessage): void {
    const { say } = this.#options;
    if (message.type === "welcome") {
      this.#isWelcome = true;
      this.#pingMs = Math.min(Math.max(message.pingMs, 10), 600_000);
      this.#watch();
      say(`Connected as \`${this.#options.hello.name}\`.`);
    } else if (message.type === "probe") void this.#probe(message);
    else if (message.type === "bye") say("The gateway is closing down.");
    else {
      const problem = problemOf(message.code, message.message);
      if (FINAL.has(message.code)) this.#problem = problem;
      else say(`The gateway objects: ${problem.message}`);
    }
  }

  async #probe({ probeId, kind, bins, timeoutMs }: ProbeMessage): Promise<void> {
    if (kind !== "bins") {
      const error = `Unsupported probe kind: ${kind}`;
      this.#send({ type: "probe-result", probeId, ok: false, error });
      return;
    }
    if (this.#probing >= MOST_PROBES) {
      const error = `More than ${MOST_PROBES} probes at one time`;
      this.#send({ type: "probe-result", probeId, ok: false, error });
      return;
    }
    this.#probing += 1;
    // Half of the time is left for the answer to travel.
    const asked = this.#options.probe(bins, probeTimeout(timeoutMs) / 2);
    const found = await asked.finally(() => {
      this.#probing -= 1;
    });
    const count = Object.values(found).filter(Boolean).length;
    if (this.#send({ type: "probe-result", probeId, ok: true, bins: found }))
      this.#options.say(
        `Looked for ${bins.length} ${bins.length === 1 ? "program" : "programs"} and found ${count}.`,
      );
  }

  /** Begins to wait anew for a sign of life. */
  #watch(): void {
    this.#cancelWatch();
    this.#cancelWatch = this.#options.clock.after(this.#pingMs * SILENT_PINGS, () => {
      this.#socket.terminate();
    });
  }

  #leave(): void {
    this.#send({ type: "bye" });
    this.#socket.close(1000, "bye");
    this.#cancelWatch();
    this.#cancelWatch = this.#options.clock.after(LEAVE_MS, () => {
      this.#socket.terminate();
    });
  }

  #end(end: SocketEnd): void {
    this.#cancelWatch();
    const problem = this.#problem ?? refusalOf(end);
    if (this.#options.signal.aborted) this.#settle({ kind: "left" });
    else if (problem !== undefined) this.#settle({ kind: "refused", problem });
    else this.#settle({ kind: "lost", why: formatEnd(end), wasWelcome: this.#isWelcome });
  }
}

/** Words of the other end are shown on a terminal, so they come without its control characters. */
function problemOf(code: string, message: string): Diagnostic {
  const plain = withoutControls(message).slice(0, 500);
  return { code: withoutControls(code).slice(0, 100), severity: "error", message: plain };
}

/** A refusal that the next attempt would get as well; a busy gateway is none. */
function refusalOf(end: SocketEnd): Diagnostic | undefined {
  if (end.refusal === undefined) return undefined;
  const { status, body } = end.refusal;
  if (status === 401)
    return hostProblem(hostCodes.unauthorized, "The gateway does not accept this token.", {
      hint: "Pass the token with which `skillwright serve` was started.",
    });
  if (status >= 500 || status === 429) return undefined;
  const error = errorIn(body);
  return hostProblem(
    hostCodes.invalidGateway,
    `The gateway answered ${status} instead of opening a WebSocket connection.`,
    { hint: error ?? "Check the address, and its path." },
  );
}

function errorIn(body: string): string | undefined {
  try {
    const value = JSON.parse(body) as Json;
    const error = isObject(value) ? value["error"] : undefined;
    const message = isObject(error) ? error["message"] : undefined;
    return typeof message === "string" ? withoutControls(message).slice(0, 500) : undefined;
  } catch {
    return undefined;
  }
}

function formatEnd(end: SocketEnd): string {
  if (end.refusal !== undefined) return errorIn(end.refusal.body) ?? `answer ${end.refusal.status}`;
  const { failure } = end;
  if (failure instanceof Error && failure.message !== "") return withoutControls(failure.message);
  const reason = withoutControls(end.reason);
  return reason === "" ? `code ${end.code}` : reason;
}
