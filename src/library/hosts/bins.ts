import type { EffectivePolicy } from "../../skill/index.ts";
import type { Machine } from "../../platform/machine/index.ts";
import { sortNames } from "./facts.ts";
import { withoutEnd } from "../../skill/model/index.ts";

/** No file system has longer names. */
const BIN_NAME = /^[A-Za-z0-9._+-]{1,255}$/;

/** The name of a program without its blanks; undefined for what no host may be asked for. */
export function toBinName(value: string): string | undefined {
  const name = value.trim();
  return BIN_NAME.test(name) ? name : undefined;
}

export function toBinNames(values: Iterable<string>): readonly string[] {
  return sortNames([...values].map(toBinName).filter((name) => name !== undefined));
}

type BinQuery = Pick<EffectivePolicy, "isEnabled" | "isAlways" | "requires">;

/** Every program that some skill waits for; a skill that is off or always on waits for none. */
export function binsToProbe(skills: Iterable<BinQuery>): readonly string[] {
  const names = [...skills].flatMap(({ isEnabled, isAlways, requires }) =>
    isEnabled && !isAlways ? [...(requires?.["bins"] ?? []), ...(requires?.["anyBins"] ?? [])] : [],
  );
  return toBinNames(names);
}

const DEFAULT_EXTENSIONS = ".EXE;.CMD;.BAT;.COM";

export interface BinFinder {
  /** Whether a program lies in a folder of PATH; `path` takes the place of the machine's own. */
  readonly has: (name: string, path?: string) => boolean;
}

/**
 * What was found stays found while PATH stays the same; what was not is looked for again, since it may
 * have been installed meanwhile.
 */
export function createBinFinder(machine: Machine): BinFinder {
  const isWindows = machine.platform === "win32";
  let key = "";
  let found = new Set<string>();
  return {
    has: (value, path) => {
      const name = toBinName(value);
      if (name === undefined) return false;
      const variable = (wanted: string): string | undefined => getVariable(machine, wanted);
      const folders = path ?? variable("PATH") ?? "";
      const extensions = isWindows ? (variable("PATHEXT") ?? DEFAULT_EXTENSIONS) : "";
      const currentKey = `${folders}\n${extensions}`;
      if (currentKey !== key) {
        key = currentKey;
        found = new Set();
      }
      if (found.has(name)) return true;
      const isThere = candidates(name, folders, extensions, isWindows).some(machine.isProgram);
      if (isThere) found.add(name);
      return isThere;
    },
  };
}

/** Windows does not tell names of variables apart by the case of their letters. */
function getVariable(machine: Machine, name: string): string | undefined {
  const environment = machine.environment();
  if (machine.platform !== "win32") return environment[name];
  const key = Object.keys(environment).find((item) => item.toUpperCase() === name);
  return key === undefined ? undefined : environment[key];
}

function candidates(
  name: string,
  folders: string,
  extensions: string,
  isWindows: boolean,
): readonly string[] {
  const endings = isWindows ? ["", ...split(extensions, ";")] : [""];
  const separator = isWindows ? "\\" : "/";
  return split(folders, isWindows ? ";" : ":").flatMap((folder) =>
    endings.map((ending) => withoutEnd(folder, "\\/") + separator + name + ending),
  );
}

function split(list: string, mark: string): readonly string[] {
  return list
    .split(mark)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
