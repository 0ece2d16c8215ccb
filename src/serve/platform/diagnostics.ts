export const platformCodes = {
  badSettings: "platform/bad-settings",
  openDataFolder: "platform/open-data-folder",
  badSecretKey: "platform/bad-secret-key",
  missingSecretKey: "platform/missing-secret-key",
  wrongSecretKey: "platform/wrong-secret-key",
  plainSecrets: "platform/plain-secrets",
} as const;
