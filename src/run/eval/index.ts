export { createCapture, findAgentProgram } from "./agents/index.ts";
export { eachWithLimit, type EvalModel } from "./ask.ts";
export { cachedEmbeddings } from "./cached-embeddings.ts";
export {
  Cassette,
  type CassetteCall as AskRecorded,
  type RecordMode,
  recordWith,
} from "./cassette.ts";
export { languageModel } from "./language-model.ts";
export { readRevision } from "./revision.ts";
export { scriptedModel } from "./scripted-model.ts";
export { runTrigger, type SkillListing } from "./trigger.ts";
export {
  openWorkspace,
  plainPath,
  type RunCommand,
  sandboxCommands,
  skillFiles,
  WORK_TOOLS,
  type WorkFiles,
  type Workspace,
} from "./workspace.ts";
