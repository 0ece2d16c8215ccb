export const platformCodes = {
  badSettings: "platform/bad-settings",
} as const;
