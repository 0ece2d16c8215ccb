export { type CommandCall, readCommand, type SlashCommand, slashCommands } from "./commands.ts";
export { Debounce } from "./debounce.ts";
export { sessionCodes } from "./diagnostics.ts";
export {
  type EnvironmentOptions,
  type EnvironmentSkill,
  type RunEnvironment,
  skillEnvironment,
} from "./environment.ts";
export type { SkillExplanation } from "./explanation.ts";
export { type CallValues, renderInstructions, splitArguments } from "./instructions.ts";
export { type ChangeReason, Library, type LibraryEvent } from "./library.ts";
export { openLibrary } from "./open.ts";
export type { LibraryOptions } from "./options.ts";
export { sandboxGaps } from "./sandbox.ts";
export { Session, type SessionOptions } from "./session.ts";
export type { Snapshot, SnapshotSkill } from "./snapshot.ts";
export { findSettings, type FoundSettings, usualPlaces } from "./find-settings.ts";
