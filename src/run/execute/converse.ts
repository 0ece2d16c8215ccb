import type { AttachedFile, ChatMessage } from "../models/index.ts";
import { done, type RunEvent, type Source, thought } from "./event.ts";
import { generation, retrieval, type RunPorts } from "./execute.ts";
import { systemPrompt } from "./prompt.ts";

export interface Conversation {
  /** What was said before, oldest first. */
  readonly history: readonly ChatMessage[];
  readonly message: string;
  /** Pictures and documents that come with it. */
  readonly files?: readonly AttachedFile[];
  readonly knowledgeBase?: string;
  readonly model?: string;
  /** Where absent, the provider decides how long an answer may become. */
  readonly maxTokens?: number;
  readonly signal: AbortSignal;
}

/** One turn of a conversation without a skill. */
export async function* converse(
  { history, message, files = [], knowledgeBase, signal, model, maxTokens }: Conversation,
  ports: RunPorts,
): AsyncGenerator<RunEvent, void> {
  const sources: Source[] = [];
  if (knowledgeBase !== undefined) yield* retrieval(knowledgeBase, message, sources, ports, signal);
  yield thought({ type: "generation", status: "start" });
  const messages: ChatMessage[] = [
    { role: "system", content: systemPrompt(sources) },
    ...history,
    { role: "user", content: message, ...(files.length === 0 ? {} : { files }) },
  ];
  const isWhole = yield* generation(
    {
      messages,
      signal,
      ...(model === undefined ? {} : { model }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
    ports,
    "Chat generation failed",
  );
  if (isWhole) yield done("success", "Chat completed successfully");
}
