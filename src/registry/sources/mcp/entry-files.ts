import { SKILL_LIMITS, type Skill } from "@modelcontextprotocol/client/ext/skills";
import { partsOf, UnsafeArchiveError } from "../../../platform/archive/index.ts";
import { type Diagnostic, normalizeText } from "../../../skill/model/index.ts";
import { registryCodes, registryProblem } from "../../errors.ts";

const SKILL_FILE = "/SKILL.md";

/** A file that an entry promises. */
export interface PromisedFile {
  readonly uri: string;
  /** Below the folder of the skill, with `/` between the parts. */
  readonly path: string;
  readonly digest: string;
  readonly size: number;
}

export interface PromisedFiles {
  readonly files: readonly PromisedFile[];
  readonly problems: readonly Diagnostic[];
}

/** The address of the skill's folder, without a slash at its end. */
export function rootOf(skill: Pick<Skill, "uri">): string {
  return new URL(skill.uri).href.slice(0, -SKILL_FILE.length);
}

/** What an entry promises, as files that can be kept on every system; a problem means that none should be. */
export function promisedFiles(skill: Skill): PromisedFiles {
  if (skill.resources === "dynamic")
    return {
      files: [],
      problems: [
        registryProblem(
          registryCodes.dynamicFiles,
          `\`${skill.uri}\` lists its files as \`dynamic\`, without digests.`,
          {
            severity: "info",
            hint: "Such files differ from one reading to the next, so that nothing can be verified.",
          },
        ),
      ],
    };
  const root = rootOf(skill);
  const problems: Diagnostic[] = [...limitProblems(skill.uri, skill.resources)];
  const files = skill.resources.flatMap(({ uri, digest, size }): readonly PromisedFile[] => {
    const path = pathBelow(root, uri);
    if (typeof path === "string") return [{ uri, path, digest, size }];
    problems.push(path);
    return [];
  });
  return { files, problems: [...problems, ...clashes(files)] };
}

function limitProblems(
  uri: string,
  resources: readonly { readonly size: number }[],
): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  const bytes = resources.reduce((sum, { size }) => sum + size, 0);
  if (resources.length > SKILL_LIMITS.files)
    problems.push(tooLarge(uri, `${resources.length} files`, `${SKILL_LIMITS.files}`));
  if (bytes > SKILL_LIMITS.bytes)
    problems.push(tooLarge(uri, `${bytes} bytes`, `${SKILL_LIMITS.bytes}`));
  return problems;
}

function tooLarge(uri: string, amount: string, most: string): Diagnostic {
  return registryProblem(
    registryCodes.tooLarge,
    `\`${uri}\` has ${amount}; at most ${most} are allowed.`,
    { hint: "Clients need not take skills beyond the limits of the specification." },
  );
}

/** The path of a file below the skill, or why it has none. */
function pathBelow(root: string, uri: string): string | Diagnostic {
  const href = new URL(uri).href;
  try {
    // The address is read without them, but whoever writes them means no good.
    if (uri.split("/").some((part) => /^\.{1,2}$/.test(decodeURIComponent(part))))
      throw new UnsafeArchiveError("it holds `.` or `..`");
    if (!href.startsWith(`${root}/`)) throw new UnsafeArchiveError("it lies outside of the skill");
    const parts = href
      .slice(root.length + 1)
      .split("/")
      .map((part) => decodeURIComponent(part));
    // A slash that was written as %2F would be a part of its own from here on.
    if (parts.some((part) => part.includes("/"))) throw new UnsafeArchiveError("a name holds `/`");
    const path = partsOf(parts.join("/"), 0).join("/");
    if (path !== parts.join("/")) throw new UnsafeArchiveError("it is no plain path");
    return path;
  } catch (error) {
    const why = error instanceof UnsafeArchiveError ? error.message : "it cannot be decoded";
    return registryProblem(
      registryCodes.unsafePath,
      `The file \`${uri}\` is not at a path inside the skill: ${why}.`,
    );
  }
}

/** Two names that are one on a system that does not tell capital letters, or a file that is a folder too. */
function clashes(files: readonly PromisedFile[]): readonly Diagnostic[] {
  const byKey = Map.groupBy(files, ({ path }) => normalizeText(path, "NFC").toLowerCase());
  const problems: Diagnostic[] = [];
  for (const [key, [first, second]] of byKey) {
    const folder = [...ancestors(key)].find((above) => byKey.has(above));
    if (first === undefined || (second === undefined && folder === undefined)) continue;
    problems.push(
      registryProblem(
        registryCodes.unsafePath,
        second === undefined
          ? `The file \`${first.uri}\` is below another file instead of a folder.`
          : `The names \`${first.path}\` and \`${second.path}\` are the same on some systems.`,
      ),
    );
  }
  return problems;
}

function* ancestors(path: string): Generator<string> {
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    yield path.slice(0, at);
}
