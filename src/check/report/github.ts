import type { Diagnostic, Severity } from "../../skill/index.ts";
import { type Reporter, summarize } from "./reporter.ts";

const COMMANDS: { readonly [Name in Severity]: string } = {
  error: "error",
  warning: "warning",
  info: "notice",
  hint: "notice",
};

/** Workflow commands that GitHub shows as annotations beside the lines of a pull request. */
export const github: Reporter = {
  id: "github",
  summary: "annotations of GitHub Actions",
  render: (report) => {
    const lines = report.files.flatMap((file) =>
      file.diagnostics.map((diagnostic) => annotation(file.path, diagnostic)),
    );
    return `${[...lines, summarize(report)].join("\n")}\n`;
  },
};

function annotation(path: string, diagnostic: Diagnostic): string {
  const { severity, code, message, hint, range } = diagnostic;
  const properties: [name: string, value: string][] = [["file", path]];
  if (range !== undefined) {
    const { start, end } = range;
    properties.push(["line", String(start.line)], ["endLine", String(end.line)]);
    // Columns count within one line; GitHub drops them over several.
    if (start.line === end.line) {
      properties.push(["col", String(start.column)]);
      properties.push(["endColumn", String(Math.max(start.column, end.column - 1))]);
    }
  }
  properties.push(["title", code]);
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(",");
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${COMMANDS[severity]} ${list}::${escapeData(text)}`;
}

/** A line end would end the command, so it must not stand in it. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
