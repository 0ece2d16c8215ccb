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

/**
 * Does work on every item, so many at a time, and gives the results in the order of the items. After a failure nothing
 * more is begun, and what was begun ends first: each answer of a model has its price.
 */
export async function eachWithLimit<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
  onDone: (done: number, all: number) => void = () => {},
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  let done = 0;
  const runner = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      try {
        // There is an item at every index below the length.
        results[index] = await work(items[index] as Item);
      } catch (error) {
        next = items.length;
        throw error;
      }
      done += 1;
      onDone(done, items.length);
    }
  };
  const runners = Array.from({ length: Math.max(1, Math.min(limit, items.length)) }, runner);
  const failed = (await Promise.allSettled(runners)).find(({ status }) => status === "rejected");
  // The first in order; those that failed beside it most often have the same cause.
  if (failed?.status === "rejected") throw failed.reason;
  return results;
}
