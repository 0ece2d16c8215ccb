/** What can be wrong with the settings that decide who may ask a server. */
export const oauthCodes = {
  insecureAddress: "oauth/insecure-address",
  missingSetting: "oauth/missing-setting",
  openAddress: "oauth/open-address",
  unusableKeys: "oauth/unusable-keys",
} as const;
