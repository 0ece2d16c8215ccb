/** How runs are told of. */
export const STATES = {
  success: ["good", "common.done"],
  error: ["bad", "common.failed"],
  cancelled: ["warn", "common.stopped"],
} as const;

export const KINDS = {
  skill: "common.run",
  chat: "nav.chat",
  workflow: "workflows.workflow",
} as const;
