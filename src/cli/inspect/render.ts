import { withoutControls } from "../../platform/index.ts";
import { type Json, type Range, splitFacet } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { clip, count, paintSeverity } from "../render.ts";
import type { InspectedExtension, InspectedValue, Inspection } from "./inspect.ts";

export function renderInspection(inspection: Inspection, context: Context): string {
  const { paint } = context;
  const { dialectTitle, dialect, reason, body } = inspection;
  const lines = [
    paint("bold", withoutControls(inspection.path)),
    `${dialectTitle} (${dialect}), because ${withoutControls(reason)}.`,
    ...renderGroups(inspection.values, context),
    ...renderExtensions(inspection.extensions, context),
    "",
    `${paint("bold", "instructions")}  ${count(body.lines, "line")} from line ${body.start.line}`,
    "",
    ...renderProblems(inspection, context),
  ];
  return `${lines.join("\n")}\n`;
}

/** Values of one group of facets stand together. */
function renderGroups(values: readonly InspectedValue[], context: Context): readonly string[] {
  const groups = Map.groupBy(values, ({ facet }) => splitFacet(facet)[0]);
  return [...groups].flatMap(([group, members]) => [
    "",
    context.paint("bold", group),
    ...members.map(({ title, value, path, range }) =>
      row({ label: title, value, place: placeText(range, path) }, context),
    ),
  ]);
}

function renderExtensions(
  extensions: readonly InspectedExtension[],
  context: Context,
): readonly string[] {
  if (extensions.length === 0) return [];
  return [
    "",
    context.paint("bold", "kept without a meaning here"),
    ...extensions.map(({ path, value, range }) =>
      row({ label: path, value, place: placeText(range) }, context),
    ),
  ];
}

interface RowContent {
  readonly label: string;
  readonly value: Json;
  readonly place: string;
}

const LABEL_WIDTH = 22;

function row({ label, value, place }: RowContent, { paint, terminal }: Context): string {
  const room = Math.max(20, terminal.columns - LABEL_WIDTH - place.length - 6);
  const text = clip(withoutControls(show(value)), room);
  return `  ${withoutControls(label).padEnd(LABEL_WIDTH)}  ${text}  ${paint("dim", withoutControls(place))}`;
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

function renderProblems({ problems }: Inspection, { paint }: Context): readonly string[] {
  if (problems.length === 0) return [paint("green", "No problems.")];
  return [
    paint("bold", count(problems.length, "problem")),
    ...problems.map(({ range, severity, message, code }) => {
      const place = placeText(range).padEnd(6);
      return `  ${paint("dim", place)} ${paintSeverity(paint, severity)}: ${withoutControls(message)} ${paint("dim", code)}`;
    }),
  ];
}
