/** Whether two permissions overlap: whether one allows anything that the other names. */
import { comparedHost } from "../../platform/sandbox/host-rules.ts";
import type { Permission } from "../../skill/index.ts";
import { coversName, isAtLeast, listScopes, splitPattern, splitPort } from "./scopes.ts";

/** What `~` and `./` stand for, each also with its links followed; without it they may stand for anything. */
export interface PathContext {
  readonly homes?: readonly string[];
  readonly folders?: readonly string[];
  /** Where a path leads with its links followed: a rule may say it by either name. */
  readonly realOf?: (path: string) => string;
}

const FILES: ReadonlySet<string> = new Set(["filesystem", "database"]);

/** Whether a permission would allow what a rule names: a rule about writing says nothing about reading. */
export function meets(wanted: Permission, rule: Permission, around?: PathContext): boolean {
  if (!isAtLeast(wanted.level, rule.level)) return false;
  const areFiles = FILES.has(wanted.domain) && FILES.has(rule.domain);
  const [wants, names] = [listScopes(wanted), listScopes(rule)];
  if (wanted.domain !== rule.domain) {
    // A database is a file, and a rule for one file holds by whichever name it is opened.
    if (!areFiles) return false;
    if (wants === undefined) return names !== undefined && wanted.domain === "filesystem";
    if (names === undefined) return rule.domain === "filesystem" && !wants.every(isDatabaseFile);
  }
  if (wants === undefined || names === undefined) return true;
  return wants.some((item) =>
    names.some((name) =>
      areFiles
        ? pathsMeet(item, name, around)
        : wanted.domain === "network"
          ? hostsMeet(item, name)
          : coversName(item, name) || coversName(name, item),
    ),
  );
}

/** Any other file could be opened as a database too, and then a rule about all files holds. */
function isDatabaseFile(path: string): boolean {
  return /\.(?:db|db3|s3db|sl3|sqlite|sqlite3|duckdb)$/iu.test(path);
}

const WEB_PORTS: readonly number[] = [80, 443];

/** A rule without a port is about all of them; a permission without one is for those of the web. */
function hostsMeet(wanted: string, named: string): boolean {
  const [want, name] = [splitPort(wanted), splitPort(named)];
  const ports = want.port === undefined ? WEB_PORTS : [want.port];
  if (name.port !== undefined && !ports.includes(name.port)) return false;
  // Of a permission it is all names; who forbids it means all that there is.
  if (name.host === "*") return true;
  const [one, other] = [comparedHost(want.host), comparedHost(name.host)];
  return one === other || matchesHost(one, other) || matchesHost(other, one);
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*)$/u;

/** A pattern of names holds names and narrower patterns, and no address. */
function matchesHost(pattern: string, host: string): boolean {
  if (ADDRESS.test(host)) return false;
  if (pattern === "*") return true;
  return pattern.startsWith("*.") && host.replace(/^\*/u, "").endsWith(pattern.slice(1));
}

/** Each names a file, or a folder with all that is in it. */
function pathsMeet(one: string, other: string, around: PathContext | undefined): boolean {
  const [first, second] = [absolute(one, around), absolute(other, around)];
  // Without the folders only paths from the same start can be told apart.
  if (first === undefined || second === undefined)
    return pathRoot(one) !== pathRoot(other) || globsMeet(splitPath(one), splitPath(other));
  return first.some((a) => second.some((b) => globsMeet(splitPath(a), splitPath(b))));
}

function pathRoot(path: string): string {
  return /^[~.]/u.exec(path)?.[0] ?? "/";
}

function absolute(path: string, around: PathContext | undefined): readonly string[] | undefined {
  const start = pathRoot(path);
  const bases = start === "~" ? around?.homes : around?.folders;
  const named = start === "/" ? [path] : bases?.map((base) => `${base}${path.slice(1)}`);
  const { realOf } = around ?? {};
  if (named === undefined || realOf === undefined) return named;
  const real = named.map((item) => {
    const { base, rest } = splitPattern(item);
    return rest === "" ? realOf(base) : `${realOf(base)}/${rest}`;
  });
  return [...new Set([...named, ...real])];
}

function splitPath(path: string): readonly string[] {
  // Within a name it goes through folders as well.
  const parts = path.split("/").map((part) => (part.includes("**") ? "**" : part));
  return [...parts.filter((part) => part !== ""), "**"];
}

/** Whether some path fits both, where `**` stands for any number of names. */
function globsMeet(one: readonly string[], other: readonly string[]): boolean {
  return meetFrom(one.length, other.length, (i, j, go) => {
    const [a, b] = [one[i], other[j]];
    if (a === undefined && b === undefined) return true;
    if (a === "**") return go(i + 1, j) || (b !== undefined && go(i, j + 1));
    if (b === "**") return go(i, j + 1) || (a !== undefined && go(i + 1, j));
    return a !== undefined && b !== undefined && namesMeet(a, b) && go(i + 1, j + 1);
  });
}

/** The same for one name, where `*` stands for any number of characters; a set counts as any character. */
function namesMeet(one: string, other: string): boolean {
  const [first, second] = [splitCharacters(one), splitCharacters(other)];
  return meetFrom(first.length, second.length, (i, j, go) => {
    const [a, b] = [first[i], second[j]];
    if (a === undefined && b === undefined) return true;
    if (a === "*") return go(i + 1, j) || (b !== undefined && go(i, j + 1));
    if (b === "*") return go(i, j + 1) || (a !== undefined && go(i + 1, j));
    if (a === undefined || b === undefined) return false;
    return (a === "?" || b === "?" || a === b) && go(i + 1, j + 1);
  });
}

function splitCharacters(name: string): readonly string[] {
  // What braces stand for differs from program to program, so that they stand for anything.
  const [open, close] = [name.indexOf("{"), name.lastIndexOf("}")];
  const plain =
    open === -1 || close < open ? name : `${name.slice(0, open)}*${name.slice(close + 1)}`;
  // A bracket that is never closed is taken too, so that the search does not begin anew at each of them.
  return [...plain.replaceAll(/\[[^\]]+(?:\]|$)/gu, (set) => (set.endsWith("]") ? "?" : set))];
}

type Step = (i: number, j: number, go: (i: number, j: number) => boolean) => boolean;

/** Walks two lists side by side; every pair of places is looked at once. */
function meetFrom(rows: number, columns: number, step: Step): boolean {
  const known = new Map<number, boolean>();
  const go = (i: number, j: number): boolean => {
    const key = i * (columns + 1) + j;
    const found = known.get(key);
    if (found !== undefined) return found;
    const answer = i <= rows && j <= columns && step(i, j, go);
    known.set(key, answer);
    return answer;
  };
  return go(0, 0);
}
