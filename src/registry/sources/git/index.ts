/** Skills of a repository of git. */
export { type GitAddress, openGit, readGitAddress } from "./open-git.ts";
