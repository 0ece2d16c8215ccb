export { promptForSecret, promptForText, promptForYes, readLines } from "./prompt.ts";
export { NestedRunError, ownVariables, withVariables } from "./environment.ts";
export { type Helper, openHelper } from "./helper.ts";
export { findHome } from "./home.ts";
export {
  homeFolder,
  ownProgram,
  runsOnNode,
  systemTemporaryFolder,
  workingFolder,
} from "./folders.ts";
export { repeat } from "./repeat.ts";
export { runGit } from "./run-git.ts";
export { type ProgramEnd, runProgram } from "./run-program.ts";
export { openThread, type Thread } from "./thread.ts";
export { openPage } from "./open-page.ts";
export { within } from "./within.ts";
