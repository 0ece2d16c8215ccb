/** What the registry has stated of the versions of a skill, in signed notes that stand in its log. */
import { useQuery } from "@tanstack/react-query";
import { useWorkbench } from "../../../data/workbench.ts";
import { newestFirst, type SkillDetail, type VersionDetail } from "./data.ts";

export interface Statement {
  readonly version: string;
  /** Its place in the log. */
  readonly index: number;
  /** By which key its files are signed. */
  readonly key: string | undefined;
  /** How it differs from the version before it, as the registry has compared them. */
  readonly judgement: Judgement | undefined;
}

export interface Judgement {
  readonly level: string;
  readonly since: string;
  /** Its number says less than what has changed. */
  readonly isTooLow: boolean;
  readonly changes: string;
}

const MOST = 50;

/** By version; empty where nothing was stated, or the log is not for everybody. */
export function useStatements(skill: SkillDetail): ReadonlyMap<string, Statement> {
  const { url } = useWorkbench();
  const versions = newestFirst(skill)
    .slice(0, MOST)
    .map(({ version }) => version);
  const { data = NONE } = useQuery({
    queryKey: ["registry", "statements", skill.full_name, versions],
    queryFn: async ({ signal }) => {
      const address = new URL("/registry/log/statements", url);
      const of = versions.map((version) => `${skill.full_name}@${version}`);
      address.searchParams.set("of", of.join(","));
      const answer = await fetch(address, { signal });
      return answer.ok ? readStatements(await answer.json()) : NONE;
    },
  });
  return data;
}

/** What is known of the shown version stands in for a log that says nothing. */
export function judgementOf(
  stated: ReadonlyMap<string, Statement>,
  version: string,
  { version: shown, semver }: VersionDetail,
): Judgement | undefined {
  const found = stated.get(version)?.judgement;
  if (found !== undefined || version !== shown || semver === null) return found;
  const changes = semver.changes.map(({ message }) => message).join("; ");
  return { level: semver.needs, since: semver.since, isTooLow: !semver.is_honest, changes };
}

const NONE: ReadonlyMap<string, Statement> = new Map();

/** The first line of a note is its statement; what is no statement is left out. */
export function readStatements(answer: unknown): ReadonlyMap<string, Statement> {
  const found = listAt(answer, "stated").flatMap((stated): readonly Statement[] => {
    const own = at(stated, "own");
    const note = at(own, "statement");
    const index = at(own, "index");
    if (typeof note !== "string" || typeof index !== "number") return [];
    const said = parse(note.split("\n", 1)[0] ?? "");
    const version = at(said, "version");
    if (typeof version !== "string") return [];
    const key = at(at(said, "publisher"), "key");
    const semver = at(said, "semver");
    return [
      {
        version,
        index,
        key: typeof key === "string" ? key : undefined,
        judgement: typeof semver === "string" ? readJudgement(semver) : undefined,
      },
    ];
  });
  return new Map(found.map((one) => [one.version, one]));
}

/** `minor since 1.0.0; Adds …`, or `needs major since 1.0.0; …` where the number is lower than that. */
function readJudgement(text: string): Judgement | undefined {
  const [head = "", ...rest] = text.split("; ");
  const words = head.split(" ");
  const isTooLow = words[0] === "needs";
  const [level, , since] = isTooLow ? words.slice(1) : words;
  if (level === undefined || since === undefined) return undefined;
  return { level, since, isTooLow, changes: rest.join("; ") };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const found = at(value, key);
  return Array.isArray(found) ? found : [];
}
