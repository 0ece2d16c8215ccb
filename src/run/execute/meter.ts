import type { RunEvent, Spent } from "./event.ts";

/** Counts what a run spends. */
export interface Meter {
  readonly note: (event: RunEvent) => void;
  /** Undefined: no model was asked. A call that broke off after its first words is estimated. */
  readonly total: () => Spent | undefined;
}

type RequestData = Extract<RunEvent, { readonly kind: "asked" }>["data"];

export function createMeter(): Meter {
  let spent: Spent | undefined;
  let open: RequestData | undefined;
  let words: string[] = [];
  return {
    note: (event) => {
      if (event.kind === "asked") {
        open = event.data;
        words = [];
      } else if (event.kind === "token") words.push(event.data.content);
      else if (event.kind === "usage") {
        spent = addSpent(spent, event.data);
        open = undefined;
      }
    },
    total: () => (open === undefined ? spent : addSpent(spent, estimate(open, words))),
  };
}

/** A run in which the model asked for tools has several calls of it. */
export function addSpent(before: Spent | undefined, more: Spent): Spent {
  if (before === undefined) return more;
  const sum = (key: "inputTokens" | "cachedTokens" | "outputTokens" | "cost"): object =>
    before[key] === undefined && more[key] === undefined
      ? {}
      : { [key]: (before[key] ?? 0) + (more[key] ?? 0) };
  return {
    model: more.model,
    ...sum("inputTokens"),
    ...sum("cachedTokens"),
    ...sum("outputTokens"),
    ...sum("cost"),
  };
}

/** Providers count what they have sent even if the client leaves early; before the first word there is nothing. */
function estimate({ model, sent, costOf }: RequestData, words: readonly string[]): Spent {
  if (words.length === 0) return { model };
  const usage = { inputTokens: guessTokens(sent()), outputTokens: guessTokens(words.join("")) };
  const cost = costOf(usage);
  return { model, ...usage, ...(cost === undefined ? {} : { cost }) };
}

/** Four letters of Latin script to a token, and one of any other. */
function guessTokens(text: string): number {
  let quarters = 0;
  for (const letter of text) quarters += letter.charCodeAt(0) < 0x250 ? 1 : 4;
  return Math.ceil(quarters / 4);
}
