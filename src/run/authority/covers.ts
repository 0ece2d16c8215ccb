import { coversRule } from "../../platform/sandbox/host-rules.ts";
import type { Permission } from "../../skill/index.ts";
import { secretsAbove } from "./hidden.ts";
import { fileRules, hostRules, isOpenVariable } from "./access-rules.ts";
import type { PathContext } from "./overlap.ts";
import type { FileRule } from "./policy-value.ts";
import { startedAround } from "./started.ts";
import {
  coversName,
  isAtLeast,
  isWholeFolder,
  scopeProblem,
  listScopes,
  splitPattern,
} from "./scopes.ts";

export interface CoverContext {
  /** Of the skill that asks: without a scope it has less. */
  readonly isExperimental: boolean;
  /** What `~` and `./` stand for; without it, paths from different starts hold nothing of each other. */
  readonly around?: PathContext;
}

/**
 * Whether whoever has the first has the second too: whether all that the second opens is opened by the first. A scope
 * can open what the whole domain does not, such as a private address or a place of secrets, and then needs its own yes.
 */
export function covers(granted: Permission, wanted: Permission, context: CoverContext): boolean {
  if (granted.domain !== wanted.domain) return false;
  if (!isAtLeast(granted.level, wanted.level)) return false;
  if (scopeProblem(granted) !== undefined || scopeProblem(wanted) !== undefined) return false;
  switch (granted.domain) {
    case "filesystem":
    case "database":
      return coversFiles(granted, wanted, context);
    case "network":
      return coversHosts(granted, wanted);
    default:
      return coversNames(granted, wanted, context);
  }
}

function coversHosts(granted: Permission, wanted: Permission): boolean {
  const have = hostRules(granted);
  return hostRules(wanted).every((inner) => have.some((outer) => coversRule(outer, inner)));
}

function coversNames(granted: Permission, wanted: Permission, context: CoverContext): boolean {
  const [have, want] = [listScopes(granted), listScopes(wanted)];
  if (want === undefined) return have === undefined;
  if (have !== undefined) return want.every((name) => have.some((one) => coversName(one, name)));
  // All variables are those that carry no secret, and to an experimental skill none.
  return granted.domain !== "env" || (!context.isExperimental && want.every(isOpenVariable));
}

function coversFiles(
  granted: Permission,
  wanted: Permission,
  { isExperimental, around }: CoverContext,
): boolean {
  const have = fileRules(granted, isExperimental);
  return fileRules(wanted, isExperimental).every((inner) =>
    have.some((outer) => coversFileRule(outer, inner, around)),
  );
}

/** What the sandbox puts a private folder in the place of, where it shows the whole machine. */
const PRIVATE = /^\/(?:tmp|run|dev|proc|var\/run)(?:\/|$)/u;

function coversFileRule(
  outer: FileRule,
  inner: FileRule,
  around: PathContext | undefined,
): boolean {
  if (outer.access === "read" && inner.access === "write") return false;
  if (outer.pattern === inner.pattern) return true;
  const have = splitPattern(absolute(outer.pattern, around));
  const want = splitPattern(absolute(inner.pattern, around));
  if (have.base === "/" && PRIVATE.test(`${want.base}/`)) return false;
  if (inner.access === "write") {
    const place = startedAround(want.base, around?.homes ?? ["~"]);
    if (place !== undefined && !isWithin(have.base, place)) return false;
  }
  // Secrets are shown to whoever names their place, or one in it, and to no other skill.
  if (secretsAbove(want.base).some((place) => !isWithin(have.base, place))) return false;
  if (isWholeFolder(have.rest)) return isWithin(want.base, have.base);
  return want.rest === "" && matchesEnding(want.base, have);
}

/** `./notes.db` for `./*.db`; other patterns hold nothing but themselves. */
function matchesEnding(path: string, { base, rest }: ReturnType<typeof splitPattern>): boolean {
  if (!/^\*\.\w+$/u.test(rest) || !path.startsWith(`${base}/`)) return false;
  const name = path.slice(base.length + 1);
  return !name.includes("/") && !name.startsWith(".") && name.endsWith(rest.slice(1));
}

/** With its links followed, as the place is mounted in the end. */
function absolute(pattern: string, around: PathContext | undefined): string {
  const start = /^[~.](?=\/|$)/u.exec(pattern)?.[0];
  if (start === undefined || around === undefined) return pattern;
  const base = (start === "~" ? around.homes : around.folders)?.at(-1);
  return base === undefined ? pattern : `${base === "/" ? "" : base}${pattern.slice(1)}`;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
