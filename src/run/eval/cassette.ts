/**
 * Answers of models, recorded and played again. A line for each answer, under the hash of the whole request; the system
 * prompt and the tools stand once each, since hundreds of requests share them.
 */
import { computeSha256 } from "../../platform/index.ts";
import { isObject, type Json, type JsonObject, parseJson } from "../../skill/index.ts";
import { runError } from "../errors.ts";
import type { EvalAnswer, EvalRequest } from "./ask.ts";

/** `none`: only what is recorded; a request that is not fails. `once`: asks the model for what is missing. `all`: anew. */
export type RecordMode = "none" | "once" | "all";

interface RecordedCall {
  readonly key: string;
  readonly request: JsonObject;
  readonly answer: EvalAnswer;
}

export class Cassette {
  readonly #calls = new Map<string, RecordedCall>();
  readonly #texts = new Map<string, Json>();
  readonly #file: string;
  #replayed = 0;
  #recorded = 0;

  constructor(file: string, text: string) {
    this.#file = file;
    for (const [index, line] of text.split("\n").entries())
      if (line.trim() !== "") this.#readLine(line, index + 1);
  }

  /** The model whose answers these are; undefined where there are none. */
  get model(): string | undefined {
    const [first] = this.#calls.values();
    const model = first?.request["model"];
    return typeof model === "string" ? model : undefined;
  }

  get replayed(): number {
    return this.#replayed;
  }

  get recorded(): number {
    return this.#recorded;
  }

  #readLine(line: string, number: number): void {
    const value = parseJson(line);
    if (isObject(value) && typeof value["text"] === "string" && value["value"] !== undefined)
      this.#texts.set(value["text"], value["value"]);
    else if (isObject(value) && typeof value["key"] === "string" && isAnswer(value["answer"]))
      // The shape of the answer was checked, and only the differences are read of the request.
      this.#calls.set(value["key"], value as unknown as RecordedCall);
    else throw runError("run/bad-cassette", { line: number }, { file: this.#file });
  }

  find(request: EvalRequest): EvalAnswer | undefined {
    const found = this.#calls.get(requestKey(request));
    if (found !== undefined) this.#replayed += 1;
    return found?.answer;
  }

  put(request: EvalRequest, answer: EvalAnswer): void {
    const key = requestKey(request);
    const { short, texts } = shorten(request);
    for (const [id, value] of texts) this.#texts.set(id, value);
    this.#calls.set(key, { key, request: short, answer });
    this.#recorded += 1;
  }

  /** The file: texts first, then answers in the order of their keys, so that a change is a small difference. */
  toText(): string {
    const texts = [...this.#texts].map(([text, value]) => ({ text, value }));
    const calls = [...this.#calls.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return [...texts, ...calls].map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  /** What is not recorded, with what differs from the recorded request that is nearest to it. */
  miss(request: EvalRequest): Error {
    const { short, texts } = shorten(request);
    const all = new Map([...this.#texts, ...texts]);
    const nearest = [...this.#calls.values()]
      .map((call) => ({ call, differences: compare(call.request, short, all) }))
      .toSorted(
        (a, b) =>
          a.differences.length - b.differences.length || sumDifferences(a) - sumDifferences(b),
      )[0];
    const last = request.messages.findLast(({ role }) => role === "user")?.content ?? "";
    const { trial } = request;
    const differences = nearest?.differences.map(({ text }) => text);
    return runError(
      "run/cassette-miss",
      { request: clip(last), trial, differences },
      { file: this.#file },
    );
  }
}

/** Plays the answer to a request, or records what `ask` gives; undefined if there is no model to ask. */
export type CassetteCall = (
  request: EvalRequest,
  ask: (() => Promise<EvalAnswer>) | undefined,
) => Promise<EvalAnswer>;

export function recordWith(cassette: Cassette, mode: RecordMode): CassetteCall {
  return async (request, ask) => {
    const known = mode === "all" ? undefined : cassette.find(request);
    if (known !== undefined) return known;
    if (mode === "none" || ask === undefined) throw cassette.miss(request);
    const answer = await ask();
    cassette.put(request, answer);
    return answer;
  };
}

function requestKey(request: EvalRequest): string {
  return computeSha256(canonical(shorten(request).short));
}

function shorten({ model, messages, tools, turns, trial }: EvalRequest): {
  readonly short: JsonObject;
  readonly texts: ReadonlyMap<string, Json>;
} {
  const texts = new Map<string, Json>();
  const refer = (value: Json): string => {
    const id = computeSha256(canonical(value)).slice(0, 32);
    texts.set(id, value);
    return id;
  };
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== "system");
  const plain = JSON.parse(JSON.stringify({ messages: others, turns })) as JsonObject;
  const short = {
    model,
    trial,
    system: refer(system),
    tools: refer(JSON.parse(JSON.stringify(tools)) as Json),
    ...plain,
  };
  return { short, texts };
}

/** JSON with the keys in one order. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function compare(
  before: JsonObject,
  now: JsonObject,
  texts: ReadonlyMap<string, Json>,
): readonly Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.flatMap((name) => {
    const [a = null, b = null] = [before[name], now[name]];
    if (canonical(a) === canonical(b)) return [];
    return [findDifference(name, show(a, texts), show(b, texts))];
  });
}

function show(value: Json, texts: ReadonlyMap<string, Json>): string {
  const known = typeof value === "string" ? texts.get(value) : undefined;
  return typeof known === "object" ? canonical(known) : canonical(value);
}

interface Difference {
  readonly text: string;
  /** Characters between the first and the last place where the two differ. */
  readonly size: number;
}

/** The first place where two texts differ. */
function findDifference(name: string, a: string, b: string): Difference {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const most = Math.min(a.length, b.length) - at;
  let end = 0;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const from = Math.max(0, at - 20);
  return {
    text: `${name}: recorded “${clip(a.slice(from))}”, now “${clip(b.slice(from))}”`,
    size: Math.max(a.length, b.length) - at - end,
  };
}

function sumDifferences({ differences }: { readonly differences: readonly Difference[] }): number {
  return differences.reduce((sum, { size }) => sum + size, 0);
}

function clip(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ");
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}

function isAnswer(value: Json | undefined): boolean {
  if (value === undefined || !isObject(value)) return false;
  return typeof value["text"] === "string" && Array.isArray(value["calls"]);
}
