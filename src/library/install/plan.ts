/** From an installer that a skill names to what is done on this machine. */
import { joinPath, parentOf } from "../../platform/index.ts";
import { getKey, type InstallOption, type Outcome } from "../../skill/index.ts";
import type { InstallAction, InstallContext, RunAction } from "./action.ts";
import { installCodes, installProblem } from "./diagnostics.ts";
import { planDownload } from "./plan-download.ts";
import { targetRules } from "./targets.ts";

type Plan = Outcome<readonly InstallAction[]>;

const NODE_MANAGERS: { readonly [name: string]: readonly string[] } = {
  npm: ["install", "-g", "--ignore-scripts"],
  pnpm: ["add", "-g", "--ignore-scripts"],
  yarn: ["global", "add", "--ignore-scripts"],
  bun: ["add", "-g", "--ignore-scripts"],
};

/** The actions of an installer, in their order, or why it cannot be followed. */
export function planInstall(option: InstallOption, ground: InstallContext): Plan {
  if (option.kind === "download") return planDownload(option, ground);
  const target = readTarget(option);
  if (target.value === undefined) return { diagnostics: target.diagnostics };
  const planners: { readonly [kind: string]: (target: string) => Plan } = {
    brew: (formula) => runWith(ground, "brew", ["install", formula]),
    apt: (name) => planApt(name, ground),
    node: (name) => planNode(name, ground),
    go: (module) => planGo(module, ground),
    uv: (name) => planWithBrew(ground, "uv", "uv", ["tool", "install", name]),
  };
  return planners[option.kind]?.(target.value) ?? unknownKind(option);
}

function readTarget(option: InstallOption): Outcome<string> {
  const rule = Object.hasOwn(targetRules, option.kind) ? targetRules[option.kind] : undefined;
  if (rule === undefined) return unknownKind(option);
  const values = rule.keys.map((key) => getKey(option.spec, key));
  const value = values.find((item) => typeof item === "string")?.trim() ?? "";
  if (rule.isValid(value)) return { value, diagnostics: [] };
  const found = value === "" ? "no name" : `\`${value}\``;
  return refuse(
    installCodes.invalidSpec,
    `The ${option.kind} installer has ${found}, but needs ${rule.expected}.`,
  );
}

function unknownKind(option: InstallOption): Outcome<never> {
  return refuse(
    installCodes.invalidSpec,
    `Unknown kind of installer \`${option.kind}\`: use brew, apt, node, go, uv or download.`,
  );
}

function refuse(
  code: (typeof installCodes)[keyof typeof installCodes],
  message: string,
  hint?: string,
): Outcome<never> {
  return { diagnostics: [installProblem(code, message, hint === undefined ? {} : { hint })] };
}

function missing(program: string, hint: string): Outcome<never> {
  const message = `\`${program}\` is not on the \`PATH\`.`;
  return refuse(installCodes.missingProgram, message, hint);
}

function run(
  program: string,
  path: string,
  parameters: readonly string[],
  environment: RunAction["environment"] = {},
): RunAction {
  return { kind: "run", program, path, parameters, environment };
}

function runWith(ground: InstallContext, program: string, parameters: readonly string[]): Plan {
  const path = ground.find(program);
  if (path === undefined) return missing(program, "Install it first, or choose another installer.");
  return { value: [run(program, path, parameters)], diagnostics: [] };
}

function planNode(name: string, ground: InstallContext): Plan {
  const known = Object.hasOwn(NODE_MANAGERS, ground.nodeManager) ? ground.nodeManager : "npm";
  const prefix = known === "npm" ? nodePrefix(ground) : undefined;
  const words = [
    ...(NODE_MANAGERS[known] ?? []),
    ...(prefix === undefined ? [] : ["--prefix", prefix]),
  ];
  const plan = runWith(ground, known, [...words, name]);
  if (plan.value === undefined || prefix === undefined) return plan;
  // On Windows npm puts programs beside its folder of packages.
  const folder = ground.platform === "win32" ? prefix : joinPath(prefix, "bin");
  return { ...plan, value: plan.value.map((action) => ({ ...action, folder })) };
}

function nodePrefix({ rules, isAdministrator, toolsFolder }: InstallContext): string | undefined {
  if (rules?.nodePrefix === undefined) return undefined;
  const tools = isAdministrator === true ? (rules.administratorTools ?? toolsFolder) : toolsFolder;
  return joinPath(tools, rules.nodePrefix);
}

/** Packages of the system are for its administrator; whoever has no `sudo` mostly is one. */
function planApt(name: string, ground: InstallContext): Plan {
  if (ground.find("apt-get") === undefined)
    return missing("apt-get", "Install it with the program for packages that the system has.");
  const words = ["install", "-y", name];
  return ground.find("sudo") === undefined
    ? runWith(ground, "apt-get", words)
    : runWith(ground, "sudo", ["apt-get", ...words]);
}

/** A tool that is missing comes from Homebrew first, where that is there. */
function planWithBrew(
  ground: InstallContext,
  program: string,
  formula: string,
  parameters: readonly string[],
): Plan {
  const path = ground.find(program);
  if (path !== undefined) return { value: [run(program, path, parameters)], diagnostics: [] };
  const brew = ground.find("brew");
  if (brew === undefined) return missing(program, "Install it first, or choose another installer.");
  const actions = [
    run("brew", brew, ["install", formula]),
    run(program, joinPath(parentOf(brew), program), parameters),
  ];
  return { value: actions, diagnostics: [] };
}

/** Go from the packages of the system; undefined where it is not needed, or not to be had without asking. */
function goFromSystemPackages({
  rules,
  find,
  isAdministrator,
}: InstallContext): RunAction | undefined {
  const aptGet = find("apt-get");
  if (rules?.goPackage === undefined || aptGet === undefined) return undefined;
  if (find("go") !== undefined || find("brew") !== undefined) return undefined;
  const words = ["install", "-y", rules.goPackage];
  if (isAdministrator === true) return run("apt-get", aptGet, words);
  const sudo = find("sudo");
  // Nobody is there to type a password: it works without one, or ends at once.
  return sudo === undefined ? undefined : run("sudo", sudo, ["-n", "apt-get", ...words]);
}

/** What Go builds goes beside Homebrew's programs where that brought Go, else to the user's own. */
function planGo(module: string, ground: InstallContext): Plan {
  const words = ["install", module];
  const fromSystem = goFromSystemPackages(ground);
  const plan: Plan =
    fromSystem === undefined
      ? planWithBrew(ground, "go", "go", words)
      : { value: [fromSystem, run("go", "/usr/bin/go", words)], diagnostics: [] };
  if (plan.value === undefined) return plan;
  const brew = ground.find("brew");
  const isFresh = ground.find("go") === undefined && brew !== undefined;
  const GOBIN = isFresh ? parentOf(brew) : joinPath(ground.home, ".local", "bin");
  const value = plan.value.map((action) =>
    action.kind === "run" && action.program === "go"
      ? { ...action, environment: { GOBIN }, folder: GOBIN }
      : action,
  );
  return { value, diagnostics: [] };
}
