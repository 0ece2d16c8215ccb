import { type Environment, lastPart, parentOf } from "../../platform/index.ts";
import { runGit } from "../../platform/process/index.ts";

/** Words of git that name a commit; one that begins with a dash would be an option. */
const REVISION = /^[A-Za-z0-9_][\w./~^@{}-]{0,200}$/u;
const TIMEOUT_MS = 10_000;

/**
 * The text of a file as a commit of its repository has it; undefined where the repository has no such commit, or the commit
 * no such file. `cat-file` runs no filter.
 */
export async function readRevision(
  file: string,
  revision: string,
  environment: Environment,
): Promise<string | undefined> {
  if (!REVISION.test(revision) || revision.includes("..")) return undefined;
  let output = "";
  const end = await runGit(["cat-file", "blob", `${revision}:./${lastPart(file)}`], {
    folder: parentOf(file),
    environment,
    timeoutMs: TIMEOUT_MS,
    onOutput: (text) => {
      output += text;
    },
  });
  return end.kind === "ended" && end.code === 0 ? output : undefined;
}
