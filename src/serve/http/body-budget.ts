/** Bytes of request bodies that the server holds at one time, in all and for each user or address. */
import { type ListenOptions, toClientKey } from "../../platform/network/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { type ByteLimits, ByteBudget, isSmall, RETRY_SECONDS } from "./byte-budget.ts";
import { type ArrivingBody, chooseEvicted } from "./choose-evicted.ts";
import { httpCodes } from "./diagnostics.ts";
import { type Pace, pacedBody } from "./paced-body.ts";
import { problemResponse, type Refusal } from "./problem.ts";

export interface BodyLimits extends ByteLimits {
  /** Bytes a second at which a larger body has to arrive, after a time of grace. */
  readonly minRate?: number;
  readonly graceSeconds?: number;
}

const MB = 1024 * 1024;

export const DEFAULT_BODY_LIMITS: Required<BodyLimits> = {
  total: 512 * MB,
  perUser: 192 * MB,
  minRate: 64 * 1024,
  graceSeconds: 10,
};

/** The body of one request while it is answered. */
export interface BodyCharge {
  /** The request to answer: its body is counted while it arrives where its length was not declared. */
  readonly request: Request;
  /** Counts the body for its user from here on, no longer for the address. Throws where the user has no room. */
  readonly assignTo: (userId: string) => void;
  /** Why the body was refused, if it was. */
  readonly refusal: () => Refusal | undefined;
  readonly release: () => void;
}

export class BodyBudget {
  readonly #budget: ByteBudget;
  readonly #pace: Pace;
  readonly #arriving = new Set<Charge>();

  constructor({
    total,
    perUser,
    minRate = DEFAULT_BODY_LIMITS.minRate,
    graceSeconds = DEFAULT_BODY_LIMITS.graceSeconds,
  }: BodyLimits = DEFAULT_BODY_LIMITS) {
    this.#pace = { graceMs: graceSeconds * 1000, bytesPerSecond: minRate };
    this.#budget = new ByteBudget({ total, perUser });
  }

  /** Charges what a request declares, before a byte of it is read; undefined for a request without a body. */
  open(request: Request, address: string): BodyCharge | undefined {
    const { method, headers } = request;
    if (method === "GET" || method === "HEAD") return undefined;
    const length = headers.get("content-length");
    if (length === null && headers.get("transfer-encoding") === null) return undefined;
    const declared = length === null ? undefined : Number(length);
    const charge = new Charge(
      { budget: this.#budget, pace: this.#pace, arriving: this.#arriving },
      `address ${address}`,
      declared,
    );
    return {
      request: attempt(() => charge.open(request)) ?? request,
      assignTo: (userId) => {
        charge.change(charge.bytes, `user ${userId}`);
      },
      refusal: () => charge.refusal,
      release: () => {
        charge.release();
      },
    };
  }
}

interface ArrivingBodies {
  readonly budget: ByteBudget;
  readonly pace: Pace;
  /** Large bodies that are not there yet. */
  readonly arriving: Set<Charge>;
}

class Charge implements ArrivingBody {
  readonly #room: ArrivingBodies;
  readonly #declared: number | undefined;
  readonly #stop = new AbortController();
  #waitedMs: () => number = () => 0;
  owner: string;
  bytes = 0;
  arrived = 0;
  refusal: Refusal | undefined;

  constructor(room: ArrivingBodies, owner: string, declared: number | undefined) {
    this.#room = room;
    this.#declared = declared;
    this.owner = owner;
  }

  get expected(): number {
    return this.#declared ?? this.#room.budget.perUser;
  }

  get waitedMs(): number {
    return this.#waitedMs();
  }

  /** The request with a body that is counted and paced while it is read. */
  open(request: Request): Request {
    const declared = this.#declared;
    if (declared !== undefined) this.change(declared, this.owner);
    // Small ones hold little, and most requests are small.
    if (declared !== undefined && isSmall(declared)) return request;
    return withBody(request, (body) => {
      const { stream, waitedMs } = pacedBody(body, this.#room.pace, {
        onPart: (more) => {
          this.arrived += more;
          if (declared === undefined) this.change(this.bytes + more, this.owner);
        },
        onSlow: () => this.#refuse(tooSlow(this.#room.pace)),
        onEnd: () => this.#room.arriving.delete(this),
        signal: this.#stop.signal,
      });
      this.#waitedMs = waitedMs;
      this.#room.arriving.add(this);
      return stream;
    });
  }

