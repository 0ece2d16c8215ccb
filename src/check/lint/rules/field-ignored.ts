import { getPath, type Reading } from "../../../skill/index.ts";
import type { FileRule } from "../rule.ts";
import {
  fillNamespace,
  isMisspelledTopKey,
  findReaders,
  formatReaders,
  listTopKeys,
} from "../vocabulary.ts";

/** Where unknown keys are refused, that is said instead. */
export const fieldIgnored: FileRule = {
  code: "lint/field-ignored",
  title: "Fields at the top are ones that the system reads.",
  severity: "info",
  appliesTo: (dialect) => dialect.unknownKeys !== "refused",
  scope: "file",
  check: (context) => {
    const { dialect, reading, isAskedFor } = context;
    const known = listTopKeys(dialect);
    for (const key of Object.keys(reading.view)) {
      if (known.has(key) || isMisplaced(reading, key)) continue;
      if (isMisspelledTopKey(reading, key, !isAskedFor)) continue;
      const readers = findReaders(key);
      context.report({
        message: `${dialect.title} does not read the field \`${key}\`.`,
        hint:
          readers.length === 0
            ? "No known system reads the field. Move it under `metadata`, or remove it."
            : `${formatReaders(readers)} it; ${dialect.title} passes over it.`,
        path: [key],
        at: "key",
        ...(readers.length === 0 ? { severity: "hint" } : {}),
      });
    }
  },
};

function isMisplaced(reading: Reading, key: string): boolean {
  return (reading.dialect.misplacements ?? []).some(
    ({ from }) =>
      from[0] === key && getPath(reading.view, fillNamespace(from, reading)) !== undefined,
  );
}
