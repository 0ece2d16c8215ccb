import type { ChatMessage } from "../../run/models/index.ts";

import { nextTurn } from "../../platform/machine/index.ts";

/** Characters that are counted before others get a turn: a few milliseconds, whatever they are. */
const AT_A_TIME = 4096;

/** Counts the tokens of a text of any length piece by piece; at each cut it may be one too many. */
async function countInPieces(text: string, countTokens: (text: string) => number): Promise<number> {
  let total = 0;
  for (let at = 0; at < text.length; at += AT_A_TIME) {
    if (at > 0) await nextTurn();
    total += countTokens(text.slice(at, at + AT_A_TIME));
  }
  return total;
}

/** The share of a model's window that history may fill; the rest is for the question and the answer. */
const SHARE = 0.7;
/** What is kept free of that for instructions and passages. */
const RESERVED = 2000;
const LEAST_BUDGET = 256;
const LEAST_MESSAGES = 2;
/** For models of which the settings name no window. */
const USUAL_WINDOW = 8192;
/** The most that an answer is given, however large the window. */
const MOST_ANSWER = 8192;

export interface Window {
  readonly contextWindow?: number | undefined;
  readonly countTokens: (text: string) => number;
}

/** How long an answer may become; undefined where nothing is known of the model, so that its provider decides. */
export function answerRoom(contextWindow: number | undefined): number | undefined {
  if (contextWindow === undefined) return undefined;
  return Math.max(1, Math.min(MOST_ANSWER, Math.floor(contextWindow * (1 - SHARE))));
}

/** By how many tokens a message is too long for the model; undefined if it fits, or the limit is unknown. */
export async function tooLongFor(
  message: string,
  { contextWindow, countTokens }: Window,
): Promise<{ readonly tokens: number; readonly most: number } | undefined> {
  if (contextWindow === undefined) return undefined;
  const most = Math.max(0, contextWindow - LEAST_BUDGET);
  const tokens = await countInPieces(message, countTokens);
  return tokens > most ? { tokens, most } : undefined;
}

/**
 * The latest messages that fit beside the new one, oldest first, beginning with one of the user. The last two come
 * along in any case, cut where they have to be.
 */
export async function fitHistory(
  messages: readonly ChatMessage[],
  message: string,
  { contextWindow = USUAL_WINDOW, countTokens }: Window,
): Promise<readonly ChatMessage[]> {
  const share = contextWindow * SHARE - RESERVED;
  const asked = await countInPieces(message, countTokens);
  const left = contextWindow - (answerRoom(contextWindow) ?? 0) - asked;
  const budget = Math.max(LEAST_BUDGET, Math.min(share, left));
  let used = 0;
  let from = messages.length;
  while (from > 0) {
    used += await countInPieces(messages[from - 1]?.content ?? "", countTokens);
    if (used > budget && messages.length - from >= LEAST_MESSAGES) break;
    from -= 1;
  }
  return await shortened(messages.slice(findStart(messages, from)), budget, countTokens);
}

function isQuestion({ role }: ChatMessage): boolean {
  return role === "user";
}

/** An answer without its question would be the first thing that the model reads. */
function findStart(messages: readonly ChatMessage[], from: number): number {
  const next = messages.findIndex((message, at) => at >= from && isQuestion(message));
  if (next !== -1 && messages.length - next >= LEAST_MESSAGES) return next;
  const before = messages.slice(0, from + 1).findLastIndex(isQuestion);
  return before === -1 ? from : before;
}

/** Each gets its part of the budget. */
async function shortened(
  messages: readonly ChatMessage[],
  budget: number,
  countTokens: Window["countTokens"],
): Promise<readonly ChatMessage[]> {
  let total = 0;
  for (const { content } of messages) total += await countInPieces(content, countTokens);
  if (total <= budget) return messages;
  return messages.map(({ role, content }) => {
    const letters = Array.from(content);
    const kept = Math.floor((letters.length * budget) / total);
    return { role, content: `${letters.slice(0, Math.max(0, kept - 1)).join("")}…` };
  });
}
