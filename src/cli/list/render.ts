import { oneLine } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { clip, count } from "../render.ts";
import type { Entry } from "./entry.ts";
import type { Row } from "./row.ts";
import type { Listing } from "./rows.ts";

interface Duplicate {
  readonly name: string;
  readonly paths: readonly string[];
}

/** Names that more than one skill bears. */
function findDuplicates(rows: readonly Row[]): readonly Duplicate[] {
  const byName = new Map<string, string[]>();
  for (const { name, path } of rows) {
    if (name === "") continue;
    const paths = byName.get(name);
    if (paths === undefined) byName.set(name, [path]);
    else paths.push(path);
  }
  return [...byName]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => ({ name: JSON.parse(name) as string, paths }));
}

export function renderListJson({ rows, skipped }: Listing): string {
  const duplicates = JSON.stringify(findDuplicates(rows));
  const skills = rows.map(({ json }) => json).join(",\n");
  return `{"skills":[\n${skills}\n],"duplicates":${duplicates},"skipped":${JSON.stringify(skipped)}}\n`;
}

export function renderList(listing: Listing, context: Context): string {
  const { paint } = context;
  // Rows are written by this program alone.
  const entries = listing.rows.map(({ json }) => JSON.parse(json) as Entry);
  const lines = entries.map((entry) => renderEntry(entry, context));
  const duplicates = findDuplicates(listing.rows);
  if (duplicates.length > 0) {
    const head = `${count(duplicates.length, "name is", "names are")} borne by more than one skill:`;
    lines.push("", paint("bold", head));
    for (const { name, paths } of duplicates)
      lines.push(`  ${oneLine(name)}: ${oneLine(paths.join(", "))}`);
  }
  if (listing.skipped.length > 0) {
    lines.push("", paint("bold", `${count(listing.skipped.length, "place")} not looked into:`));
    for (const { path, reason } of listing.skipped)
      lines.push(`  ${oneLine(`${path}: ${reason}`)}`);
  }
  lines.push("", summary(entries, context));
  return `${lines.join("\n").trimStart()}\n`;
}

function renderEntry(entry: Entry, { paint, terminal }: Context): string {
  const name = oneLine(entry.name ?? "(no name)");
  const dialect = entry.dialect === undefined ? "" : ` ${paint("cyan", entry.dialect)}`;
  const lines = [`${paint("bold", name)}${dialect} ${paint("dim", oneLine(entry.path))}`];
  if (entry.failure !== undefined)
    lines.push(`  ${paint("red", `not read: ${oneLine(entry.failure)}`)}`);
  if (entry.description !== undefined)
    lines.push(`  ${clip(oneLine(entry.description), terminal.columns - 4)}`);
  const problems = entry.errors + entry.warnings;
  if (problems > 0 && entry.failure === undefined) {
    const style = entry.errors > 0 ? "red" : "yellow";
    lines.push(`  ${paint(style, count(problems, "problem"))}: ${entry.codes.join(", ")}`);
  }
  return lines.join("\n");
}

function summary(entries: readonly Entry[], { paint }: Context): string {
  const troubled = entries.filter((entry) => entry.errors + entry.warnings > 0).length;
  return paint("bold", `${count(entries.length, "skill")}, ${troubled} with problems`);
}
