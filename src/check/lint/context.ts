import {
  type Diagnostic,
  type Dialect,
  type Document,
  lineEnd,
  lineStarts,
  type Path,
  type Place,
  rangeOf,
  type Range,
  readAs,
  type Reading,
  type Severity,
  type Skill,
  skillOf,
  type Span,
  type Violation,
  findViolations,
} from "../../skill/index.ts";
import { locate } from "../../skill/text/places.ts";
import { type BodyView, viewBody } from "./body.ts";
import { detach } from "./text.ts";
import type { FileLookup, FileRule, Finding, LintInput, RuleContext } from "./rule.ts";

/** Remembers what was asked, so that a cached result can be checked against the folder. */
class RecordingLookup implements FileLookup {
  readonly probes: Map<string, boolean> = new Map();
  readonly #files: FileLookup;

  constructor(files: FileLookup) {
    this.#files = files;
  }

  has(relativePath: string): boolean {
    const known = this.probes.get(relativePath);
    if (known !== undefined) return known;
    const isThere = this.#files.has(relativePath);
    this.probes.set(relativePath, isThere);
    return isThere;
  }
}

/**
 * One file while it is linted. A class, since thousands are made a second and most of what they
 * could compute is never asked for.
 */
export class FileContext implements RuleContext {
  readonly path: string;
  readonly document: Document;
  readonly dialect: Dialect;
  readonly isAskedFor: boolean;
  readonly files: FileLookup | undefined;
  /**
   * Made where it is declared: engines keep a closure that is stored into an object later, and with it the text of the file,
   * until the whole heap is collected.
   */
  readonly report: (finding: Finding) => void = (finding) => this.#add(finding);
  readonly diagnostics: Diagnostic[] = [];
  /** The rule that is running; its code and severity go into what is reported. */
  rule: Pick<FileRule, "code" | "severity"> | undefined;
  /** What the user configured for that rule. */
  level: Severity | undefined;
  readonly #lookup: RecordingLookup | undefined;
  readonly #place: Place;
  #reading: Reading | undefined;
  #skill: Skill | undefined;
  #body: BodyView | undefined;
  #violations: readonly Violation[] | undefined;
  #lineStarts: readonly number[] | undefined;
  #headStarts: readonly number[] | undefined;

  constructor(input: LintInput, document: Document, dialect: Dialect, isAskedFor: boolean) {
    const { path, directory } = input;
    this.path = path;
    this.#place = directory === undefined ? { path } : { path, directory };
    this.document = document;
    this.dialect = dialect;
    this.isAskedFor = isAskedFor;
    this.#lookup = input.files === undefined ? undefined : new RecordingLookup(input.files);
    this.files = this.#lookup;
  }

  get reading(): Reading {
    this.#reading ??= readAs(this.dialect, this.document, this.#place);
    return this.#reading;
  }

  get skill(): Skill {
    this.#skill ??= skillOf(this.reading);
    return this.#skill;
  }

  get body(): BodyView {
    this.#body ??= viewBody(this.document.text, this.document.bodyStart);
    return this.#body;
  }

  get violations(): readonly Violation[] {
    this.#violations ??= findViolations(this.reading);
    return this.#violations;
  }

  get isSaidUnreadable(): boolean {
    return this.diagnostics.some(
      ({ code, severity }) => severity === "error" && code.startsWith("parse/"),
    );
  }

  get probes(): { readonly [relativePath: string]: boolean } {
    return Object.fromEntries(this.#lookup?.probes ?? []);
  }

  rangeOf(span: Span): Range {
    const { text, bodyStart } = this.document;
    // Most findings are about the frontmatter, a small part of the file.
    if (span.end < bodyStart) {
      this.#headStarts ??= lineStarts(text.slice(0, bodyStart));
      return rangeOf(this.#headStarts, span);
    }
    this.#lineStarts ??= lineStarts(text);
    return rangeOf(this.#lineStarts, span);
  }

  spanOf(path: Path, at: "key" | "value"): Span {
    return locate(this.document, path, at);
  }

  #add(finding: Finding): void {
    if (this.rule === undefined) throw new Error("A finding was reported outside of a rule.");
    const span = finding.span ?? this.#placeOf(finding);
    this.diagnostics.push({
      code: this.rule.code,
      severity: this.level ?? finding.severity ?? this.rule.severity,
      message: detach(finding.message),
      ...(finding.hint === undefined ? {} : { hint: finding.hint }),
      file: this.path,
      range: this.rangeOf(span),
      ...(finding.path === undefined ? {} : { path: finding.path }),
      ...(finding.related === undefined ? {} : { related: finding.related }),
      ...(finding.fix === undefined ? {} : { fix: finding.fix }),
    });
  }

  #placeOf(finding: Finding): Span {
    if (finding.path !== undefined) return this.spanOf(finding.path, finding.at ?? "value");
    return { start: 0, end: lineEnd(this.document.text, 0) };
  }
}
