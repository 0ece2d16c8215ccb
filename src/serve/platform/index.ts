export { platformCodes } from "./diagnostics.ts";
export { createDrain } from "./drain.ts";
export { createLog, type Log } from "./log.ts";
export { openPlatform, type Platform } from "./open-platform.ts";
export {
  isForThisMachine,
  PLATFORM_VARIABLES,
  type PlatformSettings,
  platformSettingsSchema,
  readPlatformSettings,
  secretsOf,
} from "./settings.ts";
export { IN_MEMORY } from "./stores.ts";
export { summarize } from "./summarize.ts";
