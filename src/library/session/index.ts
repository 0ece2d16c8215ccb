export { type CommandCall, readCommand, slashCommands } from "./commands.ts";
export { Debounce } from "./debounce.ts";
export { sessionCodes } from "./diagnostics.ts";
export { type RunEnvironment, skillEnvironment } from "./environment.ts";
export type { SkillExplanation } from "./explanation.ts";
export { renderInstructions, splitArguments } from "./instructions.ts";
export type { InlineSkillInput } from "./inline-source.ts";
export { Library, type LibraryEvent } from "./library.ts";
export { openLibrary } from "./open.ts";
export type { LibraryOptions } from "./options.ts";
export { FIRST_AGENT } from "./parts.ts";
export { sandboxGaps } from "./sandbox.ts";
export { Session, type SessionOptions } from "./session.ts";
export type { Snapshot, SnapshotSkill } from "./snapshot.ts";
export {
  findSettings,
  type FoundSettings,
  settingsEnvironment,
  usualPlaces,
} from "./find-settings.ts";
export { environmentOf } from "./gate-context.ts";
export { unreadRequirements } from "./unread.ts";
