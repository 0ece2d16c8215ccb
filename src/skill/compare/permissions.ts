import type { Permission } from "../dialects/index.ts";
import { addedTo, change, type ComparedSkill, isSame, quote, type SkillChange } from "./change.ts";

/** Rights that the later version has and the earlier one had not, and those that it gave up. */
export function comparePermissions(
  before: ComparedSkill,
  after: ComparedSkill,
): readonly SkillChange[] {
  const [had, has] = [readGrants(before), readGrants(after)];
  const wider = beyond(had, has);
  const dropped = beyond(has, had);
  return [
    ...wider.map(({ text }) =>
      change("major", "permission", `Asks for the permission ${quote(text)}.`, true),
    ),
    ...dropped.map(({ text }) =>
      change("patch", "permission", `No longer asks for the permission ${quote(text)}.`),
    ),
    ...compareAllowed(before.skill.authority.allowedTools, after.skill.authority.allowedTools),
    ...compareForbidden(
      before.skill.authority.disallowedTools,
      after.skill.authority.disallowedTools,
    ),
    ...compareHooks(before, after),
  ];
}

interface Grant {
  readonly text: string;
  /** Undefined for what no system knows, which is compared as it is written. */
  readonly permission: Permission | undefined;
}

/** Beyond so many pairs a list is compared by its texts alone: no person has read that many permissions. */
const MOST_PAIRS = 250_000;

/** Those of the second list that none of the first covers. */
function beyond(had: readonly Grant[], has: readonly Grant[]): readonly Grant[] {
  const texts = new Set(had.map(({ text }) => text));
  const others = has.filter(({ text }) => !texts.has(text));
  if (had.length * others.length > MOST_PAIRS) return others;
  return others.filter((grant) => !had.some((one) => covers(one, grant)));
}

/** Each once; `none` grants nothing. */
function readGrants({ skill, dialect }: ComparedSkill): readonly Grant[] {
  return [...new Set(skill.authority.permissions)].flatMap((text) => {
    const permission = dialect.trust?.readPermission(text);
    return permission?.level === "none" ? [] : [{ text, permission }];
  });
}

/**
 * Whether whoever has the first has the second. In doubt it does not: a change that is called wider than it is costs a
 * number, one that is called narrower costs trust.
 */
function covers(had: Grant, wanted: Grant): boolean {
  const [a, b] = [had.permission, wanted.permission];
  if (a === undefined || b === undefined || a.domain !== b.domain) return false;
  if (a.level !== b.level && a.level !== "write") return false;
  if (b.scope === undefined) return a.scope === undefined;
  const scopes = splitScope(b.scope);
  if (a.scope === undefined) return scopes.every((scope) => isOrdinary(a.domain, scope));
  const known = splitScope(a.scope);
  return scopes.every((scope) => known.some((outer) => holds(a.domain, outer, scope)));
}

function splitScope(scope: string): readonly string[] {
  return scope
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Hosts with a name on the open network, without a port. */
const PUBLIC_HOST =
  /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?!local$|internal$|localhost$|lan$)[a-z][a-z0-9-]*$/iu;

/** A whole domain leaves out secrets and private networks, which a scope can name. */
function isOrdinary(domain: string, scope: string): boolean {
  if (domain === "shell") return true;
  if (domain === "network") return PUBLIC_HOST.test(scope);
  const isBelow = /^(?:\.\/)?[\w*][\w*./-]*$/u.test(scope) && !scope.split("/").includes("..");
  return (domain === "filesystem" || domain === "database") && isBelow;
}

function holds(domain: string, outer: string, inner: string): boolean {
  if (outer === inner) return true;
  if (domain === "network")
    return outer.startsWith("*.") && PUBLIC_HOST.test(inner) && inner.endsWith(outer.slice(1));
  if (domain !== "filesystem" && domain !== "database") return false;
  const base = /^(?<base>.+)\/\*\*$/u.exec(outer)?.groups?.["base"];
  // Below the home folder lie secrets, which only their own name opens.
  if (base === undefined || base === "~" || inner.split("/").includes("..")) return false;
  return inner === base || inner.startsWith(`${base}/`);
}

/** `Bash` stands for each `Bash(…)`. */
function toolsBeyond(tools: readonly string[], more: readonly string[]): readonly string[] {
  const known = new Set(tools);
  return addedTo(tools, more).filter((tool) => !known.has(tool.split("(", 1)[0] ?? ""));
}

/** Tools that are used without asking. */
function compareAllowed(
  before: readonly string[] = [],
  after: readonly string[] = [],
): readonly SkillChange[] {
  const added = toolsBeyond(before, after);
  const dropped = toolsBeyond(after, before);
  return [
    ...added.map((tool) =>
      change("major", "permission", `Uses ${quote(tool)} without asking.`, true),
    ),
    ...dropped.map((tool) =>
      change("patch", "permission", `No longer uses ${quote(tool)} without asking.`),
    ),
  ];
}

function compareForbidden(
  before: readonly string[] = [],
  after: readonly string[] = [],
): readonly SkillChange[] {
  return [
    ...addedTo(after, before).map((tool) =>
      change("major", "permission", `May use ${quote(tool)} again.`, true),
    ),
    ...addedTo(before, after).map((tool) =>
      change("patch", "permission", `May no longer use ${quote(tool)}.`),
    ),
  ];
}

/** Commands that run by themselves. */
function compareHooks(before: ComparedSkill, after: ComparedSkill): readonly SkillChange[] {
  const [had, has] = [before.skill.execution.hooks ?? {}, after.skill.execution.hooks ?? {}];
  const changed = Object.keys(has).filter(
    (event) => !Object.hasOwn(had, event) || !isSame(has[event], had[event]),
  );
  const dropped = Object.keys(had).filter((event) => !Object.hasOwn(has, event));
  return [
    ...changed.map((event) =>
      change("major", "permission", `Runs other commands on ${quote(event)}.`, true),
    ),
    ...dropped.map((event) =>
      change("patch", "permission", `No longer runs commands on ${quote(event)}.`),
    ),
  ];
}
