import { readFile } from "node:fs/promises";

/** What this machine knows of names without asking anybody, and how it completes them. */
export interface SystemNames {
  /** Addresses by name, in lower case. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /** Domains that are tried after a name. */
  readonly search: readonly string[];
  /** Names with so many dots are asked for as they are first. */
  readonly dots: number;
}

export interface SystemNameFiles {
  readonly hosts: string;
  readonly resolver: string;
}

const MOST_CHARACTERS = 1_000_000;
const MOST_SEARCH = 6;
const MOST_DOTS = 15;

/** Both files are small and may change while a server runs, so that they are read for every look-up. */
export async function readSystemNames(files: SystemNameFiles): Promise<SystemNames> {
  const [hosts, resolver] = await Promise.all([readLines(files.hosts), readLines(files.resolver)]);
  return { hosts: parseHosts(hosts), ...parseResolver(resolver) };
}

export function systemNameFiles(): SystemNameFiles {
  const root = process.env["SystemRoot"] ?? "C:\\Windows";
  return process.platform === "win32"
    ? { hosts: `${root}\\System32\\drivers\\etc\\hosts`, resolver: "" }
    : { hosts: "/etc/hosts", resolver: "/etc/resolv.conf" };
}

async function readLines(path: string): Promise<readonly (readonly string[])[]> {
  if (path === "") return [];
  try {
    const text = await readFile(path, "utf8");
    return text
      .slice(0, MOST_CHARACTERS)
      .split("\n")
      .map((line) => (line.split("#", 1)[0] ?? "").split(/\s/u).filter((word) => word !== ""));
  } catch {
    // A system without such a file has nothing to say.
    return [];
  }
}

function parseHosts(lines: readonly (readonly string[])[]): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  for (const [address = "", ...names] of lines)
    for (const name of names) {
      const key = name.toLowerCase();
      const known = hosts.get(key);
      if (known === undefined) hosts.set(key, [address]);
      else known.push(address);
    }
  return hosts;
}

/** Of several lines the last one counts, as for the C library. */
function parseResolver(
  lines: readonly (readonly string[])[],
): Pick<SystemNames, "search" | "dots"> {
  let search: readonly string[] = [];
  let dots = 1;
  for (const [key, ...words] of lines) {
    if (key === "search" || key === "domain") search = words.slice(0, MOST_SEARCH);
    if (key !== "options") continue;
    const asked = words.findLast((word) => /^ndots:\d{1,3}$/u.test(word));
    if (asked !== undefined) dots = Math.min(MOST_DOTS, Number(asked.slice("ndots:".length)));
  }
  return { search, dots };
}
