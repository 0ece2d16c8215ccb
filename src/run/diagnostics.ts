export const runCodes = {
  noModel: "run/no-model",
  unknownModel: "run/unknown-model",
  badSettings: "run/bad-settings",
  missingKey: "run/missing-key",
  tooManyTurns: "run/too-many-turns",
  modelFailed: "run/model-failed",
  failed: "run/failed",
  codeFailed: "run/code-failed",
  noEmbedding: "run/no-embedding",
  unreadableDocument: "run/unreadable-document",
  promptTooLong: "run/prompt-too-long",
} as const;
