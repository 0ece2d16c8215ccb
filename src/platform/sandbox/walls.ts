import type { SkillError } from "../../skill/model/index.ts";
import { failure } from "../failure.ts";
import type { SandboxCheck, SandboxReport } from "./contract.ts";
import { sandboxCodes } from "./diagnostics.ts";
import { findGroups } from "./groups.ts";
import { systemCallFilter } from "./seccomp.ts";
import { probeBubblewrap } from "./spawn.ts";
import { bridgeTools, type FoundTools, isOutdated, missingTools } from "./tools.ts";

const INSTALL =
  "Install it: `apt install bubblewrap util-linux socat`, or what your system calls them.";

const UPDATE =
  "Install bubblewrap 0.10 or later, or the security updates of your system: it has to know `--bind-fd`.";

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The refusal where code cannot be held back; there is no way around it. */
export function noSandboxError(tools: FoundTools): SkillError {
  if (process.platform !== "linux")
    return failure(
      sandboxCodes.noWalls,
      `There is no sandbox for tools of skills on \`${process.platform}\`; it needs Linux.`,
      { hint: "Run it on Linux, or in a virtual machine with Linux." },
    );
  if (isOutdated(tools))
    return failure(
      sandboxCodes.noWalls,
      "This release of `bwrap` is too old: it cannot mount opened files.",
      { hint: UPDATE },
    );
  const names = missingTools(tools, isRoot()).map((name) => `\`${name}\``);
  return failure(
    sandboxCodes.noWalls,
    `The sandbox in which tools of skills run needs ${names.join(" and ")}, which is not installed.`,
    { hint: INSTALL },
  );
}

export function noProxyError(): SkillError {
  return failure(
    sandboxCodes.noWalls,
    "The sandbox's connection to the network needs `socat`, `nsenter` and `setpriv`, which are not all installed.",
    { hint: INSTALL },
  );
}

export function noStarterError(): SkillError {
  return failure(
    sandboxCodes.noWalls,
    `The sandbox cannot start programs on the processor architecture \`${process.arch}\`.`,
    { hint: "Run it on x64 or arm64." },
  );
}

/** What this machine can enforce, each part tried or looked at. */
export async function checkSandbox(tools: FoundTools): Promise<SandboxReport> {
  if (process.platform !== "linux")
    return {
      isUsable: false,
      parts: [
        {
          name: "system",
          state: "missing",
          says: `The sandbox needs Linux, and this is \`${process.platform}\`: tools of skills are refused.`,
          remedy: "Run it on Linux, or in a virtual machine with Linux.",
        },
      ],
    };
  const missing = missingTools(tools, isRoot());
  const tried = missing.length === 0 ? await tryNamespaces(tools) : undefined;
  const parts: readonly SandboxCheck[] = [
    ...toolParts(tools, missing),
    ...(tried === undefined ? [] : [tried]),
    networkPart(tools),
    filterPart(),
    groupPart(),
    userPart(tools),
  ];
  return { isUsable: missing.length === 0 && tried?.state === "there", parts };
}

function toolParts(tools: FoundTools, missing: readonly string[]): readonly SandboxCheck[] {
  const names = ["bwrap", "prlimit", ...(isRoot() ? ["setpriv"] : [])];
  return names.map((name): SandboxCheck => {
    if (missing.includes(name))
      return {
        name,
        state: "missing",
        says: "Without it tools of skills are refused.",
        remedy: name === "bwrap" && isOutdated(tools) ? UPDATE : INSTALL,
      };
    const isOld = name === "bwrap" && !tools.features.has("--disable-userns");
    return isOld
      ? {
          name,
          state: "weaker",
          says: "This release lacks options that close small gaps.",
          remedy: "Install bubblewrap 0.8 or later.",
        }
      : { name, state: "there", says: TOOL_SAYS[name] ?? "" };
  });
}

const TOOL_SAYS: { readonly [name: string]: string } = {
  bwrap: "Files, processes and network of the machine are out of sight.",
  prlimit: "Processor time, memory, processes, files and their size are limited.",
  setpriv: "Tools run as a user without rights though this program runs as root.",
};

function networkPart(tools: FoundTools): SandboxCheck {
  const isThere = bridgeTools(tools) !== undefined;
  return isThere
    ? { name: "proxy", state: "there", says: "The one way out leads to granted hosts and methods." }
    : {
        name: "proxy",
        state: "missing",
        says: "Without `socat`, `nsenter` and `setpriv` skills that need the network are refused.",
        remedy: INSTALL,
      };
}

function filterPart(): SandboxCheck {
  return systemCallFilter(process.arch) === undefined
    ? {
        name: "seccomp",
        state: "missing",
        says: `No filter of system calls is known for \`${process.arch}\`.`,
      }
    : { name: "seccomp", state: "there", says: "System calls that no tool needs are refused." };
}

function groupPart(): SandboxCheck {
  return findGroups() !== undefined && isRoot()
    ? { name: "cgroup", state: "there", says: "Memory and processes are counted for a whole run." }
    : {
        name: "cgroup",
        state: "weaker",
        says: "Memory of all of a run is looked at again and again, and not counted by the kernel.",
      };
}

function userPart(tools: FoundTools): SandboxCheck {
  if (isRoot())
    return {
      name: "user",
      state: tools.setpriv === undefined ? "missing" : "there",
      says: "This program runs as root; tools run as another user, so that files must be open to others.",
    };
  return { name: "user", state: "there", says: "Tools run as you, in a user namespace." };
}

/** Builds a small sandbox and lets `true` run behind them. */
async function tryNamespaces(tools: FoundTools): Promise<SandboxCheck> {
  const user = isRoot() ? [] : ["--unshare-user"];
  const view = ["--ro-bind", "/", "/", "--proc", "/proc"];
  const { code, error } = await probeBubblewrap(
    tools.bwrap ?? "",
    [...user, "--unshare-pid", "--unshare-net", ...view],
    [tools.prlimit ?? "", "--version"],
  );
  return code === 0
    ? { name: "namespaces", state: "there", says: "This user may create namespaces." }
    : {
        name: "namespaces",
        state: "missing",
        says: `The kernel refuses: ${error.trim().split("\n")[0] ?? ""}.`,
        remedy:
          "Allow user namespaces (`sysctl kernel.unprivileged_userns_clone=1`, or an AppArmor profile for bwrap); in a container, run it with the rights to make namespaces.",
      };
}
