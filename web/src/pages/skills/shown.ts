import { shortPath } from "../../components/short-path.ts";
import type { SkillRow } from "../../data/skill-source.ts";
import type { Say } from "../../texts/texts.ts";
import { hiddenIn, type ShownState, statesOf, titleOf } from "../../data/skill-states.ts";

/** Systems that make the same of a skill. */
export interface StateLine {
  readonly titles: readonly string[];
  readonly tone: ShownState["tone"];
  /** Why it is not simply there, or that it is, in words. */
  readonly words: string;
}

export interface Risk {
  readonly verdict: "block" | "review";
  /** A sentence. */
  readonly why: string;
}

/** A row as the page shows and searches it. */
export interface ShownSkill {
  readonly row: SkillRow;
  readonly key: string;
  /** In which it is written, whichever systems read it. */
  readonly format: string;
  readonly system: string;
  readonly origin: string;
  readonly states: readonly ShownState[];
  readonly lines: readonly StateLine[];
  /** What the scanner says against it; absent: nothing, or it has not been asked. */
  readonly risk?: Risk;
  /** Everything that a search looks at, in lower case. */
  readonly words: string;
}

/** Some agent that finds it does not load it, or it is risky; a copy in whose place another one counts is meant so. */
export function needsAttention({ states, risk }: ShownSkill): boolean {
  return risk !== undefined || states.some(({ tone, isHidden }) => tone === "bad" && !isHidden);
}

/** Another one of its name counts in its place, and nothing else is wrong. */
export function isReplaced(skill: ShownSkill): boolean {
  return !needsAttention(skill) && skill.states.some(({ isHidden }) => isHidden);
}

export function showAll(
  say: Say,
  rows: readonly SkillRow[],
  userId: string,
): readonly ShownSkill[] {
  const hidden = hiddenIn(rows);
  return rows.map((row) => {
    const states = row.kind === "folder" ? statesOf(row, hidden) : [stateOfKept(row)];
    const system = states.map(({ title }) => title).join(", ");
    const origin = originOf(say, row, userId);
    const lines = linesOf(states);
    const told = lines.map(({ words }) => words);
    return {
      row,
      key: `${row.kind} ${row.path ?? row.name}`,
      format: titleOf(row.dialect),
      system,
      origin,
      states,
      lines,
      words: [
        row.name,
        row.description,
        titleOf(row.dialect),
        system,
        origin,
        ...told,
        row.path ?? "",
      ]
        .join("\n")
        .toLowerCase(),
    };
  });
}

/** The skill as one system sees it; undefined where that does not know it. */
export function seenBy(skill: ShownSkill, dialect: string): ShownSkill | undefined {
  const states = skill.states.filter((state) => state.dialect === dialect);
  if (states.length === 0) return undefined;
  return states.length === skill.states.length
    ? skill
    : { ...skill, states, lines: linesOf(states) };
}

function linesOf(states: readonly ShownState[]): readonly StateLine[] {
  const lines = new Map<string, StateLine>();
  for (const { title, tone, words } of states) {
    const titles = lines.get(words)?.titles ?? [];
    lines.set(words, { titles: [...titles, title], tone, words });
  }
  return [...lines.values()];
}

function originOf(
  say: Say,
  { kind, owner_id: owner, root, path, systems = [] }: SkillRow,
  userId: string,
) {
  if (kind === "folder") {
    const sources = new Set(systems.map(({ source }) => source));
    const [only = ""] = sources.size === 1 ? sources : [];
    const place = shortPath(root ?? path ?? "");
    return place === "" ? only : place;
  }
  if (owner === undefined) return say("skills.ofServer");
  return say(owner === userId ? "skills.yours" : "skills.ofOther");
}

/** The server keeps it; what agents make of it is seen in its text. */
function stateOfKept({ dialect }: SkillRow): ShownState {
  return {
    dialect,
    agent: "",
    title: titleOf(dialect),
    isHidden: false,
    tone: "good",
    words: "Loads",
  };
}
