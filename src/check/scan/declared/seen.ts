import type { ScanContext } from "../context.ts";
import { observedUses, type Use } from "./observed.ts";

/** Something that a skill was seen to use, whether it declares it or not. */
export interface SeenUse {
  readonly domain: Use["domain"];
  readonly isWriting: boolean;
  /** Hosts, paths, programs or names, as far as they are known; the first ones. */
  readonly subjects: readonly string[];
}

const MOST_SUBJECTS = 5;
const LONGEST_SUBJECT = 100;

/** Each kind once, in the order in which they were seen. */
export function seenUses(context: ScanContext): readonly SeenUse[] {
  const kinds = Map.groupBy(
    context.ask(observedUses),
    ({ domain, level }) => `${domain} ${domain === "filesystem" ? level : ""}`,
  );
  return [...kinds.values()].flatMap((uses) => {
    const [first] = uses;
    if (first === undefined) return [];
    const named = uses.flatMap(({ subject }) => (subject === undefined ? [] : [subject]));
    const subjects = [...new Set(named)].filter(
      (subject) => subject !== "" && subject.length <= LONGEST_SUBJECT,
    );
    return [
      {
        domain: first.domain,
        isWriting: uses.some(({ level }) => level === 2),
        subjects: subjects.slice(0, MOST_SUBJECTS),
      },
    ];
  });
}
