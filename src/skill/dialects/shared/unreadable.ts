import { getKey, isObject } from "../../model/index.ts";
import type { Reading } from "../dialect.ts";
import type { Violation } from "../field.ts";

const FAILS_OPEN = "The system then reads no metadata at all, and the skill loses its gates.";

/** Text in `metadata` that holds no object, for systems that expect JSON there. */
export function unreadableMetadata(
  reading: Reading,
  severity: "error" | "warning",
): readonly Violation[] {
  const value = getKey(reading.view, "metadata");
  // Where the file is refused, the system never comes to its metadata.
  if (typeof value !== "string" || reading.refusals.length > 0) return [];
  if (severity === "warning" && value.trim() === "") return [];
  const isYaml = isObject(getKey(reading.document.frontmatter, "metadata"));
  const mend = isYaml
    ? "Write it as JSON, with keys and text in double quotes."
    : 'Write a JSON object, for example `{"key": {}}`.';
  return [
    {
      rule: "metadata-unreadable",
      path: ["metadata"],
      at: "value",
      severity,
      message: isYaml
        ? "`metadata` is written in YAML, but this system reads a JSON object there."
        : "`metadata` is not a JSON object.",
      hint: severity === "warning" ? `${FAILS_OPEN} ${mend}` : mend,
    },
  ];
}
