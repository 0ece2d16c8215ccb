export type { ToolBox } from "./answer-with.ts";
export { converse } from "./converse.ts";
export {
  done,
  isPublicEvent,
  type RunEvent,
  type Source,
  type Spent,
  type Thought,
} from "./event.ts";
export { execute, type Retrieve, type RunPorts, type RunRequest } from "./execute.ts";
export { generationDefaults } from "./generation-settings.ts";
export { missingInput } from "./inputs.ts";
export { addSpent, createMeter, type Meter } from "./meter.ts";
export { previewRun, type RunPreview } from "./preview.ts";
export { instructionsPrompt, RETRIEVAL } from "./prompt.ts";
export { withTimeLimit } from "./time-limit.ts";
