import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

export const metadataUnreadable: FileRule = violationRule("metadata-unreadable", {
  title: "The system can read `metadata`.",
});
