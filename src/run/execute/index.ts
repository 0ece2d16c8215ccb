export type { ToolBox } from "./answer-with.ts";
export { converse, type Conversation } from "./converse.ts";
export {
  done,
  isTold,
  type RunEvent,
  type Source,
  type Spent,
  type Thought,
  type ToldEvent,
} from "./event.ts";
export {
  execute,
  type Retrieve,
  type Retrieved,
  type RunPorts,
  type RunRequest,
} from "./execute.ts";
export { generationDefaults } from "./generation-settings.ts";
export { missingInput } from "./inputs.ts";
export { addSpent, createMeter, type Meter } from "./meter.ts";
export { previewRun, type RunPreview } from "./preview.ts";
export { messagesFor, renderPrompt, RETRIEVAL, SYSTEM_PROMPT } from "./prompt.ts";
export { type TimeLimit, withTimeLimit } from "./time-limit.ts";
