import type { Permission } from "../../skill/index.ts";

/** Domains whose scope is a list with commas; a path may hold a comma itself. */
const LISTS: ReadonlySet<string> = new Set(["shell", "env", "mcp", "network"]);

const HOST = /^(?:\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/iu;
const COMMAND = /^[A-Za-z0-9_][A-Za-z0-9._+-]*$/u;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/u;
/** A server, or one tool of it: tools may have a slash in their names, and servers have none. */
const SERVER = /^[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_./-]+)?$/u;

/** What a grant is narrowed to; undefined: the whole domain. */
export function listScopes({ domain, scope }: Permission): readonly string[] | undefined {
  if (scope === undefined) return undefined;
  if (!LISTS.has(domain)) return [plainPath(scope.trim())];
  return scope
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** One spelling for each path: `data/**` is `./data/**`, and a folder with a slash at its end is all that lies in it. */
function plainPath(path: string): string {
  const anchored = /^(?:\/|~(?:\/|$)|\.(?:\/|$))/u.test(path) ? path : `./${path}`;
  const single = anchored.replaceAll(/\/{2,}/gu, "/").replaceAll(/(?<=\/)\.(?:\/|$)/gu, "");
  if (single === "." || single === "./") return "./**";
  if (single === "~" || single === "~/") return "~/**";
  return single.endsWith("/") ? `${single}**` : single;
}

/** Why a scope is invalid; completes "… because …". */
export function scopeProblem(permission: Permission): string | undefined {
  const scopes = listScopes(permission);
  if (scopes === undefined) return undefined;
  if (scopes.length === 0) return "its scope names nothing";
  return scopes
    .map((scope) => findProblem(permission.domain, scope))
    .find((why) => why !== undefined);
}

/** Longer than any path that a person would read before saying yes. */
const LONGEST = 256;

function findProblem(domain: string, scope: string): string | undefined {
  if (scope.length > LONGEST) return `its scope has more than ${LONGEST} characters`;
  switch (domain) {
    case "filesystem":
      return pathProblem(scope);
    case "database":
      return scope.includes("://") ? undefined : pathProblem(scope);
    case "network":
      return HOST.test(scope) ? undefined : `\`${scope}\` is no host, such as \`*.example.com\``;
    case "shell":
      return COMMAND.test(scope) ? undefined : `\`${scope}\` is no bare name of a program`;
    case "env":
      return VARIABLE.test(scope) ? undefined : `\`${scope}\` is no name of a variable`;
    case "mcp":
      return SERVER.test(scope)
        ? undefined
        : `\`${scope}\` is no MCP server, such as \`linear\`, and no tool of one, such as \`linear/search\``;
    default:
      return undefined;
  }
}

/** Where the kernel and programs that run show themselves: no file lies there. */
export const MACHINERY: RegExp = /^\/(?:proc|sys|dev|run|var\/run)(?:\/|$)/u;

/** Where this program keeps answers and keys: a skill that could write there could agree for its user. */
export const OWN_PLACE = "~/.skillwright";
/** The usual place of packages and of code that is kept compiled. */
const OWN_CACHE = "~/.cache/skillwright";

function pathProblem(path: string): string | undefined {
  if ([OWN_PLACE, OWN_CACHE].some((place) => path === place || path.startsWith(`${place}/`)))
    return "no skill gets at the answers, keys and packages that are kept there";
  if (MACHINERY.test(path)) return "no skill gets at the processes and devices of the machine";
  if (path.split("/").includes("..")) return "its path leads upwards with `..`";
  if (path.startsWith("./~")) return "only `~/` stands for a home folder, and only for your own";
  return /\p{C}|[\u2028\u2029]|[^\S ]|[\u115f\u1160\u2800\u3164\uffa0]| {2}/u.test(path)
    ? "its path holds a character that cannot be seen, or blanks in a row"
    : undefined;
}

/** The folder before the first wildcard, and what follows it. */
export function splitPattern(pattern: string): { readonly base: string; readonly rest: string } {
  const parts = pattern.split("/");
  const wild = parts.findIndex((part) => /[*?[{]/u.test(part));
  if (wild < 0) return { base: pattern, rest: "" };
  return { base: parts.slice(0, wild).join("/") || "/", rest: parts.slice(wild).join("/") };
}

/** True for patterns that mean a folder with all that lies in it. */
export function isWholeFolder(rest: string): boolean {
  return rest === "**" || rest === "**/*" || rest === "**/**";
}

const LEVELS: { readonly [level: string]: number } = {
  none: 0,
  read: 1,
  connect: 1,
  control: 1,
  execute: 1,
  write: 2,
};

/** Whether one name holds another: a server holds its tools. */
export function coversName(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** A scope of MCP in its two parts; without a tool it means all of the server. */
export function splitServer(scope: string): { readonly server: string; readonly tool?: string } {
  const at = scope.indexOf("/");
  return at < 0 ? { server: scope } : { server: scope.slice(0, at), tool: scope.slice(at + 1) };
}

/** Whether a level holds another: write holds read. */
export function isAtLeast(level: string, other: string): boolean {
  return levelRank(level) >= levelRank(other);
}

function levelRank(level: string): number {
  return (Object.hasOwn(LEVELS, level) ? LEVELS[level] : undefined) ?? 0;
}

/** `*.example.com:8443` in its two parts. */
export function splitPort(text: string): { readonly host: string; readonly port?: number } {
  const match = /^(\[[^\]]*\]|[^:]*):(\d+)$/u.exec(text);
  if (match === null) return { host: text };
  const [, host = "", port = ""] = match;
  return { host, port: Number(port) };
}
