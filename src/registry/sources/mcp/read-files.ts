import {
  type Skill,
  SkillVerificationError,
  type SkillVerificationReason,
} from "@modelcontextprotocol/client/ext/skills";
import { reasonOf } from "../../../platform/index.ts";
import type { Diagnostic } from "../../../skill/model/index.ts";
import { type RegistryCode, registryCodes, registryProblem } from "../../errors.ts";
import type { FetchedFile } from "../fetched.ts";
import type { McpConnection } from "./connect.ts";
import { type PromisedFile, promisedFiles, rootOf } from "./entry-files.ts";

export interface ReadFiles {
  readonly files: readonly FetchedFile[];
  readonly problems: readonly Diagnostic[];
}

const CODES: { readonly [Reason in SkillVerificationReason]: RegistryCode } = {
  unlisted: registryCodes.unlistedFile,
  size: registryCodes.wrongSize,
  digest: registryCodes.wrongDigest,
  frontmatter: registryCodes.wrongFrontmatter,
};

const MANIFEST = "SKILL.md";

/**
 * Reads every file of a skill and compares it with its entry. Files of an entry that breaks the limits or
 * names unsafe paths are not asked for at all, and none after a SKILL.md that is not what was promised.
 */
export async function readFiles(connection: McpConnection, skill: Skill): Promise<ReadFiles> {
  const promised = promisedFiles(skill);
  const files: FetchedFile[] = [];
  const problems: Diagnostic[] = [...promised.problems];
  if (skill.resources === "dynamic") problems.push(...(await readDynamic(connection, skill)));
  else if (problems.length === 0)
    for (const file of manifestFirst(promised.files)) {
      const read = await readOne(connection, skill, file);
      if (!("code" in read)) files.push(read);
      else if (problems.push(read) > 0 && file.path === MANIFEST) break;
    }
  return { files, problems: [...problems, ...(await unlisted(connection, skill))] };
}

function manifestFirst(files: readonly PromisedFile[]): readonly PromisedFile[] {
  return files.toSorted((a, b) => Number(b.path === MANIFEST) - Number(a.path === MANIFEST));
}

async function readOne(
  { skills, timeoutMs }: McpConnection,
  skill: Skill,
  { uri, path, digest }: PromisedFile,
): Promise<FetchedFile | Diagnostic> {
  try {
    const { bytes } = await skills.read(skill, uri, { timeout: timeoutMs, cacheMode: "bypass" });
    return { path, bytes, digest };
  } catch (error) {
    return toProblem(error, uri);
  }
}

/** Of files without digests, the frontmatter alone can be compared. */
async function readDynamic(
  { skills, timeoutMs }: McpConnection,
  skill: Skill,
): Promise<readonly Diagnostic[]> {
  try {
    await skills.read(skill, undefined, { timeout: timeoutMs, cacheMode: "bypass" });
    return [];
  } catch (error) {
    return [toProblem(error, skill.uri)];
  }
}

function toProblem(error: unknown, uri: string): Diagnostic {
  if (error instanceof SkillVerificationError) {
    const differences = error.differences.length === 0 ? "" : ` (${error.differences.join("; ")})`;
    const expected = { unlisted: "a listed file", size: "the size", digest: "the digest" };
    const what =
      error.reason === "frontmatter"
        ? "the frontmatter of its entry"
        : `${expected[error.reason]} of its entry`;
    return registryProblem(
      CODES[error.reason],
      `The content of \`${uri}\` does not match ${what}${differences}.`,
      { hint: "Do not use the skill: what is served is not what was promised.", cause: error },
    );
  }
  return registryProblem(
    registryCodes.readFailed,
    `\`${uri}\` cannot be read: ${reasonOf(error).replace(/\.$/, "")}.`,
    { cause: error },
  );
}

const FOLDER = "inode/directory";
/** A server could name folders without end. */
const MOST_FOLDERS = 512;

/** Files that the server shows in the folder of the skill, but that its entry does not list. */
async function unlisted(connection: McpConnection, skill: Skill): Promise<readonly Diagnostic[]> {
  const { skills, timeoutMs } = connection;
  if (!skills.directoryRead || skill.resources === "dynamic") return [];
  const listed = new Set(skill.resources.map(({ uri }) => keyOf(uri)));
  const problems: Diagnostic[] = [];
  const folders = [rootOf(skill)];
  const seen = new Set(folders);
  try {
    for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
      const { resources } = await skills.readDirectory(folder, { timeout: timeoutMs });
      for (const { uri, mimeType } of resources) {
        const isBelow = uri.startsWith(`${folder}/`);
        if (mimeType === FOLDER && isBelow && !seen.has(uri) && seen.size < MOST_FOLDERS) {
          seen.add(uri);
          folders.push(uri);
        } else if (mimeType !== FOLDER && !listed.has(keyOf(uri)))
          problems.push(
            registryProblem(
              registryCodes.unlistedFile,
              `The file \`${uri}\` is not in the entry of \`${skill.uri}\`.`,
              { hint: "The file cannot be verified, so it is left out." },
            ),
          );
      }
    }
  } catch (error) {
    problems.push(toProblem(error, rootOf(skill)));
  }
  return problems;
}

/** One spelling for every way to write a name. */
function keyOf(uri: string): string {
  try {
    return decodeURI(new URL(uri).href);
  } catch {
    return uri;
  }
}
