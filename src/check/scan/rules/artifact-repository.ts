import { RepositoryWatch } from "../../../skill/index.ts";
import type { SourceFile } from "../context.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { oneOf } from "../text/one-of.ts";

export const artifactRepository: ScanRule = {
  code: "scan/artifact-repository",
  title: "A skill brings no repository of a version control.",
  severity: "medium",
  category: "artifacts",
  hint: "Leave the repository out. Whoever asks for the state of the files there starts what its settings name.",
  check(context) {
    const watch = new RepositoryWatch();
    const found = new Map<string, SourceFile>();
    for (const file of context.files) {
      const repository = watch.add(file.path.split("/"));
      if (repository !== undefined && !found.has(repository)) found.set(repository, file);
    }
    for (const [repository, file] of found) {
      const worst = worstIn(repository, context.files);
      context.report({
        file: worst?.file.path ?? file.path,
        message: `The skill contains the repository \`${repository}\`${worst?.why ?? ""}.`,
        severity: worst?.severity ?? "medium",
      });
    }
  },
};

interface Danger {
  readonly file: SourceFile;
  readonly severity: ScanSeverity;
  readonly why: string;
}

/** Settings with which git starts a program, whichever section they stand in. */
const STARTS = oneOf([
  /(?:^|[\]\n])[\t ]*(?:fsmonitor|sshcommand|pager|editor|askpass|gitproxy|alternaterefscommand)[\t ]*=(?![\t ]*(?:(?:true|false|yes|no|on|off|0|1)[\t ]*)?(?:[#;]|\r?$))/imu,
  /(?:^|[\]\n])[\t ]*(?:external|command|cmd|textconv|driver|clean|smudge|process|program|helper)[\t ]*=(?![\t ]*(?:(?:true|false|yes|no|on|off|0|1)[\t ]*)?(?:[#;]|\r?$))/imu,
  /(?:^|[\]\n])[\t ]*(?:packobjectshook|uploadpack|receivepack|difffilter|browser|templatedir)[\t ]*=(?![\t ]*(?:(?:true|false|yes|no|on|off|0|1)[\t ]*)?(?:[#;]|\r?$))/imu,
]);
/** Settings that lie elsewhere, where nobody has looked. */
const INCLUDES = /^[\t ]*\[include(?:if\b[^\]\r\n]*)?\]/imu;
/** An alias, or a way to update, that is a command of the shell. */
const SHELL = /=[\t ]*"?!/u;
const HOOK_PATH = /(?:^|[\]\n])[\t ]*hookspath[\t ]*=/iu;
const MERCURIAL = /^[\t ]*\[(?:hooks|extensions|alias|ui|merge-tools|extdiff|fix)\]/imu;

function worstIn(repository: string, files: readonly SourceFile[]): Danger | undefined {
  const below = files.filter(({ path }) => isWithin(path, repository));
  const dangers = below.flatMap((file): readonly Danger[] => {
    const danger = dangerOf(file);
    return danger === undefined ? [] : [{ file, ...danger }];
  });
  return dangers.find(({ severity }) => severity === "critical") ?? dangers[0];
}

function isWithin(path: string, repository: string): boolean {
  return repository === "." || path === repository || path.startsWith(`${repository}/`);
}

function dangerOf({ path, text = "" }: SourceFile): Omit<Danger, "file"> | undefined {
  const name = path.split("/").at(-1)?.toLowerCase() ?? "";
  const isSettings = name === "config" || name === "config.worktree";
  const doesStart =
    (isSettings && [STARTS, INCLUDES, SHELL].some((one) => one.test(text))) ||
    (name === "hgrc" && MERCURIAL.test(text));
  if (doesStart)
    return { severity: "critical", why: ` with settings in \`${path}\` that start a program` };
  const isHook = /(?:^|\/)hooks\/[^/]+$/iu.test(path) && !name.endsWith(".sample");
  if (isHook || (isSettings && HOOK_PATH.test(text)))
    return { severity: "high", why: ` with a hook in \`${path}\`` };
  return undefined;
}
