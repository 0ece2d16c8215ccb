import { oneLine } from "../../skill/model/index.ts";
import { clip, count, joinInPieces, type Screen, type TextView } from "../text.ts";
import { type Entry, Listing } from "./listing.ts";
import { type OwnedList, renderOwned, renderProblems } from "./owned.text.ts";

export const listText: TextView<Listing | OwnedList> = {
  render: (answer, screen) =>
    answer instanceof Listing ? renderList(answer, screen) : renderOwned(answer.skills, screen),
  notes: (answer, screen) =>
    answer instanceof Listing ? "" : renderProblems(answer.problems, screen),
  json: (answer) =>
    answer instanceof Listing
      ? renderListJson(answer)
      : `${JSON.stringify(answer, undefined, 2)}\n`,
};

function* renderListJson(listing: Listing): Generator<string, void> {
  yield '{"skills":[\n';
  yield* joinInPieces(serializeRows(listing.rows), ",\n");
  const duplicates = JSON.stringify(listing.duplicates());
  yield `\n],"duplicates":${duplicates},"skipped":${JSON.stringify(listing.skipped)}}\n`;
}

function* serializeRows(rows: Listing["rows"]): Generator<string, void> {
  for (const { json } of rows) yield json;
}

function renderList(listing: Listing, screen: Screen): string {
  const { style } = screen;
  const entries = listing.entries();
  const lines = entries.map((entry) => renderEntry(entry, screen));
  const duplicates = listing.duplicates();
  if (duplicates.length > 0) {
    const head = `${count(duplicates.length, "name is", "names are")} used by more than one skill:`;
    lines.push("", style("bold", head));
    for (const { name, paths } of duplicates)
      lines.push(`  ${oneLine(name)}: ${oneLine(paths.join(", "))}`);
  }
  if (listing.skipped.length > 0) {
    lines.push("", style("bold", `${count(listing.skipped.length, "place")} skipped:`));
    for (const { path, reason } of listing.skipped)
      lines.push(`  ${oneLine(`${path}: ${reason}`)}`);
  }
  lines.push("", summary(entries, screen));
  return `${lines.join("\n").trimStart()}\n`;
}

function renderEntry(entry: Entry, { style, columns }: Screen): string {
  const name = oneLine(entry.name ?? "(no name)");
  const dialect = entry.dialect === undefined ? "" : ` ${style("cyan", entry.dialect)}`;
  const lines = [`${style("bold", name)}${dialect} ${style("dim", oneLine(entry.path))}`];
  if (entry.failure !== undefined)
    lines.push(`  ${style("red", `not read: ${oneLine(entry.failure)}`)}`);
  if (entry.description !== undefined)
    lines.push(`  ${clip(oneLine(entry.description), columns - 4)}`);
  const problems = entry.errors + entry.warnings;
  if (problems > 0 && entry.failure === undefined) {
    const tone = entry.errors > 0 ? "red" : "yellow";
    lines.push(`  ${style(tone, count(problems, "problem"))}: ${entry.codes.join(", ")}`);
  }
  return lines.join("\n");
}

function summary(entries: readonly Entry[], { style }: Screen): string {
  const troubled = entries.filter((entry) => entry.errors + entry.warnings > 0).length;
  return style("bold", `${count(entries.length, "skill")}, ${troubled} with problems`);
}
