export { type FailureReason, failureReason } from "./failure-reason.ts";
export { attachFiles, MOST_FILE_BYTES } from "./files.ts";
export type {
  AttachedFile,
  ChatMessage,
  EmbeddingModel,
  GenerateRequest,
  LanguageModels,
  ModelInfo,
  ModelTool,
  TokenUsage,
  ToolAnswer,
  ToolCall,
  ToolTurn,
} from "./model.ts";
export { openModels } from "./open-models.ts";
export { PROVIDER_KINDS, type ProviderKind, PROVIDERS, providerRow } from "./provider-table.ts";
export {
  currencyCode,
  modelEntry,
  type ModelEntry,
  type ModelSettings,
  modelSettingsSchema,
  providerId,
  type ProviderSettings,
  readModelSettings,
  withEnvironment,
} from "./settings.ts";
export { parsedInput } from "./tool-prompt.ts";
