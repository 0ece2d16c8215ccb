/** Which skills an agent has, and why: everything here runs where the agent runs. */
export { type LibraryConfig, ownSettings, settingsCodes } from "./config/index.ts";
export { type Evaluation, type Explanation } from "./gate/index.ts";
export { type HostFacts, HostInventory, simulateHost } from "./hosts/index.ts";
export { installCodes } from "./install/index.ts";
export { clientRoots, rootCodes } from "./roots/index.ts";
export {
  Library,
  type LibraryEvent,
  type LibraryOptions,
  openLibrary,
  renderInstructions,
  type RunEnvironment,
  sandboxGaps,
  Session,
  sessionCodes,
  type SessionOptions,
  skillEnvironment,
  type SkillExplanation,
  splitArguments,
  type Snapshot,
  type SnapshotSkill,
} from "./session/index.ts";
export {
  openFolderStore,
  openMemoryStore,
  openS3Store,
  openScopes,
  r2Endpoint,
  readConflict,
  type S3StoreOptions,
  type Scopes,
  type Store,
  type StoreEntry,
} from "./store/index.ts";
