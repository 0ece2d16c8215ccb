export const sandboxCodes = {
  noWalls: "sandbox/no-walls",
  badMount: "sandbox/bad-mount",
  noProgram: "sandbox/no-program",
} as const;
