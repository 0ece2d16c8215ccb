import {
  type ReadSkill,
  readSkill,
  lineStarts,
  type Range,
  rangeOf,
  type Span,
} from "../../skill/index.ts";
import type {
  CodeUnit,
  ScanContext,
  ScanReportItem,
  SourceFile,
  Statement,
  TextView,
} from "./context.ts";
import type { Evidence, ScanFinding } from "./finding.ts";
import {
  embeddedUnits,
  findBlocks,
  isNotebook,
  notebookUnits,
  statementsOf,
  stringStatements,
  unitsOf,
} from "./instructions/index.ts";
import { conceptsIn } from "./reading/read.ts";
import type { FoundSecret, ScanPorts } from "./ports.ts";
import type { ScanRule } from "./rule.ts";
import type { ScanInput, ScanLimits } from "./skill-files.ts";
import { withoutSecrets } from "./secrets/hide.ts";
import { same, TextBuilder } from "./views/offsets.ts";
import { type DecodingBudget, viewsOf } from "./views/index.ts";

const LONGEST_EVIDENCE = 400;
const LONGEST_TRACE = 8000;
/** Findings of one rule in one file that are kept for the choice of those to show, for each that is shown. */
const MOST_TOLD = 20;

interface Instructions {
  readonly statements: readonly Statement[];
  readonly units: readonly CodeUnit[];
}

/** A skill while it is scanned; a class, since nearly all of it is made only when a rule asks. */
export class SkillContext implements ScanContext {
  readonly files: readonly SourceFile[];
  readonly directory: string | undefined;
  readonly ports: ScanPorts;
  readonly limits: ScanLimits;
  /** Made where it is declared: a closure that is stored later outlives its skill until the whole heap is collected. */
  readonly report: (item: ScanReportItem) => void = (item) => this.#add(item);
  readonly findings: ScanFinding[] = [];
  /** Files with more sentences than are looked at. */
  readonly cut: Set<string> = new Set<string>();
  /** The rule that is running. */
  rule: Omit<ScanRule, "check" | "title"> | undefined;
  readonly #dialect: string | undefined;
  readonly #byPath: ReadonlyMap<string, SourceFile>;
  readonly #secrets: ReadonlyMap<string, readonly FoundSecret[]>;
  readonly #views = new Map<string, readonly TextView[]>();
  readonly #starts = new Map<string, readonly number[]>();
  readonly #answers = new Map<unknown, unknown>();
  readonly #decoding: DecodingBudget;
  readonly #told = new Map<string, number>();
  #skill: ReadSkill | undefined;
  #text: Instructions | undefined;

  constructor(
    input: ScanInput,
    files: readonly SourceFile[],
    limits: ScanLimits,
    secrets: ReadonlyMap<string, readonly FoundSecret[]>,
  ) {
    this.files = files;
    this.directory = input.directory;
    this.ports = input.ports ?? {};
    this.limits = limits;
    this.#dialect = input.dialect;
    this.#byPath = new Map(files.map((file) => [file.path, file]));
    this.#secrets = secrets;
    this.#decoding = { room: limits.decodedLength, isExhausted: false };
  }

  get skillFile(): string | undefined {
    const found = this.files
      .filter((file) => file.kind === "skill")
      .toSorted((a, b) => a.path.length - b.path.length)[0];
    return found?.path;
  }

