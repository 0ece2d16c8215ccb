/** Bytes of large answers that the server holds at one time because their readers have not taken them yet. */
import { SkillError } from "../../skill/model/index.ts";
import { type ByteLimits, ByteBudget, RETRY_SECONDS, SMALL_BYTES } from "./byte-budget.ts";
import { httpCodes } from "./diagnostics.ts";
import type { Refusal } from "./problem.ts";

const MB = 1024 * 1024;

export const DEFAULT_ANSWER_LIMITS: ByteLimits = { total: 512 * MB, perUser: 192 * MB };

export interface AnswerCharge {
  /** Counts the answer for its user from here on, no longer for the address. */
  readonly assignTo: (userId: string) => void;
  /** Counts bytes before they are read for the answer. Throws where there is no room for them. */
  readonly reserve: (bytes: number) => void;
  /** Counts the bytes of the answer until they are on their way; gives the answer, or a refusal in its place. */
  readonly settle: (
    response: Response,
    refuse: (refusal: Refusal) => Response,
  ) => Promise<Response>;
}

/** Calls a listener once when the client has taken the answer, or is gone. */
export type OnEnd = (listener: () => void) => void;

export class AnswerBudget {
  readonly #budget: ByteBudget;

  constructor(limits: ByteLimits = DEFAULT_ANSWER_LIMITS) {
    this.#budget = new ByteBudget(limits);
  }

  open(address: string, onEnd: OnEnd): AnswerCharge {
    const budget = this.#budget;
    let owner = `address ${address}`;
    let [bytes, isOver, isWatched] = [0, false, false];
    let refused: Refusal | undefined;
    const hold = (next: number): void => {
      budget.remove(owner, bytes);
      // The system takes small ones, also for those who do not read.
      bytes = isOver || next <= SMALL_BYTES ? 0 : next;
      budget.add(owner, bytes);
      if (bytes === 0 || isWatched) return;
      isWatched = true;
      onEnd(() => {
        isOver = true;
        hold(0);
      });
    };
    const request = (next: number): void => {
      if (next <= bytes || next <= SMALL_BYTES) return;
      const held = bytes;
      hold(0);
      refused ??= checkBudget(budget, owner, next);
      hold(refused === undefined ? next : held);
    };
    return {
      assignTo: (userId) => {
        const held = bytes;
        hold(0);
        owner = `user ${userId}`;
        hold(held);
      },
      reserve: (wanted) => {
        request(wanted);
        if (refused === undefined) return;
        const { code, message } = refused;
        throw new SkillError({ code, severity: "error", message });
      },
      settle: async (response, refuse) => {
        const { answer, size } = await measure(response, hold);
        if (refused === undefined) request(size);
        if (refused === undefined) {
          hold(size);
          return answer;
        }
        hold(0);
        await answer.body?.cancel();
        return refuse(refused);
      },
    };
  }
}

/** Where nothing else of an owner is under way one answer is given, however large it is. */
function checkBudget(budget: ByteBudget, owner: string, bytes: number): Refusal | undefined {
  const isAlone = budget.held(owner) === 0;
  const over = budget.check(owner, isAlone ? Math.min(bytes, budget.perUser) : bytes);
  if (over === undefined) return undefined;
  const headers = { "retry-after": String(RETRY_SECONDS) };
  return over === "owner"
    ? {
        code: httpCodes.unreadAnswers,
        message:
          "Your other large answers are not read yet. Read them, then ask for this one again.",
        headers,
      }
    : {
        code: httpCodes.noRoom,
        message: "The server gives as many large answers as it can. Try again in a moment.",
        headers,
      };
}

interface ResponseSize {
  readonly answer: Response;
  readonly size: number;
}

/** Most answers do not declare their length, and are there whole; of the others each part counts while it is sent. */
async function measure(response: Response, hold: (bytes: number) => void): Promise<ResponseSize> {
  const { body, headers } = response;
  if (body === null) return { answer: response, size: 0 };
  const declared = headers.get("content-length");
  if (declared !== null) return { answer: response, size: Number(declared) };
  // Events come when they come, one small text at a time.
  if (headers.get("content-type")?.startsWith("text/event-stream") === true)
    return { answer: response, size: 0 };
  const reader = body.getReader();
  const first = await reader.read();
  if (first.done) return { answer: withBody(response, null), size: 0 };
  const second = reader.read();
  const answer = withBody(
    response,
    (await isEnd(second)) ? first.value : continueBody(first.value, second, reader, hold),
  );
  return { answer, size: first.value.byteLength };
}

/** The end of what is there whole comes at once; whatever takes longer is not waited for. */
async function isEnd(next: Promise<Part>): Promise<boolean> {
  return (await Promise.race([next, soon()]))?.done === true;
}

async function soon(): Promise<undefined> {
  for (let turn = 0; turn < MOST_TURNS; turn++) await TURN;
  return undefined;
}

const MOST_TURNS = 16;
const TURN: Promise<void> = Promise.resolve();

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
type Part = Awaited<ReturnType<Reader["read"]>>;

function continueBody(
  first: Uint8Array<ArrayBuffer>,
  second: Promise<Part>,
  reader: Reader,
  hold: (bytes: number) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next: Promise<Part> | undefined = second;
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(first);
    },
    pull: async (controller) => {
      const part = await (next ?? reader.read());
      next = undefined;
      if (part.done) {
        controller.close();
        return;
      }
      hold(part.value.byteLength);
      controller.enqueue(part.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function withBody(
  { status, statusText, headers }: Response,
  body: ConstructorParameters<typeof Response>[0],
): Response {
  return new Response(body, { status, statusText, headers });
}
