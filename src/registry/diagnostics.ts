import { type Diagnostic, type Severity, SkillError } from "../skill/model/index.ts";

/** What can be wrong with a skill that comes from elsewhere, or with the place it comes from. */
export const registryCodes = {
  advisedAgainst: "registry/advised-against",
  ambiguousSkill: "registry/ambiguous-skill",
  connectionFailed: "registry/connection-failed",
  /** A place would have to be asked, which was not wanted. */
  offline: "registry/offline",
  dynamicFiles: "registry/dynamic-files",
  editedSkill: "registry/edited-skill",
  experimentalSkill: "registry/experimental-skill",
  invalidAddress: "registry/invalid-address",
  invalidEntry: "registry/invalid-entry",
  invalidKey: "registry/invalid-key",
  invalidLock: "registry/invalid-lock",
  invalidPackage: "registry/invalid-package",
  invalidRange: "registry/invalid-range",
  invalidTrust: "registry/invalid-trust",
  keyTaken: "registry/key-taken",
  listFailed: "registry/list-failed",
  lockDrift: "registry/lock-drift",
  mergeConflict: "registry/merge-conflict",
  nameTaken: "registry/name-taken",
  neededSkill: "registry/needed-skill",
  needsReview: "registry/needs-review",
  noSkills: "registry/no-skills",
  notAgreed: "registry/not-agreed",
  notInstalled: "registry/not-installed",
  notReproducible: "registry/not-reproducible",
  noVersion: "registry/no-version",
  olderVersion: "registry/older-version",
  otherSigner: "registry/other-signer",
  pinnedSkill: "registry/pinned-skill",
  readFailed: "registry/read-failed",
  refusedPermission: "registry/refused-permission",
  requestFailed: "registry/request-failed",
  riskySkill: "registry/risky-skill",
  staleSignature: "registry/stale-signature",
  takenDown: "registry/taken-down",
  tooLarge: "registry/too-large",
  unknownKey: "registry/unknown-key",
  unknownSkill: "registry/unknown-skill",
  unknownTool: "registry/unknown-tool",
  unlistedFile: "registry/unlisted-file",
  unresolvable: "registry/unresolvable",
  unsafePath: "registry/unsafe-path",
  signingFailed: "registry/signing-failed",
  withdrawnSkill: "registry/withdrawn-skill",
  writeFailed: "registry/write-failed",
  wrongDigest: "registry/wrong-digest",
  wrongFrontmatter: "registry/wrong-frontmatter",
  wrongLog: "registry/wrong-log",
  wrongSignature: "registry/wrong-signature",
  wrongSize: "registry/wrong-size",
} as const;

export type RegistryCode = (typeof registryCodes)[keyof typeof registryCodes];

/** Codes of what cannot be carried out at all; every other one is a verdict on what was found. */
const FAILURES: ReadonlySet<string> = new Set([
  registryCodes.connectionFailed,
  registryCodes.invalidAddress,
  registryCodes.invalidKey,
  registryCodes.invalidTrust,
  registryCodes.unknownKey,
  registryCodes.writeFailed,
]);

/** An error with the exit code of its code. */
export function toError(problem: Diagnostic): SkillError {
  return new SkillError(problem, { exit: FAILURES.has(problem.code) ? 2 : 1 });
}

interface Details extends Pick<Diagnostic, "hint" | "file" | "cause" | "related"> {
  readonly severity?: Severity;
}

export function registryProblem(
  code: RegistryCode,
  message: string,
  { severity = "error", ...details }: Details = {},
): Diagnostic {
  return { code, severity, message, ...details };
}

export function registryError(
  code: RegistryCode,
  message: string,
  details: Details = {},
): SkillError {
  return toError(registryProblem(code, message, details));
}
