import type { ChatMessage } from "../models/index.ts";
import type { Source } from "./event.ts";
import { retrieval, type RunPorts, type RunRequest } from "./execute.ts";
import { generationSettings } from "./generation-settings.ts";
import { runWarnings } from "./inputs.ts";
import { messagesFor, renderPrompt, requestMessages } from "./prompt.ts";

/** What a run would send, under the names of the API. */
export interface RunPreview {
  readonly model: string | null;
  readonly temperature: number | null;
  readonly max_tokens: number | null;
  readonly knowledge_base: string | null;
  readonly messages: readonly ChatMessage[];
  readonly warnings: readonly string[];
}

/** The very messages that a run would send, with the passages that it would find; no model is asked for an answer. */
export async function previewRun(
  request: RunRequest,
  ports: RunPorts,
  signal: AbortSignal,
): Promise<RunPreview> {
  const { skill, dialect, inputs: values, asked } = request;
  const { knowledgeBase } = skill.execution;
  const prompt = renderPrompt({ ...request, values });
  const sources: Source[] = [];
  const warnings = [...runWarnings(skill, dialect, values)];
  if (asked === undefined && knowledgeBase !== undefined && knowledgeBase !== "")
    for await (const { kind, data } of retrieval(knowledgeBase, prompt, sources, ports, signal))
      if (kind === "thought" && data.status === "error")
        warnings.push(
          `Searching \`${knowledgeBase}\` failed; the run would go on without its passages.`,
        );
  const { model, temperature, maxTokens } = generationSettings(skill, dialect, request);
  return {
    model: model ?? ports.models.defaultModel ?? null,
    temperature: temperature ?? null,
    max_tokens: maxTokens ?? null,
    knowledge_base: knowledgeBase ?? null,
    messages:
      asked === undefined
        ? messagesFor(prompt, sources)
        : requestMessages(asked.request, asked.isWithoutSkill ? undefined : skill.body),
    warnings,
  };
}
