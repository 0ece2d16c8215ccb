import { type Diagnostic, SkillError } from "../skill/model/index.ts";

const REASONS: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOENT: "it does not exist",
  ENOTDIR: "a part of the path is no folder",
  EISDIR: "it is a folder",
  EFTYPE: "it is not a regular file",
  ESPIPE: "it is not a regular file",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "the path is too long",
  ENOSPC: "no space is left",
  EROFS: "the file system is read-only",
  EMFILE: "too many files are open",
  EEXIST: "it exists already",
};

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Why a call of the operating system failed, in words that complete "… because …". */
export function reasonOf(error: unknown): string {
  const code = errorCode(error);
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

export function failure(
  code: string,
  message: string,
  details: Pick<Diagnostic, "hint" | "file" | "path" | "cause"> = {},
): SkillError {
  return new SkillError({ code, severity: "error", message, ...details });
}
