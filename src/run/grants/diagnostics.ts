export const grantCodes = {
  unreadable: "grants/unreadable",
} as const;
