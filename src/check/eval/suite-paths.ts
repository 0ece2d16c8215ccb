/** Which files are looked at for evaluations, by where they lie and what they are called. */
const DATA = /\.(?:json|ya?ml)$/iu;
/** Folders in which people keep evaluations, whatever the files are called. */
export const SUITE_FOLDERS: RegExp =
  /(?:^|\/)(?:evals?|evaluations|scenarios|trigger[-_]?(?:evals|tests))\//iu;
export const SUITE_NAMES: RegExp =
  /(?:^|\/)(?:evals?|skillwright|evaluations?|triggers?[-_a-z]*|tasks|axis\.config|promptfoo[a-z-]*|[^/]+\.eval)\.(?:json|ya?ml)$/iu;

export function isSuitePath(path: string): boolean {
  return DATA.test(path) && (SUITE_FOLDERS.test(path) || SUITE_NAMES.test(path));
}
