import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4FunctionTool,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { failure } from "../../platform/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import { runCodes } from "../diagnostics.ts";
import type { ChatMessage, GenerateRequest, ModelEvent, ModelTool, TokenUsage } from "./model.ts";
import { turnPrompt } from "./tool-prompt.ts";

/** Calls are made again while nothing has been said yet; afterwards a second one would say it twice. */
const ATTEMPTS = 3;

export interface Call {
  /** `provider:model`, for messages. */
  readonly id: string;
  readonly model: LanguageModelV4;
  readonly clock: Clock;
  /** From 0 to 1: many who were refused at once must not come back at once. */
  readonly random: () => number;
}

/** The answer of one model, piece by piece. Returning early ends the call at the provider. */
export async function* generateWith(
  call: Call,
  request: GenerateRequest,
): AsyncGenerator<ModelEvent, void> {
  const stop = new AbortController();
  const signal =
    request.signal === undefined ? stop.signal : AbortSignal.any([request.signal, stop.signal]);
  try {
    const stream = await openStream(call, request, signal);
    for await (const part of stream) {
      if (part.type === "text-delta" && part.delta !== "") {
        yield { kind: "text", text: part.delta };
      } else if (part.type === "tool-call") {
        const { toolCallId: id, toolName: name, input } = part;
        yield { kind: "call", call: { id, name, input } };
      } else if (part.type === "error") {
        throw modelFailure(call.id, part.error);
      } else if (part.type === "finish") {
        const { unified, raw } = part.finishReason;
        // A provider that stops in the middle of its answer gives no reason of its own.
        if (unified === "other" && raw === undefined) throw cutShort(call.id);
        yield { kind: "end", model: call.id, reason: unified, usage: usageOf(part.usage) };
        return;
      }
    }
    throw cutShort(call.id);
  } catch (error) {
    request.signal?.throwIfAborted();
    throw modelFailure(call.id, error);
  } finally {
    stop.abort();
  }
}

async function openStream(
  { model, clock, random }: Call,
  { messages, turns = [], tools = [], temperature, maxTokens }: GenerateRequest,
  abortSignal: AbortSignal,
): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { stream } = await model.doStream({
        prompt: [...messages.map(toPrompt), ...turns.flatMap(turnPrompt)],
        abortSignal,
        ...(tools.length === 0 ? {} : { tools: tools.map(toTool) }),
        ...(temperature === undefined ? {} : { temperature }),
        ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
      });
      return stream;
    } catch (error) {
      const isWorthIt = APICallError.isInstance(error) && error.isRetryable;
      if (!isWorthIt || attempt >= ATTEMPTS || abortSignal.aborted) throw error;
      await pause(clock, 250 * 2 ** attempt * (0.5 + random()), abortSignal);
    }
  }
}

function toPrompt({ role, content }: ChatMessage): LanguageModelV4Prompt[number] {
  if (role === "system") return { role, content };
  return { role, content: [{ type: "text", text: content }] };
}

function toTool({ name, description, input }: ModelTool): LanguageModelV4FunctionTool {
  return {
    type: "function",
    name,
    description,
    // The schemas of tools are JSON Schema, which the two types spell in different ways.
    inputSchema: input as LanguageModelV4FunctionTool["inputSchema"],
  };
}

function usageOf(usage: {
  readonly inputTokens: { readonly total: number | undefined };
  readonly outputTokens: { readonly total: number | undefined };
}): TokenUsage {
  const { total: inputTokens } = usage.inputTokens;
  const { total: outputTokens } = usage.outputTokens;
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}

async function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((settle) => {
    const cancel = clock.after(milliseconds, settle);
    signal.addEventListener(
      "abort",
      () => {
        cancel();
        settle();
      },
      { once: true },
    );
  });
  signal.throwIfAborted();
}

function cutShort(id: string): Error {
  return failure(runCodes.modelFailed, `The answer of \`${id}\` ended before it was complete.`, {
    hint: "The connection to the provider broke; run again.",
  });
}

/** What the provider answers may repeat the request, so only its status and its short message are kept. */
export function modelFailure(id: string, error: unknown): Error {
  if (error instanceof Error && "diagnostic" in error) return error;
  if (!APICallError.isInstance(error))
    return failure(runCodes.modelFailed, `The model \`${id}\` did not answer.`, {
      hint: "Check that the provider can be reached.",
      cause: error,
    });
  const { statusCode } = error;
  const told = statusCode === undefined ? "no answer" : `the status ${statusCode}`;
  return failure(runCodes.modelFailed, `The model \`${id}\` failed with ${told}.`, {
    hint: hintFor(statusCode),
    cause: error,
  });
}

function hintFor(status: number | undefined): string {
  if (status === 401 || status === 403) return "Check the key of the provider.";
  if (status === 404) return "Check the name of the model and the address of the provider.";
  if (status === 429) return "The provider limits the number of calls; wait and run again.";
  return "Check that the provider runs and can be reached.";
}
