import {
  type Diagnostic,
  type Fix,
  formatPath,
  lineStarts,
  type Range,
  rangeOf,
  type Severity,
} from "../../skill/index.ts";
import { createFingerprints } from "./fingerprint.ts";
import {
  type CodeNote,
  rulesCommand,
  docsPage,
  type Reporter,
  type ReportContext,
  type ReportedFile,
  type Report,
} from "./reporter.ts";

const LEVELS: { readonly [Name in Severity]: "error" | "warning" | "note" } = {
  error: "error",
  warning: "warning",
  info: "note",
  hint: "note",
};

/** The interchange format of static analysis, version 2.1.0, as code hosts read it. */
export const sarif: Reporter = {
  id: "sarif",
  summary: "SARIF 2.1.0 for code scanning",
  render: (report, context) => `${JSON.stringify(log(report, context), undefined, 2)}\n`,
};

function log(report: Report, context: ReportContext): unknown {
  const notes = collectNotes(report, context.codes);
  const indexes = new Map(notes.map((note, index) => [note.code, index]));
  const fingerprint = createFingerprints();
  return {
    $schema:
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "skillwright",
            version: context.version,
            semanticVersion: context.version,
            rules: notes.map(toRule),
          },
        },
        columnKind: "utf16CodeUnits",
        results: report.files.flatMap((file) =>
          file.diagnostics.map((diagnostic) => ({
            ruleId: diagnostic.code,
            ruleIndex: indexes.get(diagnostic.code),
            ...toResult(file, diagnostic, context),
            partialFingerprints: { "skillwrightFinding/v1": fingerprint(diagnostic) },
          })),
        ),
      },
    ],
  };
}

/** Every code is described, also one that no rule stands behind. */
function collectNotes(report: Report, codes: readonly CodeNote[]): readonly CodeNote[] {
  const known = new Set(codes.map((note) => note.code));
  const others = new Map<string, CodeNote>();
  for (const { code, severity } of report.files.flatMap((file) => file.diagnostics))
    if (!known.has(code)) others.set(code, { code, severity, title: code });
  return [...codes, ...others.values()];
}

function toRule({ code, title, severity, fixable }: CodeNote): unknown {
  return {
    id: code,
    shortDescription: { text: title },
    // No `helpUri`: it has to be absolute, and the pages lie beside the program.
    help: { text: `\`${rulesCommand(code)}\` shows the page ${docsPage(code)}.` },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { page: docsPage(code), ...(fixable === undefined ? {} : { fixable }) },
  };
}

function toResult(file: ReportedFile, diagnostic: Diagnostic, context: ReportContext): object {
  const { severity, message, hint, range, path, related, fix } = diagnostic;
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return {
    level: LEVELS[severity],
    message: { text: withoutLinks(text) },
    locations: [toLocation(file.path, range)],
    ...(related === undefined || related.length === 0
      ? {}
      : {
          relatedLocations: related.map((item, index) => ({
            id: index + 1,
            ...toLocation(item.file ?? file.path, item.range),
            message: { text: withoutLinks(item.message) },
          })),
        }),
    ...(fix === undefined ? {} : { fixes: [toFix(file.path, fix, context)] }),
    ...(path === undefined || path.length === 0 ? {} : { properties: { field: formatPath(path) } }),
  };
}

/** SARIF 2.1.0, 3.11.6, reads `[text](address)` as a link, which must not be one that a skill wrote. */
function withoutLinks(text: string): string {
  return text.includes("](") ? text.replaceAll(/[\\[\]]/g, String.raw`\$&`) : text;
}

function toLocation(path: string, range: Range | undefined): object {
  return {
    physicalLocation: {
      artifactLocation: toArtifact(path),
      ...(range === undefined ? {} : { region: toRegion(range) }),
    },
  };
}

function toArtifact(path: string): object {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  if (path.startsWith("/")) return { uri: `file://${encoded}` };
  if (/^[A-Za-z]:\//.test(path)) return { uri: `file:///${encoded.replace("%3A", ":")}` };
  return { uri: encoded, uriBaseId: "%SRCROOT%" };
}

function toRegion({ start, end }: Range): object {
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

function toFix(path: string, fix: Fix, context: ReportContext): object {
  const text = context.readText(path);
  const starts = text === undefined ? undefined : lineStarts(text);
  const replacements = fix.edits.map((edit) => ({
    deletedRegion:
      starts === undefined
        ? { charOffset: edit.start, charLength: edit.end - edit.start }
        : toRegion(rangeOf(starts, edit)),
    ...(edit.text === "" ? {} : { insertedContent: { text: edit.text } }),
  }));
  return {
    description: { text: withoutLinks(fix.title) },
    artifactChanges: [{ artifactLocation: toArtifact(path), replacements }],
  };
}
