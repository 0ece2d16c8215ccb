import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { isObject, type JsonObject } from "../../skill/index.ts";
import type { ToolTurn } from "./model.ts";

/** The arguments of a call, where the model wrote a JSON object. */
export function parsedInput(input: string): JsonObject | undefined {
  // Models leave it out where a tool takes nothing.
  if (input.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(input);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A turn as the model is told of it: what it said, then what its calls gave. */
export function turnPrompt({ text, calls }: ToolTurn): LanguageModelV4Prompt {
  return [
    {
      role: "assistant",
      content: [
        ...(text === "" ? [] : [{ type: "text" as const, text }]),
        ...calls.map(({ call }) => ({
          type: "tool-call" as const,
          toolCallId: call.id,
          toolName: call.name,
          // What cannot be read was refused, and providers take objects alone.
          input: parsedInput(call.input) ?? {},
        })),
      ],
    },
    {
      role: "tool",
      content: calls.map(({ call, answer }) => ({
        type: "tool-result" as const,
        toolCallId: call.id,
        toolName: call.name,
        output: {
          type: answer.isError ? ("error-text" as const) : ("text" as const),
          value: answer.text,
        },
      })),
    },
  ];
}
