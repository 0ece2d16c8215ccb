import { type Clock, systemClock } from "../../platform/machine/index.ts";
import type { LanguageModels, TokenUsage, ToolCall } from "../models/index.ts";
import type { EvalModel } from "./ask.ts";

export function languageModel(
  models: LanguageModels,
  name: string | undefined,
  clock: Clock = systemClock,
): EvalModel {
  const { id } = models.resolve(name);
  return {
    id,
    ask: async ({ messages, tools, turns, model }, signal) => {
      const start = clock.now();
      const calls: ToolCall[] = [];
      let text = "";
      let usage: TokenUsage = {};
      let cost: number | undefined;
      for await (const event of models.generate({ model, messages, tools, turns, signal })) {
        if (event.kind === "text") text += event.text;
        else if (event.kind === "call") calls.push(event.call);
        else ({ usage, cost } = event);
      }
      const seconds = (clock.now() - start) / 1000;
      return { text, calls, usage, seconds, ...(cost === undefined ? {} : { cost }) };
    },
  };
}
