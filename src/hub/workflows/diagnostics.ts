import { type Diagnostic, SkillError } from "../../skill/index.ts";

export const workflowCodes = {
  invalid: "workflow/invalid",
  notFound: "workflow/not-found",
  forbidden: "workflow/forbidden",
  changed: "workflow/changed",
  conflict: "workflow/conflict",
  paused: "workflow/paused",
  badSignature: "workflow/bad-signature",
} as const;

type WorkflowCode = (typeof workflowCodes)[keyof typeof workflowCodes];

export function workflowProblem(
  code: WorkflowCode,
  field: string,
  message: string,
  more: Pick<Diagnostic, "hint"> = {},
): SkillError {
  return new SkillError({ code, severity: "error", message, path: [field], ...more });
}
