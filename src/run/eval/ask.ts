/** What evaluations ask of a model, whoever answers: a provider, a cassette or a script. */
import type { ChatMessage, ModelTool, TokenUsage, ToolCall, ToolTurn } from "../models/index.ts";

export interface EvalRequest {
  /** `provider:model`. */
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ModelTool[];
  readonly turns: readonly ToolTurn[];
  /** The same request is asked once for each trial, from 1. */
  readonly trial: number;
}

export interface EvalAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly usage: TokenUsage;
  readonly cost?: number;
  readonly seconds: number;
}

export interface EvalModel {
  /** `provider:model`. */
  readonly id: string;
  readonly ask: (request: EvalRequest, signal: AbortSignal) => Promise<EvalAnswer>;
}

/** Does work on every item, so many at a time, and gives the results in the order of the items. */
export async function eachWithLimit<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const runner = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      // There is an item at every index below the length.
      results[index] = await work(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(limit, items.length)) }, runner));
  return results;
}
