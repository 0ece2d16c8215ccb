import type { CallFact, Command } from "../code/index.ts";
import { normalisePath } from "../code/paths.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { isAboutDisks } from "../text/topic.ts";

export const codeDestruction: ScanRule = {
  code: "scan/code-destruction",
  title: "Code deletes only what it has made.",
  severity: "high",
  category: "destruction",
  hint: "Let the code name files of its own, in a folder of its own.",
  check(context) {
    const { calls, commands } = codeOf(context);
    for (const fact of [...commands, ...calls]) {
      const found = harmOf(fact);
      if (found === undefined) continue;
      tell(context, fact, {
        severity:
          DISK.test(found.target) && (context.ask(isAboutDisks) || fact.words.some(isImage))
            ? "medium"
            : found.severity,
        evidence: fact.words.join(" "),
        message: `The code deletes \`${found.target}\`.`,
      });
    }
  },
};

interface Harm {
  readonly target: string;
  readonly severity: ScanSeverity;
}

/** The home of the user, the root, and folders of the system, with everything in them. */
const EVERYTHING =
  /^(?:~|\/|[A-Za-z]:)\/?\*?$|^\/(?:etc|usr|bin|sbin|lib|boot|var|home|Users|System|Library|root|opt)\/?\*?$/;
const OF_THE_USER =
  /^~\/(?:Documents|Desktop|Downloads|Pictures|Music|Library|[Pp]rojects?|[Cc]ode|[Rr]epos|[Ww]orkspace|[Ww]ork|\.ssh|\.aws|\.gnupg|\.config)\/?\*?$/;
/** Files that nobody named, in folders where people keep their own. */
const FOUND = /^~\/(?:(?:Documents|Desktop|Pictures|Photos|Music)(?:\/|$)|[*{])/;
const REMOVES_ONE =
  /^(?:os\.(?:remove|unlink|Remove)|fs\.(?:rm|unlink)(?:Sync)?|pathlib\.Path\(\)\.unlink|File\.(?:delete|unlink)|unlink)$/;
const LOGS = /^\/var\/log\/?\*?$/;
const SOME_LOGS = /^\/var\/log\//;
const DISK = /^(?:of=)?\/dev\/(?:sd|nvme|disk|hd|mmcblk|vd)\w*/;

/** What people write and keep, and no program makes anew. */
const DOCUMENTS =
  /-i?name\s+\S{0,4}\*\.(?:docx?|xlsx?|pptx?|pdf|odt|ods|jpe?g|png|heic|mp4|mov|key|pages|numbers)\b/i;

/** `find ~ -type f -delete` without a word on which files are meant. */
function walkedHarm(words: readonly string[]): Harm | undefined {
  const line = words.join(" ");
  const isOfPeople = DOCUMENTS.test(line);
  if (!/\s-delete\b|-exec(?:dir)?\s+(?:rm|shred|unlink|srm)\b/.test(line)) return undefined;
  if (
    !isOfPeople &&
    /\s-(?:i?name|i?path|i?regex|empty|[amc]time|[amc]min|newer\S*|size|user|perm|L|samefile)\b/.test(
      line,
    )
  )
    return undefined;
  const target = words.slice(1).find((word) => !word.startsWith("-")) ?? "";
  const path = normalisePath(target);
  if (EVERYTHING.test(path)) return { target, severity: "critical" };
  return OF_THE_USER.test(path) ? { target, severity: "high" } : undefined;
}

/** An image is made to be written to a disk. */
function isImage(word: string): boolean {
  return /^if=.*\.(?:img|iso|bin|wic)$/i.test(word);
}

function harmOf({ tool, words, sources }: Command | CallFact): Harm | undefined {
  const targets = words.slice(/\./.test(tool) ? 0 : 1).filter((word) => !/^-[^/]/.test(word));
  if (/^(?:dd|mkfs(?:\.\w+)?|wipefs|shred)$/.test(tool)) {
    const disk = targets.find((target) => DISK.test(target));
    return disk === undefined ? undefined : { target: disk, severity: "critical" };
  }
  if (tool === "find") return walkedHarm(words);
  // Files that a walk through the home has found, written over with something else.
  if (tool === "overwrite")
    return words.includes("lost")
      ? { target: sources[0]?.name ?? "~", severity: "high" }
      : undefined;
  const found = sources.find(({ kind, name }) => kind === "personal-files" && FOUND.test(name));
  if (found !== undefined && REMOVES_ONE.test(tool) && words.some((word) => word.includes("…")))
    return { target: found.name, severity: "high" };
  const isRecursive = words.some((word) =>
    /^-(?=\w*r)\w+$|^--recursive$|^-Recurse$|^\/s$/i.test(word),
  );
  const isRemoval = /^(?:rm|rmdir|rd|del|remove-item)$/i.test(tool) && isRecursive;
  if (
    !isRemoval &&
    !/^(?:shutil\.rmtree|fs\.rm(?:Sync)?|fs\.rmdir(?:Sync)?|FileUtils\.(?:rm_rf|rm_r|remove_dir)|rmtree|os\.RemoveAll)$/.test(
      tool,
    )
  )
    return undefined;
  for (const target of targets) {
    const path = normalisePath(target);
    if (EVERYTHING.test(path)) return { target, severity: "critical" };
    if (OF_THE_USER.test(path)) return { target, severity: "high" };
    if (LOGS.test(path)) return { target, severity: "high" };
    if (SOME_LOGS.test(path)) return { target, severity: "medium" };
  }
  return undefined;
}
