/** How runs are told of. */
export const STATES = {
  success: ["good", "Done"],
  error: ["bad", "Failed"],
  cancelled: ["warn", "Stopped"],
} as const;

export const KINDS = { skill: "Run", chat: "Chat", workflow: "Workflow" } as const;
