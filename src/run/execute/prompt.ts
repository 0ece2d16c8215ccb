import { renderInstructions } from "../../library/index.ts";
import { type Dialect, renderTemplate, type Skill } from "../../skill/index.ts";
import type { AttachedFile, ChatMessage } from "../models/index.ts";
import type { Source } from "./event.ts";

const SYSTEM_PROMPT = "You are a helpful AI assistant.";

/** How many characters of the prompt are searched for, how many passages are asked for, how many are used. */
export const RETRIEVAL = { query: 500, results: 5, used: 3 } as const;

export interface PromptInput {
  readonly skill: Skill;
  /** Which placeholders its system fills in. */
  readonly dialect: Dialect;
  readonly values: { readonly [name: string]: string };
  /** What was typed after the name of the skill, for systems with positional arguments. */
  readonly arguments?: string;
  readonly baseDir?: string;
}

/** The instructions of a skill with everything put in that was given. */
export function renderPrompt({
  skill,
  dialect,
  values,
  arguments: typed,
  baseDir = "",
}: PromptInput): string {
  const { placeholders } = dialect;
  const body = renderInstructions(skill.body, placeholders, {
    baseDir,
    ...(typed === undefined ? {} : { arguments: typed }),
    ...(skill.invocation.argumentNames === undefined
      ? {}
      : { argumentNames: skill.invocation.argumentNames }),
  });
  if (!placeholders.includes("double-brace")) return body;
  return renderTemplate(body, skill.template.inputs ?? [], values);
}

/** A request as evaluations ask it: with the instructions of a skill, or with none. */
export function requestMessages(request: string, instructions?: string): ChatMessage[] {
  return [
    { role: "system", content: instructionsPrompt(instructions) },
    { role: "user", content: request },
  ];
}

export function instructionsPrompt(instructions?: string): string {
  const helpful = "You are a helpful assistant.";
  if (instructions === undefined) return helpful;
  return `${helpful} Follow the instructions of this skill where they apply.\n\n<skill>\n${instructions.trim()}\n</skill>`;
}

/** The messages that the model is sent. */
export function messagesFor(prompt: string, sources: readonly Source[] = []): ChatMessage[] {
  return [
    { role: "system", content: systemPrompt(sources) },
    { role: "user", content: prompt },
  ];
}

/** With files at the last message, which is the user's. */
export function withFiles(
  messages: readonly ChatMessage[],
  files: readonly AttachedFile[] = [],
): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (files.length === 0 || last === undefined) return messages;
  return [...messages.slice(0, -1), { ...last, files }];
}

/** What the model is told first, with the passages that were found. */
export function systemPrompt(sources: readonly Source[]): string {
  if (sources.length === 0) return SYSTEM_PROMPT;
  const context = sources
    .slice(0, RETRIEVAL.used)
    .map(({ text }, index) => `[${index + 1}] ${text}`)
    .join("\n\n");
  return (
    `${SYSTEM_PROMPT}\n\nAnswer the user's request based on the provided context. ` +
    "If the context doesn't contain relevant information, say so clearly.\n\n" +
    `Context:\n${context}`
  );
}
