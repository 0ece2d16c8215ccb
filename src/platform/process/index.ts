export { askForSecret, askForText, askForYes, readLines } from "./ask.ts";
export { NestedRunError, ownVariables, withVariables } from "./environment.ts";
export { findHome } from "./home.ts";
export { homeFolder, ownProgram, systemTemporaryFolder, workingFolder } from "./folders.ts";
export { repeat } from "./repeat.ts";
export { runGit } from "./run-git.ts";
export { type ProgramEnd, runProgram } from "./run-program.ts";
export { openThread, type Thread } from "./thread.ts";
export { openPage } from "./open-page.ts";
