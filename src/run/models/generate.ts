import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FunctionTool,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
  type SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { Clock } from "../../platform/machine/index.ts";
import type { JsonObject } from "../../skill/index.ts";
import { runError } from "../errors.ts";
import { filePart } from "./files.ts";
import type { ChatMessage, GenerateRequest, ModelEvent, ModelTool, TokenUsage } from "./model.ts";
import { turnPrompt } from "./tool-prompt.ts";

/** Calls are made again while nothing has been said yet; afterwards a second one would say it twice. */
const ATTEMPTS = 3;

export interface Call {
  /** `provider:model`, for messages. */
  readonly id: string;
  readonly model: LanguageModelV4;
  /** Marks a message up to which the provider is to keep the prompt. */
  readonly cacheMark: SharedV4ProviderOptions | undefined;
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
  { model, cacheMark, clock, random }: Call,
  request: GenerateRequest,
  abortSignal: AbortSignal,
): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  const { messages, turns = [], tools = [], temperature, maxTokens } = request;
  const prompt = [...messages.map(toPrompt), ...turns.flatMap(turnPrompt)];
  const last = prompt.at(-1);
  if (cacheMark !== undefined && last !== undefined && isContinued(request))
    last.providerOptions = cacheMark;
  let { schema } = request;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { stream } = await model.doStream({
        prompt,
        abortSignal,
        ...(tools.length === 0 ? {} : { tools: tools.map(toTool) }),
        ...(temperature === undefined ? {} : { temperature }),
        ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
        ...(schema === undefined ? {} : formatOf(schema)),
      });
      return stream;
    } catch (error) {
      if (schema !== undefined && isRefusal(error)) {
        schema = undefined;
        continue;
      }
      const isWorthIt = APICallError.isInstance(error) && error.isRetryable;
      if (!isWorthIt || attempt >= ATTEMPTS || abortSignal.aborted) throw error;
      const wait = waitBefore(attempt, error, random());
      if (wait > LONGEST_WAIT_MS) throw error;
      await pause(clock, wait, abortSignal);
    }
  }
}

/** Any schema is taken, also one that does not name every field as required. */
const NOT_STRICT = { strictJsonSchema: false };

function formatOf(
  schema: JsonObject,
): Pick<LanguageModelV4CallOptions, "responseFormat" | "providerOptions"> {
  // Schemas are JSON Schema, which the two types spell in different ways.
  const shape = schema as LanguageModelV4FunctionTool["inputSchema"];
  return {
    responseFormat: { type: "json", schema: shape },
    providerOptions: { openai: NOT_STRICT, openaiCompatible: NOT_STRICT },
  };
}

/** Old models and small servers know no schemas, and others know a part of their words. */
function isRefusal(error: unknown): boolean {
  return APICallError.isInstance(error) && [400, 422, 501].includes(error.statusCode ?? 0);
}

/** Whether another call is likely to begin with the same prompt: writing it down costs more than sending it once. */
function isContinued({ messages, tools = [] }: GenerateRequest): boolean {
  return tools.length > 0 || messages.some(({ role }) => role === "assistant");
}

/** A user waits no longer for a provider that has no time. */
const LONGEST_WAIT_MS = 20_000;

/** Never less than the provider asks for. */
function waitBefore(attempt: number, { responseHeaders }: APICallError, chance: number): number {
  const asked = Number(responseHeaders?.["retry-after"] ?? Number.NaN);
  if (Number.isFinite(asked) && asked > 0) return asked * 1000 * (1 + chance / 2);
  return 250 * 2 ** attempt * (0.5 + chance);
}

function toPrompt({ role, content, files = [] }: ChatMessage): LanguageModelV4Prompt[number] {
  if (role === "system") return { role, content };
  const text = { type: "text" as const, text: content };
  return { role, content: [...files.map(filePart), text] };
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
  readonly inputTokens: {
    readonly total: number | undefined;
    readonly cacheRead: number | undefined;
  };
  readonly outputTokens: { readonly total: number | undefined };
}): TokenUsage {
  const { total: inputTokens, cacheRead: cachedTokens = 0 } = usage.inputTokens;
  const { total: outputTokens } = usage.outputTokens;
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(cachedTokens === 0 ? {} : { cachedTokens }),
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
  return runError("run/model-failed", { id, problem: "broken-off" });
}

/** What the provider answers may repeat the request, so only its status and its short message are kept. */
export function modelFailure(id: string, error: unknown): Error {
  if (error instanceof Error && "diagnostic" in error) return error;
  if (!APICallError.isInstance(error))
    return runError("run/model-failed", { id, problem: "no-answer" }, { cause: error });
  const { statusCode: status } = error;
  return runError("run/model-failed", { id, problem: "refused", status }, { cause: error });
}
