import type { ChatMessage } from "../../run/models/index.ts";

/** The share of a model's window that history may fill; the rest is for the question and the answer. */
const SHARE = 0.7;
/** What is kept free of that for instructions and passages. */
const RESERVED = 2000;
const LEAST_BUDGET = 256;
const LEAST_MESSAGES = 2;
/** For models of which the settings name no window. */
const USUAL_WINDOW = 8192;

export interface Window {
  readonly contextWindow?: number | undefined;
  readonly countTokens: (text: string) => number;
}

/** The latest messages that fit, oldest first; the last two come along in any case. */
export function fitHistory(
  messages: readonly ChatMessage[],
  { contextWindow = USUAL_WINDOW, countTokens }: Window,
): readonly ChatMessage[] {
  const budget = Math.max(LEAST_BUDGET, contextWindow * SHARE - RESERVED);
  let used = 0;
  let from = messages.length;
  while (from > 0) {
    used += countTokens(messages[from - 1]?.content ?? "");
    if (used > budget && messages.length - from >= LEAST_MESSAGES) break;
    from -= 1;
  }
  return messages.slice(from);
}
