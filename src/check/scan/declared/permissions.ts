import type { ReadSkill } from "../../../skill/index.ts";

/** A right that a skill asks for or says it does without: `domain:level[:scope]`. */
export interface Permission {
  readonly written: string;
  readonly domain: string;
  readonly level: number;
  readonly isNone: boolean;
  /** Patterns of paths, hosts, commands or names; empty where the whole domain is meant. */
  readonly scopes: readonly string[];
}

/** Reading and its like are one step, writing is the next and includes it. */
const LEVELS: { readonly [level: string]: number } = {
  none: 0,
  read: 1,
  connect: 1,
  control: 1,
  execute: 1,
  write: 2,
};

/** The rights that a skill declares, read as its own system reads them. */
export function permissionsOf({ skill, dialect }: ReadSkill): readonly Permission[] {
  return (skill.authority.permissions ?? []).flatMap((written) => {
    const read = dialect.trust?.readPermission(written);
    const level = read === undefined ? undefined : LEVELS[read.level];
    if (read === undefined || level === undefined) return [];
    const scopes = (read.scope ?? "").split(",").map((scope) => scope.trim());
    return [
      {
        written,
        domain: read.domain,
        level,
        isNone: level === 0,
        scopes: scopes.filter((scope) => scope !== ""),
      },
    ];
  });
}

/** Whether a host, path, command or name falls under a scope, in which `*` stands for any text. */
export function isInScope(domain: string, value: string, scope: string): boolean {
  const [subject, pattern] =
    domain === "network"
      ? [
          value.toLowerCase(),
          scope
            .toLowerCase()
            .replace(/^https?:\/\//, "")
            .split(/[:/]/, 1)[0] ?? "",
        ]
      : [value, scope];
  if (domain === "filesystem" && pattern.endsWith("/**"))
    return subject === pattern.slice(0, -3) || subject.startsWith(pattern.slice(0, -2));
  if (domain === "network" && pattern.startsWith("*.") && subject === pattern.slice(2)) return true;
  return matches(subject, pattern);
}

/** Goes through both texts once, and back to the last `*` alone, so that no pattern takes long. */
function matches(text: string, pattern: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let mark = 0;
  while (at < text.length) {
    if (pattern[inPattern] === "*") {
      star = inPattern++;
      mark = at;
    } else if (pattern[inPattern] === text[at] || pattern[inPattern] === "?") {
      at++;
      inPattern++;
    } else if (star !== -1) {
      inPattern = star + 1;
      at = ++mark;
    } else return false;
  }
  while (pattern[inPattern] === "*") inPattern++;
  return inPattern === pattern.length;
}
