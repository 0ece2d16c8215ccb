/** Packages that the tools of a skill need, in a folder of the skill's own. */
import { createStage } from "../../../platform/archive/index.ts";
import {
  type Environment,
  fileExists,
  joinPath,
  listFolder,
  makeFolder,
  reasonOf,
  computeSha256,
  writeFileAtomically,
} from "../../../platform/index.ts";
import { thisMachine } from "../../../platform/machine/index.ts";
import { type ProgramEnd, runProgram } from "../../../platform/process/index.ts";
import { type Diagnostic, type Skill, SkillError } from "../../../skill/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";
import type { ModuleLanguage, SkillTools } from "../introspect/index.ts";

/** What has to be installed for a skill, or is there already. */
export interface PackagePlan {
  readonly skill: string;
  readonly manager: "pip" | "npm";
  readonly packages: readonly string[];
  /** The folder of the skill's own; its name follows from what is in it. */
  readonly folder: string;
  readonly isThere: boolean;
}

export interface PackageContext {
  /** Where such folders are kept. */
  readonly root: string;
  readonly environment: Environment;
  /** Tells versions of the interpreter apart: packages of one may not run in another. */
  readonly interpreter: string;
}

const DONE = "installed.json";

/** What a module of this language needs; undefined: nothing. */
export function planPackages(
  name: string,
  { relations }: Skill,
  language: ModuleLanguage,
  ground: Pick<PackageContext, "root" | "interpreter">,
): PackagePlan | undefined {
  const isPython = language === "python";
  const packages = (isPython ? relations.pythonPackages : relations.nodePackages) ?? [];
  if (packages.length === 0) return undefined;
  const manager = isPython ? "pip" : "npm";
  const key = computeSha256(JSON.stringify([manager, ground.interpreter, packages.toSorted()]));
  const folder = joinPath(ground.root, name, key.slice(0, 16));
  const isThere = fileExists(joinPath(folder, DONE));
  return { skill: name, manager, packages, folder, isThere };
}

/** Names and ranges alone: an address or a path would run code that no registry has seen. */
const PIP =
  /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\[[A-Za-z0-9._, -]+\])?\s*(?:(?:===|==|~=|!=|>=|<=|<|>)\s*[A-Za-z0-9.*+!_-]+\s*(?:,\s*|$))*(?:;[^;\0-\x1f\x7f]*)?$/;
const NPM = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*(?:@[A-Za-z0-9.^~><=*|+\s-]+)?$/;

/** A person has to read it before it is installed. */
const LONGEST_PACKAGE = 200;

/** Packages that are not to be had from a registry by their names. */
export function refusedPackages({ manager, packages, skill }: PackagePlan): readonly Diagnostic[] {
  const pattern = manager === "pip" ? PIP : NPM;
  return packages
    .filter((item) => item.length > LONGEST_PACKAGE || !pattern.test(item.trim()))
    .map((item) =>
      toolProblem(
        toolCodes.refusedDependency,
        `The package \`${item.slice(0, LONGEST_PACKAGE)}\` of \`${skill}\` is not a name with a range of versions.`,
        { hint: "Addresses, paths and options of the installer are not taken from skills." },
      ),
    );
}

/** What loading would refuse of the packages of a skill. */
export function packageProblems({ name, skill, module }: SkillTools): readonly Diagnostic[] {
  if (module === undefined) return [];
  const plan = planPackages(name, skill, module.language, { root: "", interpreter: "" });
  return plan === undefined ? [] : refusedPackages(plan);
}

/** The command that installs, as a person is shown it. */
export function formatInstall({ manager, packages }: PackagePlan): string {
  return `${manager} install ${packages.join(" ")}`;
}

export interface InstallOptions extends PackageContext {
  /** The Python or the npm that installs. */
  readonly program: string;
  readonly timeoutMs: number;
  readonly onOutput: (text: string) => void;
}

/** Installs into a folder of the skill's own, without running anything of the packages; all or nothing. */
export async function installPackages(plan: PackagePlan, options: InstallOptions): Promise<void> {
  const stage = await createStage(joinPath(options.root, plan.skill));
  try {
    const content = stage.path("content");
    makeFolder(content);
    const target = plan.manager === "pip" ? joinPath(content, "packages") : content;
    makeFolder(target);
    const end = await runProgram(options.program, buildParameters(plan, target), {
      environment: options.environment,
      timeoutMs: options.timeoutMs,
      onOutput: options.onOutput,
    });
    if (end.kind !== "ended" || end.code !== 0) throw failedInstall(plan, end, options.timeoutMs);
    // npm keeps a lock of its own.
    if (plan.manager === "pip")
      writeFileAtomically(joinPath(content, "requirements.txt"), pinned(target));
    writeFileAtomically(joinPath(content, DONE), `${JSON.stringify(plan.packages)}\n`);
    await stage.moveInto(content, plan.folder);
  } finally {
    await stage.remove();
  }
}

/** Every package that is there with its version, as `pip` would install it again. */
function pinned(folder: string): string {
  const found = listFolder(folder).flatMap(({ path }) => {
    const match = /^([^/]+)-([^/-]+)\.dist-info\/METADATA$/.exec(path);
    return match === null ? [] : [`${match[1]?.replaceAll("_", "-")}==${match[2]}\n`];
  });
  return found.toSorted().join("");
}

/** Where an interpreter finds what was installed. */
export function packageFolder({ manager, folder }: PackagePlan): string {
  return manager === "pip" ? joinPath(folder, "packages") : folder;
}

function buildParameters({ manager, packages }: PackagePlan, target: string): readonly string[] {
  if (manager === "npm")
    return [
      "install",
      "--prefix",
      target,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-save",
      "--",
      ...packages,
    ];
  // Wheels alone: a source distribution runs its own build.
  return [
    "-I",
    "-m",
    "pip",
    "install",
    "--target",
    target,
    "--only-binary",
    ":all:",
    "--no-input",
    "--no-compile",
    "--disable-pip-version-check",
    "--",
    ...packages,
  ];
}

function failedInstall(plan: PackagePlan, end: ProgramEnd, timeoutMs: number): SkillError {
  const why =
    end.kind === "ended"
      ? `exit code ${end.code}`
      : end.kind === "timed-out"
        ? `it took longer than ${timeoutMs / 1000} seconds`
        : end.kind === "killed"
          ? `signal ${end.signal}`
          : reasonOf(end.cause);
  return new SkillError(
    toolProblem(toolCodes.dependencyFailed, `\`${formatInstall(plan)}\` failed: ${why}.`, {
      hint: "See the output above. Nothing was installed.",
    }),
  );
}

/** The program that installs packages: Python itself, or the npm on the PATH. */
export function findInstaller(
  manager: "pip" | "npm",
  interpreter: string,
  { PATH = "" }: Environment,
): string {
  if (manager === "pip") return interpreter;
  const { isProgram, platform } = thisMachine();
  const [mark, name] = platform === "win32" ? [";", "npm.cmd"] : [":", "npm"];
  const folders = PATH.split(mark).filter((folder) => folder !== "");
  const found = folders.map((folder) => joinPath(folder, name)).find(isProgram);
  if (found !== undefined) return found;
  throw new SkillError(
    toolProblem(toolCodes.noInterpreter, "npm, which installs packages, is not on the `PATH`.", {
      hint: "Install npm, or put it on the `PATH`.",
    }),
  );
}
