import { type Json, type Range, splitFacet, oneLine } from "../../skill/index.ts";
import { clip, count, type Screen, styleSeverity, type TextView } from "../text.ts";
import type { InspectedExtension, InspectedValue, Inspection } from "./inspection.ts";

export const inspectionText: TextView<Inspection> = { render: renderInspection };

function renderInspection(inspection: Inspection, screen: Screen): string {
  const { style } = screen;
  const { dialectTitle, dialect, reason, body } = inspection;
  const lines = [
    style("bold", oneLine(inspection.path)),
    `${dialectTitle} (${dialect}), because ${oneLine(reason)}.`,
    ...renderGroups(inspection.values, screen),
    ...renderExtensions(inspection.extensions, screen),
    "",
    `${style("bold", "instructions")}  ${count(body.lines, "line")} from line ${body.start.line}`,
    "",
    ...renderProblems(inspection, screen),
  ];
  return `${lines.join("\n")}\n`;
}

/** Values of one group of facets stand together. */
function renderGroups(values: readonly InspectedValue[], screen: Screen): readonly string[] {
  const groups = Map.groupBy(values, ({ facet }) => splitFacet(facet)[0]);
  return [...groups].flatMap(([group, members]) => [
    "",
    screen.style("bold", group),
    ...members.map(({ title, value, path, range }) =>
      row({ label: title, value, place: placeText(range, path) }, screen),
    ),
  ]);
}

function renderExtensions(
  extensions: readonly InspectedExtension[],
  screen: Screen,
): readonly string[] {
  if (extensions.length === 0) return [];
  return [
    "",
    screen.style("bold", "kept without a meaning here"),
    ...extensions.map(({ path, value, range }) =>
      row({ label: path, value, place: placeText(range) }, screen),
    ),
  ];
}

interface RowContent {
  readonly label: string;
  readonly value: Json;
  readonly place: string;
}

const LABEL_WIDTH = 22;

function row({ label, value, place }: RowContent, { style, columns }: Screen): string {
  const room = Math.max(20, columns - LABEL_WIDTH - place.length - 6);
  const text = clip(oneLine(show(value)), room);
  return `  ${oneLine(label).padEnd(LABEL_WIDTH)}  ${text}  ${style("dim", oneLine(place))}`;
}

function show(value: Json): string {
  if (typeof value === "string") return value;
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isPlainList && value.length > 0 ? value.join(", ") : JSON.stringify(value);
}

function placeText(range: Range | undefined, path?: string): string {
  const place = range === undefined ? "" : `${range.start.line}:${range.start.column}`;
  return [place, path ?? ""].filter((part) => part !== "").join(" ");
}

function renderProblems({ problems }: Inspection, screen: Screen): readonly string[] {
  const { style } = screen;
  if (problems.length === 0) return [style("green", "No problems.")];
  return [
    style("bold", count(problems.length, "problem")),
    ...problems.map(({ range, severity, message, code }) => {
      const place = placeText(range).padEnd(6);
      return `  ${style("dim", place)} ${styleSeverity(screen, severity)}: ${oneLine(message)} ${style("dim", code)}`;
    }),
  ];
}
