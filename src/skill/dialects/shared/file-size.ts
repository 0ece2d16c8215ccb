import type { Reading } from "../dialect.ts";
import type { Violation } from "../field.ts";

/** The most bytes that one unit of text becomes in UTF-8. */
const MAX_BYTES_A_UNIT = 3;

/** A file over the limit of the dialect; `field` is what validators call the whole file. */
export function fileTooLarge(reading: Reading, field: string, hint: string): readonly Violation[] {
  const limit = reading.dialect.maxFileBytes ?? Infinity;
  const { text } = reading.document;
  if (text.length * MAX_BYTES_A_UNIT <= limit) return [];
  const size = new TextEncoder().encode(text).length;
  if (size <= limit) return [];
  return [
    {
      rule: "file-size",
      path: [],
      at: "key",
      severity: "error",
      field,
      message: `The file has ${size} bytes; at most ${limit} are allowed.`,
      hint,
    },
  ];
}
