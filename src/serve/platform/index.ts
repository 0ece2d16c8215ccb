export { platformCodes } from "./diagnostics.ts";
export { createDrain, type Drain, type DrainOptions } from "./drain.ts";
export { createLog, createRedaction, type Log, type LogOptions } from "./log.ts";
export { openPlatform, type Platform, type PlatformOptions } from "./open-platform.ts";
export {
  type BucketSettings,
  FIRST_EMAIL,
  PLATFORM_VARIABLES,
  type PlatformSettings,
  platformSettingsSchema,
  readPlatformSettings,
  secretsOf,
  summarize,
} from "./settings.ts";
export { IN_MEMORY } from "./stores.ts";
