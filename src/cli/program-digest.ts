/** Of all sources of the program, put in by the build; not there where it runs from its sources. */
declare const PROGRAM_DIGEST: string | undefined;

/** Tells this program from every other, also of the same version: what one keeps, only that one reads again. */
export function programDigest(): string | undefined {
  return typeof PROGRAM_DIGEST === "string" ? PROGRAM_DIGEST : undefined;
}
