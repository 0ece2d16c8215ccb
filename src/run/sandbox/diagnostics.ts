export const sandboxRunCodes = {
  codeFailed: "run/code-failed",
} as const;
