import type { Diagnostic } from "../../skill/model/index.ts";

/** What can be wrong with the settings of a library; a code is never used for anything else. */
export const settingsCodes = {
  syntax: "settings/syntax",
  unreadable: "settings/unreadable",
  unknownKey: "settings/unknown-key",
  removedKey: "settings/removed-key",
  invalidValue: "settings/invalid-value",
  unsetVariable: "settings/unset-variable",
  ignoredInclude: "settings/ignored-include",
  unusableInclude: "settings/unusable-include",
  refused: "settings/refused",
  overridden: "settings/overridden",
} as const;

export type SettingsCode = (typeof settingsCodes)[keyof typeof settingsCodes];

type Details = Pick<Diagnostic, "hint" | "file" | "range" | "path" | "severity" | "cause">;

export function settingsProblem(
  code: SettingsCode,
  message: string,
  details: Partial<Details> = {},
): Diagnostic {
  return { code, severity: "error", message, ...details };
}
