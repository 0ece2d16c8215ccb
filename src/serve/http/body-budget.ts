/** Bytes of request bodies that the server holds at one time, in all and for each user or address. */
import { type ListenOptions, toClientKey } from "../../platform/network/index.ts";
import { SkillError } from "../../skill/index.ts";
import { type ByteLimits, ByteBudget, RETRY_SECONDS, SMALL_BYTES } from "./byte-budget.ts";
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
    const declared = headers.get("content-length");
    if (declared === null && headers.get("transfer-encoding") === null) return undefined;
    return this.#charge(request, declared === null ? undefined : Number(declared), address);
  }

  #charge(request: Request, declared: number | undefined, address: string): BodyCharge {
    let owner = `address ${address}`;
    let bytes = 0;
    let refused: Refusal | undefined;
    const change = (next: number, nextOwner: string): void => {
      this.#budget.remove(owner, bytes);
      refused ??= this.#refusalOf(nextOwner, next);
      // What was refused is not held, whatever is done with the request afterwards.
      bytes = refused === undefined ? next : 0;
      owner = nextOwner;
      this.#budget.add(owner, bytes);
      if (refused !== undefined) throw toError(refused);
    };
    const refuseSlow = (): SkillError => {
      refused ??= tooSlow(this.#pace);
      this.#budget.remove(owner, bytes);
      bytes = 0;
      return toError(refused);
    };
    const open = (): Request => {
      if (declared !== undefined) change(declared, owner);
      // Small ones hold little, and most requests are small.
      if (declared !== undefined && declared <= SMALL_BYTES) return request;
      const count = (more: number): void => {
        if (declared === undefined) change(bytes + more, owner);
      };
      return withBody(request, (body) => pacedBody(body, this.#pace, count, refuseSlow));
    };
    const opened = attempt(open) ?? request;
    return {
      request: opened,
      assignTo: (userId) => {
        change(bytes, `user ${userId}`);
      },
      refusal: () => refused,
      release: () => {
        this.#budget.remove(owner, bytes);
        bytes = 0;
      },
    };
  }

  #refusalOf(owner: string, bytes: number): Refusal | undefined {
    const { perUser } = this.#budget;
    if (bytes > perUser)
      return {
        code: httpCodes.tooLarge,
        message: `The body is larger than the ${perUser} bytes that this server takes from one user.`,
        headers: {},
      };
    const headers = { "retry-after": String(RETRY_SECONDS) };
    const over = this.#budget.check(owner, bytes);
    if (over === undefined) return undefined;
    return over === "owner"
      ? {
          code: httpCodes.tooManyBytes,
          message:
            "Your other requests are still being read. Wait for them, then send this one again.",
          headers,
        }
      : {
          code: httpCodes.noRoom,
          message: "The server reads as many large requests as it can. Try again in a moment.",
          headers,
        };
  }
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
