export { type FailureReason, failureReason } from "./failure-reason.ts";
export type {
  ChatMessage,
  EmbeddingModel,
  GenerateRequest,
  LanguageModels,
  ModelTool,
  TokenUsage,
  ToolAnswer,
  ToolCall,
  ToolTurn,
} from "./model.ts";
export { openModels } from "./open-models.ts";
export {
  type ModelSettings,
  modelSettingsSchema,
  readModelSettings,
  withEnvironment,
} from "./settings.ts";
export { parsedInput } from "./tool-prompt.ts";