  get skill(): ReadSkill | undefined {
    if (this.#skill !== undefined) return this.#skill;
    const path = this.skillFile;
    const text = path === undefined ? undefined : this.fileAt(path)?.text;
    if (path === undefined || text === undefined) return undefined;
    const place = this.directory === undefined ? path : `${this.directory}/${path}`;
    const options = this.#dialect === undefined ? {} : { dialect: this.#dialect };
    // A parser of YAML refuses zeros, and agents pass over them.
    this.#skill = readSkill(text.replaceAll("\0", " "), { path: place, ...options }).value;
    return this.#skill;
  }

  fileAt(path: string): SourceFile | undefined {
    return this.#byPath.get(path);
  }

  views(file: SourceFile): readonly TextView[] {
    const known = this.#views.get(file.path);
    if (known !== undefined) return known;
    const views =
      file.text === undefined ? [] : viewsOf(file.path, file.text, this.limits, this.#decoding);
    if (this.#decoding.isExhausted) this.cut.add(file.path);
    this.#views.set(file.path, views);
    return views;
  }

  get statements(): readonly Statement[] {
    return this.#instructions().statements;
  }

  get units(): readonly CodeUnit[] {
    return this.#instructions().units;
  }

  secrets(path: string): readonly FoundSecret[] {
    return this.#secrets.get(path) ?? [];
  }

  ask<T>(analysis: (context: ScanContext) => T): T {
    if (!this.#answers.has(analysis)) this.#answers.set(analysis, analysis(this));
    // The map holds under each function what that function gave.
    return this.#answers.get(analysis) as T;
  }

  rangeOf(file: string, span: Span): Range | undefined {
    const { text, gap } = this.fileAt(file) ?? {};
    if (text === undefined) return undefined;
    const starts = this.#starts.get(file) ?? lineStarts(gap?.whole ?? text);
    this.#starts.set(file, starts);
    if (gap === undefined) return rangeOf(starts, span);
    const start = span.start < gap.start ? span.start : span.start + gap.length;
    const end = span.end <= gap.start ? span.end : span.end + gap.length;
    return rangeOf(starts, { start, end });
  }

  #instructions(): Instructions {
    if (this.#text !== undefined) return this.#text;
    const statements: Statement[] = [];
    const units: CodeUnit[] = [];
    for (const file of this.files) {
      // A text that some command hands to an interpreter is code as well.
      if (file.kind === "code" || file.language !== "other") units.push(wholeFile(file));
      else if (isNotebook(file.path)) units.push(...notebookUnits(file));
      units.push(...embeddedUnits(file));
      if (isSpoken(file))
        for (const view of this.views(file))
          this.#keep(statements, stringStatements(view, file.kind === "code"), file);
      if (isPage(file))
        for (const view of this.views(file))
          this.#keep(statements, readInstructions(view).statements, file);
      if (file.kind !== "skill" && file.kind !== "markdown") continue;
      const written = new Set<string>();
      for (const view of this.views(file)) {
        const found = readInstructions(view);
        // Decoded text is read for what it asks, and as written for its code.
        if (view.decoding.length === 0) {
          units.push(...found.units);
          for (const { text } of found.statements) written.add(text);
          this.#keep(statements, found.statements, file);
        } else this.#keep(statements, aroundNew(found.statements, written), file);
      }
    }
    this.#readNamed(statements, units);
    this.#text = { statements, units };
    return this.#text;
  }

  /** Files of no format that instructions name, and programs whose remarks or output they tell the agent to follow. */
  #readNamed(statements: Statement[], units: CodeUnit[]): void {
    const said = [...statements];
    for (const file of this.files) {
      const { path, kind, text = "" } = file;
      const isText = kind === "text" && !isSpoken(file) && !isPage(file);
      if ((!isText && kind !== "code") || text.length > LONGEST_PAGE) continue;
      const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
      const naming = said.filter((one) => one.folded.includes(name));
      if (!(isText ? naming.length > 0 : naming.some(isFollowed))) continue;
      for (const view of this.views(file)) {
        const plain = { ...view, text: isText ? view.text : withoutMarks(view.text) };
        const found = readInstructions(plain);
        this.#keep(statements, found.statements, file);
        if (isText && view.decoding.length === 0) units.push(...found.units);
      }
    }
  }

  /** Every rule goes through all sentences, so that their number is bounded. */
  #keep(statements: Statement[], more: readonly Statement[], { path }: SourceFile): void {
    const room = this.limits.statements - statements.length;
    // One by one, since a call takes only so many arguments.
    for (const statement of more.slice(0, room)) statements.push(statement);
    if (more.length > room) this.cut.add(path);
  }

  #add(item: ScanReportItem): void {
    const { rule } = this;
    if (rule === undefined) throw new Error("A finding was reported outside of a rule.");
    if (this.#isTooOften(rule.code, item.severity ?? rule.severity, item.file)) return;
    const range = item.span === undefined ? undefined : this.rangeOf(item.file, item.span);
    const hint = item.hint ?? rule.hint;
    const evidence = this.#evidence(item);
    this.findings.push({
      code: rule.code,
      severity: item.severity ?? rule.severity,
      category: rule.category,
      message: withoutSecrets(item.message, this),
      ...(hint === undefined ? {} : { hint }),
      file: item.file,
      ...(range === undefined ? {} : { range }),
      ...(evidence === undefined ? {} : { evidence }),
      related: (item.related ?? []).map(({ message, file, span }) => {
        const place = span === undefined ? undefined : this.rangeOf(file, span);
        return {
          message: withoutSecrets(message, this),
          file,
          ...(place === undefined ? {} : { range: place }),
        };
      }),
      confidence: item.confidence ?? rule.confidence ?? "high",
      ...(item.lowered === undefined ? {} : { lowered: item.lowered }),
      ...(item.trace === undefined
        ? {}
        : { trace: withoutSecrets(item.trace.slice(0, LONGEST_TRACE), this) }),
    });
  }

  /** The same thing a hundred thousand times in a file costs no more than a hundred times. */
  #isTooOften(code: string, severity: string, file: string): boolean {
    const key = `${code}\0${severity}\0${file}`;
    const count = (this.#told.get(key) ?? 0) + 1;
    this.#told.set(key, count);
    return count > MOST_TOLD * this.limits.findings;
  }

  #evidence({ file, span, evidence, decoding }: ScanReportItem): Evidence | undefined {
    const shown =
      evidence ??
      (span === undefined ? undefined : this.fileAt(file)?.text?.slice(span.start, span.end));
    if (shown === undefined) return undefined;
    const clean = withoutSecrets(shown.slice(0, 10 * LONGEST_EVIDENCE), this);
    return { text: shorten(clean), decoding: decoding ?? [] };
  }
}

/** Sentences that are read together with one. */
const READ_TOGETHER = 12;

/** Of a text in which only a little had to be decoded, the sentences that were, and those that are read with them. */
function aroundNew(
  statements: readonly Statement[],
  written: ReadonlySet<string>,
): readonly Statement[] {
  const kept = new Set<number>();
  for (const [index, { text }] of statements.entries()) {
    if (written.has(text)) continue;
    for (let near = index - READ_TOGETHER; near <= index + READ_TOGETHER; near++) kept.add(near);
  }
  return statements.filter((_, index) => kept.has(index));
}

/** Files whose strings an agent may be shown. */
function isSpoken({ kind, language, path }: SourceFile): boolean {
  return (
    (kind === "code" && language === "python") ||
    (kind === "text" && /\.(?:json|ya?ml|toml)$/i.test(path))
  );
}

/** "Do what it prints", in any language that the lexicon has. */
function isFollowed(statement: Statement): boolean {
  return conceptsIn(statement).has("comply");
}

function blanks(mark: string): string {
  return " ".repeat(mark.length);
}

/** A program with blanks in place of the marks of remarks and of the ends of lines in its texts. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/^[ \t]{0,100}(?:#+!?|\/\/+|--+|;+|\*+|%+|REM\b)/gim, blanks)
    .replaceAll("\\n", "  ");
}

const LONGEST_PAGE = 100_000;

/** Pages and pictures whose text an agent reads when it is told to look at them. */
function isPage({ kind, path, text = "" }: SourceFile): boolean {
  return (
    kind === "text" &&
    /\.(?:svg|html?|xhtml|xml|adoc|org|tex)$/i.test(path) &&
    text.length <= LONGEST_PAGE
  );
}

function wholeFile(file: SourceFile): CodeUnit {
  const { path, language, text = "" } = file;
  const read = text.includes("\0") ? withoutZeros(text) : { text, original: same };
  return {
    file: path,
    origin: "file",
    language,
    text: read.text,
    original: read.original,
    headings: [],
    stance: "asks",
    addressee: "agent",
    block: 0,
  };
}

/** Shells pass over zeros, and a grammar takes one for the end. */
function withoutZeros(text: string): TextBuilder {
  const builder = new TextBuilder(text);
  let at = 0;
  for (let zero = text.indexOf("\0"); zero !== -1; zero = text.indexOf("\0", at)) {
    builder.copy(at, zero);
    at = zero + 1;
  }
  builder.copy(at, text.length);
  return builder;
}

function readInstructions(view: TextView): Instructions {
  const blocks = findBlocks(view.text, bodyStartOf(view.text));
  const statements = statementsOf(view, blocks);
  return { statements, units: unitsOf(view, blocks, statements) };
}

/** After the frontmatter of any Markdown file, not only of the skill's own. */
function bodyStartOf(text: string): number {
  const match = /^\ufeff?---[ \t]*\r?\n/.exec(text);
  if (match === null) return 0;
  const closer = /^---[ \t]*\r?$/m.exec(text.slice(match[0].length));
  if (closer === null) return 0;
  const end = match[0].length + closer.index + closer[0].length;
  return Math.min(text.length, end + 1);
}

function shorten(text: string): string {
  const flat = text.trim();
  return flat.length <= LONGEST_EVIDENCE ? flat : `${flat.slice(0, LONGEST_EVIDENCE - 1)}…`;
}
