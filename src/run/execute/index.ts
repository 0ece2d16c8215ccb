export type { ToolBox } from "./answer-with.ts";
export { converse, type Conversation } from "./converse.ts";
export { done, type RunEvent, type Source, type Thought } from "./event.ts";
export {
  execute,
  type Retrieve,
  type Retrieved,
  type RunPorts,
  type RunRequest,
} from "./execute.ts";
export { inputWarnings, missingInput, placeholderWarnings } from "./inputs.ts";
export { messagesFor, renderPrompt, RETRIEVAL, SYSTEM_PROMPT } from "./prompt.ts";
export { type TimeLimit, withTimeLimit } from "./time-limit.ts";