  /** Counts so many bytes for an owner in place of what counted before. Throws where there is no room for them. */
  change(bytes: number, owner: string): void {
    const { budget } = this.#room;
    budget.remove(this.owner, this.bytes);
    this.owner = owner;
    this.bytes = 0;
    this.refusal ??= findRefusal(this.#room, owner, bytes);
    // What was refused is not held, whatever is done with the request afterwards.
    if (this.refusal !== undefined) throw toError(this.refusal);
    this.bytes = bytes;
    budget.add(owner, bytes);
  }

  /** Gives its place to others. */
  evict(): void {
    this.#stop.abort(this.#refuse(EVICTED));
  }

  release(): void {
    this.#room.budget.remove(this.owner, this.bytes);
    this.bytes = 0;
    this.#room.arriving.delete(this);
  }

  #refuse(refusal: Refusal): SkillError {
    this.refusal ??= refusal;
    this.release();
    return toError(this.refusal);
  }
}

const RETRY = { "retry-after": String(RETRY_SECONDS) };

const EVICTED: Refusal = {
  code: httpCodes.noRoom,
  message:
    "The server needs the room for others, and this body arrives slower than theirs. Send it again in a moment.",
  headers: RETRY,
};

/** Why there is no room for a body, also after slower ones gave up theirs. */
function findRefusal(room: ArrivingBodies, owner: string, bytes: number): Refusal | undefined {
  const { budget } = room;
  if (bytes > budget.perUser)
    return {
      code: httpCodes.tooLarge,
      message: `The body is larger than the ${budget.perUser} bytes that this server takes from one user.`,
      headers: {},
    };
  if (budget.check(owner, bytes) === "server" && !isSmall(bytes)) evictLarge(room, owner, bytes);
  const over = budget.check(owner, bytes);
  if (over === undefined) return undefined;
  return over === "owner"
    ? {
        code: httpCodes.tooManyBytes,
        message:
          "Your other requests are still being read. Wait for them, then send this one again.",
        headers: RETRY,
      }
    : {
        code: httpCodes.noRoom,
        message: "The server reads as many large requests as it can. Try again in a moment.",
        headers: RETRY,
      };
}

function evictLarge({ budget, arriving }: ArrivingBodies, owner: string, bytes: number): void {
  const large = [...arriving].filter((body) => !isSmall(body.bytes));
  const wanted = {
    owner,
    held: budget.held(owner) + bytes,
    missing: budget.missing(owner, bytes),
  };
  for (const body of chooseEvicted(large, wanted, (one) => budget.held(one))) body.evict();
}

/** Undefined where the body was refused, which the charge remembers. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (SkillError.isInstance(error)) return undefined;
    throw error;
  }
}

function withBody(
  request: Request,
  wrap: (body: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>,
): Request {
  const { url, method, headers, signal, body } = request;
  if (body === null) return request;
  return new Request(url, { method, headers, signal, body: wrap(body), duplex: "half" });
}

function toError({ code, message }: Refusal): SkillError {
  return new SkillError({ code, severity: "error", message });
}

function tooSlow({ graceMs, bytesPerSecond }: Pace): Refusal {
  return {
    code: httpCodes.tooSlow,
    message: `After ${graceMs / 1000} seconds, a large body has to arrive with ${bytesPerSecond} bytes a second.`,
    headers: {},
  };
}

/** Answers a request within its charge: whatever a route made of a body that was refused, the refusal is the answer. */
export async function answerCharged(
  body: BodyCharge,
  fetch: (request: Request) => Response | Promise<Response>,
  refuse: (refusal: Refusal, headers: Readonly<Record<string, string>>) => Response,
): Promise<Response> {
  // The rest of the body is not read.
  const answer = (refusal: Refusal): Response =>
    refuse(refusal, { ...refusal.headers, connection: "close" });
  const early = body.refusal();
  if (early !== undefined) return answer(early);
  try {
    const response = await fetch(body.request);
    const late = body.refusal();
    if (late === undefined) return response;
    await response.body?.cancel();
    return answer(late);
  } catch (error) {
    // A route may let the refusal of a part of its body through.
    const late = body.refusal();
    if (late === undefined) throw error;
    return answer(late);
  } finally {
    body.release();
  }
}

/** The same for a server whose users are not known apart. */
export function withBodyBudget(
  bodies: BodyBudget,
  fetch: (request: Request) => Promise<Response>,
): ListenOptions["fetch"] {
  return (request, { address = "" }) => {
    const body = bodies.open(request, toClientKey(address));
    if (body === undefined) return fetch(request);
    return answerCharged(body, fetch, problemResponse);
  };
}
