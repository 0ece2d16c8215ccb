import type { BridgeTools } from "./bridge.ts";
import { findOnPath } from "./programs.ts";
import { probeBubblewrap } from "./spawn.ts";

/** Programs of the system that build the sandbox. */
export interface Tools {
  readonly bwrap: string;
  readonly prlimit: string;
  /** Needed where this program runs as root, and for the way to the proxy. */
  readonly setpriv?: string;
  /** Both needed for the way to the proxy. */
  readonly socat?: string;
  readonly nsenter?: string;
  /** Options that not every release of bubblewrap has. */
  readonly features: ReadonlySet<string>;
}

export type FoundTools = Partial<Tools> & Pick<Tools, "features">;

/** Without the first a folder could be exchanged between the look at it and the mount. */
const REQUIRED = ["--ro-bind-fd", "--bind-fd", "--size", "--json-status-fd", "--perms"];
const WANTED = ["--disable-userns"];

/** Looks for the programs, and asks bubblewrap what it can do. */
export async function findTools(path: string): Promise<FoundTools> {
  const [bwrap, prlimit, setpriv, socat, nsenter] = [
    "bwrap",
    "prlimit",
    "setpriv",
    "socat",
    "nsenter",
  ].map((name) => findOnPath(name, path));
  const help = bwrap === undefined ? "" : (await probeBubblewrap(bwrap, ["--help"])).out;
  return {
    ...(bwrap === undefined ? {} : { bwrap }),
    ...(prlimit === undefined ? {} : { prlimit }),
    ...(setpriv === undefined ? {} : { setpriv }),
    ...(socat === undefined ? {} : { socat }),
    ...(nsenter === undefined ? {} : { nsenter }),
    features: new Set([...REQUIRED, ...WANTED].filter((option) => help.includes(` ${option} `))),
  };
}

/** What is missing, by the name of the program; nothing: the sandbox can be tried. */
export function missingTools(tools: FoundTools, isRoot: boolean): readonly string[] {
  return [
    ...(tools.bwrap === undefined || isOutdated(tools) ? ["bwrap"] : []),
    ...(tools.prlimit === undefined ? ["prlimit"] : []),
    ...(isRoot && tools.setpriv === undefined ? ["setpriv"] : []),
  ];
}

/** Whether bubblewrap is there, and too old for this sandbox. */
export function isOutdated({ bwrap, features }: FoundTools): boolean {
  return bwrap !== undefined && REQUIRED.some((option) => !features.has(option));
}

/** What the way to the proxy is built with; undefined where something of it is missing. */
export function bridgeTools({ socat, nsenter, setpriv }: FoundTools): BridgeTools | undefined {
  return socat === undefined || nsenter === undefined || setpriv === undefined
    ? undefined
    : { socat, nsenter, setpriv };
}

export function hasAll(tools: FoundTools, isRoot: boolean): tools is Tools {
  return missingTools(tools, isRoot).length === 0;
}
