import { type Conversion, countOutcomes, reportMarkdown } from "../../skill/convert/index.ts";

export interface NamedConversion {
  readonly path: string;
  readonly conversion: Conversion;
}

/** What became of every value, for programs; a list where there are several skills. */
export function renderJson(conversions: readonly NamedConversion[]): string {
  const items = conversions.map(({ path, conversion }) => ({
    path,
    ...conversion.report,
    counts: countOutcomes(conversion.report),
    files: Object.keys(conversion.files ?? {}),
    diagnostics: conversion.diagnostics.map(({ cause: _cause, ...rest }) => rest),
  }));
  return `${JSON.stringify(items.length === 1 ? items[0] : items, undefined, 2)}\n`;
}

/** What became of every value, for people. */
export function renderMarkdown(conversions: readonly NamedConversion[]): string {
  return conversions.map(renderOne).join("\n");
}

function renderOne({ path, conversion }: NamedConversion): string {
  const { report, to, diagnostics } = conversion;
  const page = reportMarkdown(report).replace(/^# /, `# ${path}: `);
  if (diagnostics.length === 0) return page;
  const lines = diagnostics.map(({ severity, message }) => `- ${severity}: ${message}`);
  return `${page}\n## What ${to.title} still finds wrong\n\n${lines.join("\n")}\n`;
}
