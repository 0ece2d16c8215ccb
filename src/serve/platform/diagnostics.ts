/** What a server warns of as it starts. */
export const platformWarnings = {
  openDataFolder: "platform/open-data-folder",
  plainSecrets: "platform/plain-secrets",
} as const;
