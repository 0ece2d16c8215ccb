export { platformWarnings } from "./diagnostics.ts";
export { serveError, serveErrors } from "../errors.ts";
export { createDrain } from "./drain.ts";
export { accountLines } from "./first-account.ts";
export { type LocalDataContext, openHere, openKnowledge } from "./local-data.ts";
export { createLog, type Log } from "./log.ts";
export { openPlatform } from "./open-platform.ts";
export { findSettingsFile, loadSettings } from "./settings-file.ts";
export type { LibraryView } from "../../hub/library/index.ts";
export {
  isForThisMachine,
  PLATFORM_VARIABLES,
  type PlatformSettings,
  platformSettingsSchema,
  readPlatformSettings,
  readSecrets,
} from "./settings.ts";
export { summarize } from "./summarize.ts";
