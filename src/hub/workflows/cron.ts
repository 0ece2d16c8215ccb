/** Times that repeat, in a time zone. */
import { Cron } from "croner";
import { reasonOf } from "../../platform/index.ts";
import { SkillError } from "../../skill/index.ts";
import { workflowCodes, workflowProblem } from "./diagnostics.ts";

export interface Rhythm {
  /** Minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** As the IANA names it, such as `Europe/Rome`. */
  readonly timeZone: string;
}

const LONGEST = 100;

/** The next time after a moment; undefined: there is none. */
export function nextAfter(rhythm: Rhythm, after: number): number | undefined {
  return open(rhythm).nextRun(new Date(after))?.getTime();
}

export function nextTimes(rhythm: Rhythm, after: number, count: number): readonly string[] {
  return open(rhythm)
    .nextRuns(count, new Date(after))
    .map((time) => time.toISOString());
}

/** Throws where it says no time, or there is no such time zone. */
export function checkRhythm({ cron, timeZone }: Rhythm, now: number): void {
  checkTimeZone(timeZone);
  if (cron.length > LONGEST) throw badCron(`It has at most ${LONGEST} characters`);
  let next: number | undefined;
  try {
    next = nextAfter({ cron, timeZone }, now);
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    throw badCron(`It cannot be read: ${reasonOf(error).replace(/^CronPattern: /u, "")}`);
  }
  if (next === undefined) throw badCron("It names a time that never comes");
}

function checkTimeZone(timeZone: string): void {
  try {
    // Only for what it throws.
    new Intl.DateTimeFormat("en", { timeZone }).format();
  } catch {
    const shown = timeZone.slice(0, 64);
    throw workflowProblem(
      workflowCodes.invalid,
      "time_zone",
      `There is no time zone \`${shown}\`; write one such as \`Europe/Rome\` or \`UTC\``,
    );
  }
}

function badCron(message: string): Error {
  return workflowProblem(workflowCodes.invalid, "cron", message);
}

/**
 * Plain fields alone: the last, nearest or nth day of something, and days that have to fit twice, are looked for day by day
 * through thousands of years.
 */
function checkFields(cron: string): void {
  const fields = cron.split(/\s+/u);
  if (fields.length !== 5)
    throw badCron("It has five parts: minute, hour, day of the month, month, day of the week");
  const wrong = fields.find((field) => !field.split(",").every((part) => PART.test(part)));
  if (wrong !== undefined)
    throw badCron(
      `It cannot be read: \`${wrong}\` is no list of numbers, names such as \`mon\` or \`jan\`, ranges and steps`,
    );
}

const VALUE =
  "\\d{1,2}|sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const PART = new RegExp(`^(?:[*?]|(?:${VALUE})(?:-(?:${VALUE}))?)(?:/\\d{1,2})?$`, "iu");

function open({ cron, timeZone }: Rhythm): Cron {
  checkFields(cron.trim());
  return new Cron(cron.trim(), { timezone: timeZone, mode: "5-part", paused: true });
}
