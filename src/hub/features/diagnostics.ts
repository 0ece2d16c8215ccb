export const featureCodes = {
  unknown: "feature/unknown",
  unavailable: "feature/unavailable",
  disabled: "feature/disabled",
  badEmbed: "feature/bad-embed",
} as const;
