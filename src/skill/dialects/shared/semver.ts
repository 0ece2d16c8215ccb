/** SemVer 2.0.0, the expression its specification gives. */
export const SEMVER: RegExp =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

/** Completes the sentence "expected …". */
export const SEMVER_SAYS = "a version by SemVer 2.0.0 such as `1.0.0`";

export function isSemver(value: string): boolean {
  return SEMVER.test(value);
}

/** `v2.1` is meant as `2.1.0`; what is further from a version is none. */
export function coerceVersion(value: string): string | undefined {
  const bare = value.trim().replace(/^v/i, "");
  if (isSemver(bare)) return bare;
  const parts = /^(0|[1-9]\d*)(?:\.(0|[1-9]\d*))?$/.exec(bare);
  return parts === null ? undefined : `${parts[1]}.${parts[2] ?? "0"}.0`;
}
