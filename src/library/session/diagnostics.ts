import type { Diagnostic, Severity } from "../../skill/model/index.ts";

/** What can go wrong while an agent has a library. */
export const sessionCodes = {
  alreadySet: "session/already-set",
  badAgent: "session/bad-agent",
  badValue: "session/bad-value",
  nestedRun: "session/nested-run",
  oddValue: "session/odd-value",
  refusedName: "session/refused-name",
  sandboxLacks: "session/sandbox-lacks",
  secretUnresolved: "session/secret-unresolved",
  undeclaredName: "session/undeclared-name",
  unknownSkill: "session/unknown-skill",
  unreadRequirements: "session/unread-requirements",
  watchUnavailable: "session/watch-unavailable",
} as const;

export type SessionCode = (typeof sessionCodes)[keyof typeof sessionCodes];

const severities: { readonly [Code in SessionCode]?: Severity } = {
  [sessionCodes.alreadySet]: "info",
  [sessionCodes.badValue]: "warning",
  [sessionCodes.oddValue]: "warning",
  [sessionCodes.refusedName]: "warning",
  [sessionCodes.undeclaredName]: "warning",
  [sessionCodes.sandboxLacks]: "warning",
  [sessionCodes.unreadRequirements]: "warning",
  [sessionCodes.watchUnavailable]: "warning",
};

export function sessionProblem(
  code: SessionCode,
  message: string,
  details: Pick<Diagnostic, "hint" | "file" | "cause"> = {},
): Diagnostic {
  return { code, severity: severities[code] ?? "error", message, ...details };
}
