import { type Skipped, withoutControls } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { clip, count } from "../render.ts";
import type { Entry } from "./entry.ts";

export interface Listing {
  readonly entries: readonly Entry[];
  readonly skipped: readonly Skipped[];
}

interface Duplicate {
  readonly name: string;
  readonly paths: readonly string[];
}

/** Names that more than one skill bears. */
export function findDuplicates(entries: readonly Entry[]): readonly Duplicate[] {
  const byName = new Map<string, string[]>();
  for (const { name, path } of entries) {
    if (name === undefined) continue;
    const paths = byName.get(name);
    if (paths === undefined) byName.set(name, [path]);
    else paths.push(path);
  }
  return [...byName]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => ({ name, paths }));
}

export function renderListJson({ entries, skipped }: Listing): string {
  const duplicates = findDuplicates(entries);
  return `${JSON.stringify({ skills: entries, duplicates, skipped })}\n`;
}

export function renderList(listing: Listing, context: Context): string {
  const { paint } = context;
  const lines = listing.entries.map((entry) => renderEntry(entry, context));
  const duplicates = findDuplicates(listing.entries);
  if (duplicates.length > 0) {
    lines.push(
      "",
      paint("bold", count(duplicates.length, "name is", "names are") + " taken twice:"),
    );
    for (const { name, paths } of duplicates)
      lines.push(`  ${withoutControls(name)}: ${paths.join(", ")}`);
  }
  const failures = listing.skipped.filter((item) => item.isFailure);
  if (failures.length > 0) {
    lines.push("", paint("bold", `${count(failures.length, "place")} could not be looked at:`));
    for (const { path, reason } of failures) lines.push(`  ${path}: ${reason}`);
  }
  lines.push("", summary(listing.entries, context));
  return `${lines.join("\n").trimStart()}\n`;
}

function renderEntry(entry: Entry, { paint, terminal }: Context): string {
  const name = withoutControls(entry.name ?? "(no name)");
  const dialect = entry.dialect === undefined ? "" : ` ${paint("cyan", entry.dialect)}`;
  const head = `${paint("bold", name)}${dialect} ${paint("dim", entry.path)}`;
  const lines = [head];
  if (entry.failure !== undefined) lines.push(`  ${paint("red", `not read: ${entry.failure}`)}`);
  if (entry.description !== undefined)
    lines.push(`  ${clip(withoutControls(entry.description), terminal.columns - 4)}`);
  const problems = entry.errors + entry.warnings;
  if (problems > 0 && entry.failure === undefined) {
    const style = entry.errors > 0 ? "red" : "yellow";
    lines.push(`  ${paint(style, count(problems, "problem"))}: ${entry.codes.join(", ")}`);
  }
  return lines.join("\n");
}

function summary(entries: readonly Entry[], { paint }: Context): string {
  const troubled = entries.filter((entry) => entry.errors + entry.warnings > 0).length;
  const text = `${count(entries.length, "skill")}, ${troubled} with problems`;
  return paint("bold", text);
}
