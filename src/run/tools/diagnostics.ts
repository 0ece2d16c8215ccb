import type { Diagnostic } from "../../skill/index.ts";

/** Why the tools of a skill are not offered, or a call of one has no result. */
export const toolCodes = {
  noModule: "tools/no-module",
  twoModules: "tools/two-modules",
  unreadableModule: "tools/unreadable-module",
  noDeclaration: "tools/no-declaration",
  missing: "tools/missing",
  notMarked: "tools/not-marked",
  undeclared: "tools/undeclared",
  parameterNames: "tools/parameter-names",
  parameterType: "tools/parameter-type",
  parameterRequired: "tools/parameter-required",
  parameterDefault: "tools/parameter-default",
  openParameters: "tools/open-parameters",
  unreadableParameters: "tools/unreadable-parameters",
  noDocstring: "tools/no-docstring",
  resultNotJson: "tools/result-not-json",
  resultType: "tools/result-type",
  nested: "tools/nested",
  duplicate: "tools/duplicate",
  unknownSkill: "tools/unknown-skill",
  invalidSkill: "tools/invalid-skill",
  refusedPermission: "tools/refused-permission",
  notConfirmed: "tools/not-confirmed",
  refusedDependency: "tools/refused-dependency",
  dependencyFailed: "tools/dependency-failed",
  noInterpreter: "tools/no-interpreter",
  importFailed: "tools/import-failed",
  unknownTool: "tools/unknown-tool",
  badInput: "tools/bad-input",
  badResult: "tools/bad-result",
  failed: "tools/failed",
  timedOut: "tools/timed-out",
  cancelled: "tools/cancelled",
  tooMuchOutput: "tools/too-much-output",
  workerEnded: "tools/worker-ended",
  migrationRefused: "tools/migration-refused",
  badAgent: "tools/bad-agent",
  missingSkill: "tools/missing-skill",
} as const;

export type ToolCode = (typeof toolCodes)[keyof typeof toolCodes];

export function toolProblem(
  code: ToolCode,
  message: string,
  details: Partial<Omit<Diagnostic, "code" | "message">> = {},
): Diagnostic {
  return { severity: "error", ...details, code, message };
}
