import type { Diagnostic } from "../../skill/model/index.ts";

/** Why something that a skill needs was not installed. */
export const installCodes = {
  nothing: "install/nothing",
  invalidSpec: "install/invalid-spec",
  missingProgram: "install/missing-program",
  programFailed: "install/program-failed",
  refusedAddress: "install/refused-address",
  downloadFailed: "install/download-failed",
  wrongDigest: "install/wrong-digest",
  unsafeArchive: "install/unsafe-archive",
  outsideFolder: "install/outside-folder",
  notConfirmed: "install/not-confirmed",
} as const;

export type InstallCode = (typeof installCodes)[keyof typeof installCodes];

export function installProblem(
  code: InstallCode,
  message: string,
  details: Pick<Diagnostic, "hint" | "file" | "cause"> = {},
): Diagnostic {
  return { code, severity: "error", message, ...details };
}
