import type { Diagnostic } from "../../skill/index.ts";
import { rulesCommand, docsPage, type Reporter, type ReportedFile } from "./reporter.ts";

/** One suite a skill and one case a finding; only errors are failures. */
export const junit: Reporter = {
  id: "junit",
  summary: "JUnit XML for CI servers",
  render: ({ files, errors }) => {
    const tests = files.reduce((sum, file) => sum + Math.max(1, file.diagnostics.length), 0);
    return [
      `<?xml version="1.0" encoding="UTF-8"?>`,
      `<testsuites name="skillwright" tests="${tests}" failures="${errors}" errors="0">`,
      ...files.map(suite),
      `</testsuites>`,
      "",
    ].join("\n");
  },
};

function suite(file: ReportedFile): string {
  const { path, diagnostics } = file;
  const failures = diagnostics.filter((item) => item.severity === "error").length;
  const tests = Math.max(1, diagnostics.length);
  const cases =
    diagnostics.length === 0
      ? [`    <testcase name="lint" classname="${escapeXml(path)}"/>`]
      : diagnostics.map((item) => testCase(path, item));
  const head = `  <testsuite name="${escapeXml(path)}" tests="${tests}" failures="${failures}" errors="0">`;
  return [head, ...cases, "  </testsuite>"].join("\n");
}

function testCase(path: string, diagnostic: Diagnostic): string {
  const { code, severity, message, hint, range } = diagnostic;
  const place = range === undefined ? "" : `:${range.start.line}:${range.start.column}`;
  const head = `    <testcase name="${escapeXml(`${code}${place}`)}" classname="${escapeXml(path)}">`;
  const lines = [`${path}${place}: ${severity}: ${message}`, hint ?? "", about(code)];
  const details = escapeXml(lines.filter((line) => line !== "").join("\n"));
  const body =
    severity === "error"
      ? `<failure message="${escapeXml(message)}" type="${escapeXml(code)}">${details}</failure>`
      : `<system-out>${details}</system-out>`;
  return `${head}\n      ${body}\n    </testcase>`;
}

function about(code: string): string {
  return `\`${rulesCommand(code)}\` shows the page ${docsPage(code)}.`;
}

const ENTITIES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Not even as an entity may these stand in XML 1.0. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escapeXml(text: string): string {
  return text
    .replaceAll(FORBIDDEN, "\ufffd")
    .replaceAll(/[&<>"'\t\n\r]/g, (character) => ENTITIES[character] ?? character);
}
