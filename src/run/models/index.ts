export type {
  ChatMessage,
  EmbeddingModel,
  GenerateRequest,
  LanguageModels,
  ModelEvent,
  ModelInfo,
  TokenUsage,
} from "./model.ts";
export { type ModelOptions, openModels } from "./open-models.ts";
export {
  type ModelSettings,
  modelSettingsSchema,
  readModelSettings,
  withEnvironment,
} from "./settings.ts";
