export const authorityCodes = {
  badRules: "authority/bad-rules",
} as const;
