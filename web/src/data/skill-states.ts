/** What systems make of a skill, in words. */
import { systems } from "../engine/queries.ts";
import type { SkillRow } from "./skill-source.ts";

export type SystemState = NonNullable<SkillRow["systems"]>[number];

export interface ShownState {
  readonly dialect: string;
  readonly agent: string;
  /** Of the system, and of the agent where it has several. */
  readonly title: string;
  readonly tone: "good" | "warn" | "bad";
  readonly words: string;
  readonly isHidden: boolean;
}

/** By system, agent and file, the files in whose place that one stands. */
export type Hidden = ReadonlyMap<string, readonly string[]>;

const NOTHING: Hidden = new Map();

export function hiddenIn(rows: readonly SkillRow[]): Hidden {
  const hidden = new Map<string, string[]>();
  for (const { path = "", root = "", systems: states = [] } of rows)
    for (const state of states) {
      if (state.shadowed_by === undefined) continue;
      const key = keyOf(state, state.shadowed_by);
      hidden.set(key, [...(hidden.get(key) ?? []), below(root, path)]);
    }
  return hidden;
}

/** Of a skill in a folder, in the order of the server. */
export function statesOf(row: SkillRow, hidden: Hidden = NOTHING): readonly ShownState[] {
  const states = programsOf(row);
  return states.map((state) => {
    const { dialect, agent } = state;
    const isOneOfMany = states.filter((other) => other.dialect === dialect).length > 1;
    return {
      dialect,
      agent,
      title: isOneOfMany ? `${titleOf(dialect)}, agent ${agent}` : titleOfState(state),
      ...inWords(state, hidden.get(keyOf(state, row.path ?? "")) ?? []),
      isHidden: state.shadowed_by !== undefined,
    };
  });
}

/** The programs of this machine that know a skill; the format that some of them share, where none of them does. */
export function programsOf({ systems: states = [] }: SkillRow): readonly SystemState[] {
  const programs = states.filter((state) => state.is_format !== true);
  return programs.length === 0 ? states : programs;
}

/** Coding agents bring their titles along; systems are known here. */
export function titleOfState({ title, dialect }: SystemState): string {
  return title ?? titleOf(dialect);
}

/** As people call it, with the edition where one is meant: `openclaw@2026.9` is OpenClaw 2026.9. */
export function titleOf(dialect: string): string {
  const [base = dialect, edition] = dialect.split("@");
  const title = systems.find(({ id }) => id === base)?.title ?? base;
  return edition === undefined ? title : `${title} ${edition}`;
}

function inWords(
  { is_eligible: isEligible, reasons: [reason], hosts = [] }: SystemState,
  hides: readonly string[],
): Pick<ShownState, "tone" | "words"> {
  if (!isEligible) return { tone: "bad", words: reason?.say ?? "It does not load." };
  if (reason !== undefined) return { tone: "warn", words: reason.say };
  const where = hosts.length === 0 ? "" : ` on ${hosts.join(", ")}`;
  const instead = hides.length === 0 ? "" : `, in place of ${hides.join(", ")}`;
  return { tone: "good", words: `Loads${where}${instead}` };
}

function keyOf({ dialect, agent }: SystemState, path: string): string {
  return `${dialect} ${agent} ${path}`;
}

/** A path inside of a root is short without it. */
function below(root: string, path: string): string {
  return root !== "" && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
