export { platformCodes } from "./diagnostics.ts";
export {
  FIRST_EMAIL,
  IN_MEMORY,
  openPlatform,
  type Platform,
  type PlatformOptions,
} from "./open-platform.ts";
export {
  type BucketSettings,
  type PlatformSettings,
  readPlatformSettings,
  summarize,
} from "./settings.ts";
