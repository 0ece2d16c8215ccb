/** What users of a deprecated skill are told where there is room for one text alone. */
export function deprecationWords(
  deprecation: string | undefined,
  successor: string | undefined,
): string | undefined {
  if (deprecation === undefined || successor === undefined) return deprecation;
  return `${deprecation} Use \`${successor}\` in its place.`;
}
