import type { ReleaseJudgement, ReleaseLevel, SkillChange } from "../../../skill/compare/index.ts";
import { isObject, type JsonObject } from "../../../skill/index.ts";
import { objectsIn, textIn } from "./wire.ts";

const LEVELS: readonly ReleaseLevel[] = ["major", "minor", "patch"];
const SUBJECTS: readonly SkillChange["subject"][] = [
  "tool",
  "input",
  "permission",
  "requirement",
  "field",
  "evaluation",
];

/** What a registry says of how a version differs from the one before it; undefined where it says nothing. */
export function semverIn(record: JsonObject): ReleaseJudgement | undefined {
  const told = record["semver"];
  if (!isObject(told)) return undefined;
  const needs = LEVELS.find((level) => level === told["needs"]);
  if (needs === undefined) return undefined;
  const isHonest = told["is_honest"] !== false;
  const { omitted } = told;
  return {
    since: textIn(told, "since"),
    needs,
    proposed: textIn(told, "proposed"),
    isHonest,
    isBreach: !isHonest && needs === "major",
    omitted: typeof omitted === "number" ? omitted : 0,
    changes: objectsIn(told, "changes").flatMap((change) => {
      const level = LEVELS.find((one) => one === change["level"]);
      const subject = SUBJECTS.find((one) => one === change["subject"]);
      if (level === undefined || subject === undefined) return [];
      const isWider = change["is_wider"] === true;
      return [{ level, subject, isWider, message: textIn(change, "message") }];
    }),
  };
}
