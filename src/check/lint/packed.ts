import { type Diagnostic, lazyProperties, type Severity } from "../../skill/index.ts";
import { byPlace } from "./order.ts";
import type { FileResult, PackedDiagnostic, PackedFile } from "./result.ts";

/** What else a result holds, small and soon needed. */
type Rest = Pick<FileResult, "facts" | "ranges" | "suppressions" | "probes">;

/** The same result, with what was found as text that is parsed only where somebody looks into it. */
export function packResult(result: FileResult): FileResult {
  const { path, dialect, dialectReason: reason, name, description, diagnostics } = result;
  const head = JSON.stringify({ path, name, description, dialect, reason }).slice(0, -1);
  return resultOf(result, { head, diagnostics: diagnostics.map(packDiagnostic) });
}

function packDiagnostic(diagnostic: Diagnostic): PackedDiagnostic {
  // The cause is of no use outside of the process.
  const { file: _file, cause: _cause, ...rest } = diagnostic;
  const { code, severity, range, fix } = rest;
  return {
    code,
    severity,
    offset: range?.start.offset ?? 0,
    isFixable: fix !== undefined,
    json: JSON.stringify(rest),
  };
}

function resultOf({ facts, ranges, suppressions, probes }: Rest, packed: PackedFile): FileResult {
  const { path, dialect } = facts;
  const known = {
    path,
    dialect,
    ...(facts.name === undefined ? {} : { name: facts.name }),
    facts,
    ranges,
    suppressions,
    probes,
    packed,
  };
  return withFound(known, known) as FileResult;
}

interface PackedResults {
  readonly path: string;
  readonly packed: PackedFile;
}

/** Hardly any of it is asked for, and of most files nothing. */
const withFound = lazyProperties<PackedResults, UnpackedParts>({
  dialectReason: ({ packed }) => headOf(packed).reason,
  description: ({ packed }) => headOf(packed).description,
  diagnostics: ({ path, packed }) =>
    packed.diagnostics.map(({ json }) => {
      const { code, severity, ...rest } = JSON.parse(json) as Diagnostic;
      return { code, severity, file: path, ...rest };
    }),
});

interface UnpackedParts {
  readonly dialectReason: string;
  readonly description: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function headOf(packed: PackedFile): { readonly reason: string; readonly description?: string } {
  // Only `packResult` wrote it.
  return JSON.parse(`${packed.head}}`) as ReturnType<typeof headOf>;
}

/** The result with more that was found. */
export function addDiagnostics(file: FileResult, more: readonly Diagnostic[]): FileResult {
  const { packed } = file;
  if (packed === undefined)
    return { ...file, diagnostics: [...file.diagnostics, ...more].sort(byPlace) };
  const diagnostics = [...packed.diagnostics, ...more.map(packDiagnostic)].sort(byOffset);
  return resultOf(file, { ...packed, diagnostics });
}

/** The result with other diagnostics. */
export function withDiagnostics(file: FileResult, diagnostics: readonly Diagnostic[]): FileResult {
  const { packed: _packed, ...rest } = file;
  return { ...rest, diagnostics };
}

function byOffset(a: PackedDiagnostic, b: PackedDiagnostic): number {
  if (a.offset !== b.offset) return a.offset - b.offset;
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0;
}

/** JSON of what people are shown. */
export function renderPacked({ head, diagnostics }: PackedFile): string {
  return `${head},"diagnostics":[${diagnostics.map(({ json }) => json).join(",")}]}`;
}

/** Stands in no JSON. */
const SEPARATOR = "\u0001";

/** A result as one text, for threads and caches. */
export function encodeResult(result: FileResult): string {
  const { facts, ranges, suppressions, probes, packed } = result;
  if (packed === undefined) return encodeResult(packResult(result));
  const { head, diagnostics } = packed;
  const keys: EncodedResults["keys"] = diagnostics.map(({ code, severity, offset, isFixable }) => [
    code,
    severity,
    offset,
    isFixable,
  ]);
  const rest = JSON.stringify({ facts, ranges, suppressions, probes, keys });
  return [rest, head, ...diagnostics.map(({ json }) => json)].join(SEPARATOR);
}

type EncodedResults = Rest & {
  readonly keys: readonly (readonly [string, Severity, number, boolean])[];
};

export function decodeResult(text: string): FileResult {
  const [rest = "", head = "", ...diagnostics] = text.split(SEPARATOR);
  // Only `encodeResult` wrote it.
  const { keys, ...values } = JSON.parse(rest) as EncodedResults;
  return resultOf(values, {
    head,
    diagnostics: keys.map(([code, severity, offset, isFixable], index) => ({
      code,
      severity,
      offset,
      isFixable,
      json: diagnostics[index] as string,
    })),
  });
}
