/** The recorded lines: read, compared with a new run, written so that an unchanged answer keeps its bytes. */
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Json, Line, Outcome } from "./types.ts";

export interface RecordedLine {
  readonly line: Line;
  readonly text: string;
}

export function readLines(file: string): readonly RecordedLine[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => ({ line: JSON.parse(text), text }));
}

/** One line of JSON with a space after each comma and colon. */
export function formatLine(value: unknown): string {
  // What is written was read from JSON or built of JSON values.
  return format(JSON.parse(JSON.stringify(value)) as Json);
}

function format(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(format).join(", ")}]`;
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${format(item)}`,
  );
  return `{${members.join(", ")}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The parts of an answer that differ from the recorded one, by name. */
export function findDrift(recorded: Outcome, current: Outcome): string[] {
  const loose = new Set(Object.keys(recorded.unstable?.winners ?? {}));
  const isUnstable = recorded.unstable !== undefined;
  const left = toComparable(recorded, loose, isUnstable);
  const right = toComparable(current, loose, isUnstable);
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (key) => !isDeepStrictEqual(left[key], right[key]),
  );
}

function toComparable(
  outcome: Outcome,
  loose: ReadonlySet<string>,
  isUnstable: boolean,
): { readonly [part: string]: unknown } {
  // JSON knows no undefined, so both sides are seen through it.
  const { unstable: _unstable, ...rest }: Outcome = JSON.parse(JSON.stringify(outcome));
  if (!isUnstable) return { ...rest };
  const { dropped, warnings: _warnings, chars: _chars, skills, ...others } = rest;
  return {
    ...others,
    dropped: dropped.length,
    skills: skills.map((skill) =>
      loose.has(skill.name) ? { name: skill.name, lists: skill.lists } : skill,
    ),
  };
}
