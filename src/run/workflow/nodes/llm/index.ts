import { z } from "zod";
import { type RunEvent } from "../../../execute/index.ts";
import { generation } from "../../../execute/execute.ts";
import { done } from "../../../execute/event.ts";
import type { ChatMessage } from "../../../models/index.ts";
import type { NodeContext, NodePorts, NodeRun } from "../../node.ts";
import { resolveTemplate, toText } from "../../template.ts";
import { choice, text } from "../fields.ts";
import { forward } from "../forward.ts";
import { loadSkill } from "../load-skill.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { readAnswer, readSchema, withSchema } from "../structured.ts";
import { llmForm } from "./form.ts";

const FAILURE = "LLM call failed";

const llmData = z.looseObject({
  systemPrompt: text.default("You are a helpful assistant."),
  temperature: z.number().min(0).max(2).default(0.7),
  model: choice,
  skillName: choice,
  /** Also sends what was said before in the chat that the run is a part of. */
  inheritChatHistory: z.boolean().default(false),
  /** A JSON Schema: the answer has to be data that fits it. */
  outputSchema: text.nullish().transform((value) => value ?? undefined),
});

export const llmNode: NodeSpec = defineNode({
  type: "llm",
  form: llmForm,
  data: llmData.prefault({}),
  usesRunModel: ({ model }) => model === undefined,
  run: runLlm,
});

/** Asks a language model. A skill that it names gives the instructions and the temperature. */
async function* runLlm(
  data: z.infer<typeof llmData>,
  context: NodeContext,
  ports: NodePorts,
): NodeRun {
  let { systemPrompt, temperature } = data;
  let maxTokens: number | undefined;
  let skillModel: string | undefined;
  if (data.skillName !== undefined) {
    const { skill } = await loadSkill(data.skillName, ports);
    const { execution, body } = skill;
    if (body.trim() !== "") systemPrompt = body;
    temperature = execution.temperature ?? temperature;
    ({ maxTokens, model: skillModel } = execution);
    yield {
      kind: "thought",
      data: {
        type: "skill_loaded",
        type_detail: "skill_loaded",
        skill_name: data.skillName,
        has_prompt: body.trim() !== "",
        has_model_config: execution.temperature !== undefined || maxTokens !== undefined,
      },
    };
  }
  const schema = data.outputSchema?.trim() ? readSchema(data.outputSchema) : undefined;
  const model = data.model ?? skillModel ?? context.model;
  const prompt = resolveTemplate(systemPrompt, context.variables);
  const messages: readonly ChatMessage[] = [
    { role: "system", content: schema === undefined ? prompt : withSchema(prompt, schema) },
    ...(data.inheritChatHistory ? (context.history ?? []) : []),
    { role: "user", content: toText(context.input) },
  ];
  async function* answer(signal: AbortSignal): AsyncGenerator<RunEvent, void> {
    const request = {
      messages,
      temperature,
      signal,
      ...(model === undefined ? {} : { model }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(schema === undefined ? {} : { schema }),
    };
    if (yield* generation(request, ports, FAILURE)) yield done("success", "Answered");
  }
  const result = yield* forward(answer, context, ports, FAILURE);
  return schema === undefined ? result : { ...result, output: readAnswer(result.output, schema) };
}
