import type { ScanContext } from "../context.ts";
import { compare } from "./compare.ts";
import { observedUses, type Use, variablesOf } from "./observed.ts";
import { permissionsOf } from "./permissions.ts";

/** Something that a skill was seen to use, whether it declares it or not. */
export interface ObservedUse {
  readonly domain: Use["domain"];
  readonly isWriting: boolean;
  /** Hosts, paths, programs or names, as far as they are known; the first ones. */
  readonly subjects: readonly string[];
  /** Whether its list of permissions covers all of it; absent where the skill has no such list. */
  readonly isDeclared?: boolean;
}

const MOST_SUBJECTS = 5;
const LONGEST_SUBJECT = 100;
/** Pieces of a filter, of JSON or an option: arguments of a command, and no path or program that a person could look up. */
const NO_NAME = /["'`{}[\]<>|;]|^-|^[^\p{L}\p{N}]*$/u;

/** Each kind once, in the order in which they were seen. */
export function seenUses(context: ScanContext): readonly ObservedUse[] {
  const variables = context.ask(variablesOf).map(({ name, file, span }): Use => {
    return { domain: "env", level: 1, subject: name, file, span, isScript: true };
  });
  const kinds = Map.groupBy(
    [...context.ask(observedUses), ...variables],
    ({ domain, level }) => `${domain} ${domain === "filesystem" ? level : ""}`,
  );
  const { skill } = context;
  const declared =
    skill?.skill.authority.permissions === undefined ? undefined : permissionsOf(skill);
  return [...kinds.values()].flatMap((uses) => {
    const [first] = uses;
    if (first === undefined) return [];
    const named = uses.flatMap(({ subject }) => (subject === undefined ? [] : [subject]));
    const subjects = [...new Set(named)].filter(
      (subject) => subject.length <= LONGEST_SUBJECT && !NO_NAME.test(subject),
    );
    return [
      {
        domain: first.domain,
        isWriting: uses.some(({ level }) => level === 2),
        subjects: subjects.slice(0, MOST_SUBJECTS),
        ...(declared === undefined ? {} : { isDeclared: compare(declared, uses).length === 0 }),
      },
    ];
  });
}
