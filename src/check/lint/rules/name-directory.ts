import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

export const nameDirectory: FileRule = violationRule("name-directory", {
  title: "The folder carries the name of the skill.",
});
