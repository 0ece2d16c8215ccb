import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

export const fileSize: FileRule = violationRule("file-size", {
  title: "The file is not larger than the system reads.",
});
