/** The installers of a skill that a system would follow on a host, as remedies. */
import {
  getKey,
  getPath,
  type InstallOption,
  isList,
  type Json,
  type JsonObject,
  quoteForShell,
} from "../../skill/index.ts";
import type { InstallContext } from "../install/action.ts";
import { judgeInstallers } from "../install/choice.ts";
import { installCodes } from "../install/diagnostics.ts";
import { planInstall } from "../install/plan.ts";
import type { PreparedHost } from "./hosts.ts";
import { downloadAddress, installCommand } from "./install-command.ts";
import type { Evaluation } from "./select.ts";
import type { GateContext } from "./context.ts";

/** Programs by which others are installed; no skill waits for them, so they are looked up by themselves. */
const MANAGERS: readonly string[] = ["brew", "uv", "go", "npm", "pnpm", "yarn", "bun"];

/** Undefined where nobody has asked the host for the program. */
function hasProgram(
  name: string,
  host: PreparedHost | undefined,
  { machine, input }: GateContext,
): boolean | undefined {
  const known = host?.view.bins ?? {};
  if (Object.hasOwn(known, name)) return known[name];
  return host?.id === machine.id ? input.hasProgram?.(name) : undefined;
}

/** Installers that the system would follow for some of the names. */
export function installersFor(
  names: readonly string[],
  evaluation: Evaluation,
  host: PreparedHost | undefined,
  context: GateContext,
): readonly InstallOption[] {
  // The model keeps installers as they stand in the file.
  const install = (evaluation.loaded?.skill.requirements.install ?? []) as readonly Json[];
  return judgeInstallers(evaluation.candidate.reading.dialect, {
    install,
    bins: MANAGERS.filter((name) => hasProgram(name, host, context) === true),
    platform: host?.view.platform ?? host?.view.os ?? "",
    config: context.config,
  })
    .filter(({ state }) => state === "chosen")
    .map(({ option }) => option)
    .filter((option) => installs(option, names));
}

function installs(option: InstallOption, names: readonly string[]): boolean {
  const bins = getKey(option.spec, "bins");
  if (!isList(bins) || bins.length === 0) return true;
  return bins.some((bin) => typeof bin === "string" && names.includes(bin));
}

export interface InstallRemedy {
  readonly say: string;
  readonly command?: string;
}

/** `what` says what is to be installed and where, as in "`gh` on the host `mac`". */
export function installRemedy(
  what: string,
  option: InstallOption,
  host: PreparedHost | undefined,
  context: GateContext,
): InstallRemedy {
  const { value = [], diagnostics } = planInstall(option, groundOf(host, context));
  const command = installCommand(option, context.config);
  const isStuck = diagnostics.some(({ code }) => code === installCodes.missingProgram);
  const [refusal] = diagnostics;
  if (isStuck && command !== undefined) {
    const [program = ""] = command.split(" ");
    const say = `Install ${what}; the installer \`${option.id}\` cannot be followed, since \`${program}\` is not there.`;
    return { say };
  }
  // What is refused when it is to be run is not put into anybody's hands either.
  if (refusal !== undefined)
    return {
      say: `Install ${what} yourself; the installer \`${option.id}\` is malformed and never followed.`,
    };
  const url = downloadAddress(option);
  if (url !== undefined) return { say: `Install ${what} from ${url}.` };
  if (command === undefined) return { say: `Install ${what}.` };
  // What brings the installer itself comes before it.
  const before = value
    .slice(0, -1)
    .flatMap((action) =>
      action.kind === "run"
        ? [[action.program, ...action.parameters].map(quoteForShell).join(" ")]
        : [],
    );
  return { say: `Install ${what}.`, command: [...before, command].join(" && ") };
}

/** Paths do not matter here, only whether a program is there; one that nobody looked for may be. */
function groundOf(host: PreparedHost | undefined, context: GateContext): InstallContext {
  return {
    platform: host?.view.platform ?? host?.view.os ?? "",
    find: (name) => (hasProgram(name, host, context) === false ? undefined : name),
    home: "",
    toolsFolder: "",
    skillKey: "",
    nodeManager: nodeManager(context.config),
  };
}

function nodeManager(config: JsonObject): string {
  const value = getPath(config, ["skills", "install", "nodeManager"]);
  return typeof value === "string" ? value.trim().toLowerCase() : "";
}
