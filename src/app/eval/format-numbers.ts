/** Figures of reports in words. */
import { oneLine } from "../../skill/index.ts";

/** A difference in percentage points with its sign: `+12.5`. */
export function points(value: number): string {
  return `${value < 0 ? "" : "+"}${(100 * value).toFixed(1)}`;
}

export function percent(value: number | undefined): string {
  return value === undefined ? "–" : `${Math.round(100 * value)} %`;
}

/** Text in a cell of a Markdown table, where it is no markup. */
export function cell(text: string): string {
  return oneLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("|", String.raw`\|`);
}
