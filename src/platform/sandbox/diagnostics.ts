export const sandboxCodes = {
  noWalls: "sandbox/no-walls",
  badMount: "sandbox/bad-mount",
  badValue: "sandbox/bad-value",
  noProgram: "sandbox/no-program",
} as const;
