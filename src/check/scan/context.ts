import type { ReadSkill, Span } from "../../skill/index.ts";
import type { Confidence, DecodeKind, Lowering, ScanFinding, ScanSeverity } from "./finding.ts";
import type { CodeLanguage, FoundSecret, ScanPorts } from "./ports.ts";
import type { ScanFile, ScanLimits } from "./skill-files.ts";

export type FileKind = "skill" | "markdown" | "code" | "text" | "binary";

/** A file as rules see it. */
export interface SourceFile extends ScanFile {
  readonly kind: FileKind;
  readonly language: CodeLanguage;
  /** Undefined where the file is no text; without what lies in a `gap`. */
  readonly text: string | undefined;
  /** What was left out of the middle of a long text: from `start` of the file on, so many characters. */
  readonly gap?: { readonly start: number; readonly length: number; readonly whole: string };
  /** The first bytes of a file that came as bytes; empty for one that came as text. */
  readonly bytes: Uint8Array;
}

/** Text made readable, every offset of which leads back to the file. */
export interface TextView {
  readonly file: string;
  readonly text: string;
  /** How it was decoded, from the outermost on; empty for the text as written. */
  readonly decoding: readonly DecodeKind[];
  /** The span of the file that a span of this text came from. */
  readonly original: (span: Span) => Span;
}

/** To whom a sentence speaks: skills speak to the agent, and through it to the user. */
export type Addressee = "agent" | "user" | "unknown";

/** Why a sentence that describes something bad does not ask for it. */
export type Stance =
  /** It asks for it, or tells of it plainly. */
  | "asks"
  /** It forbids it: "never run …". */
  | "forbids"
  /** It tells how to recognise it or defend against it. */
  | "warns"
  /** It shows it as somebody else's words or as a sample. */
  | "quotes";

/** One sentence, list item, heading, table row, comment or field of the frontmatter. */
export interface Statement {
  readonly view: TextView;
  /** In the text of the view. */
  readonly span: Span;
  /** Without marks of Markdown and with blanks folded. */
  readonly text: string;
  /** The same in lower case. */
  readonly folded: string;
  /** Parts of `text` that stood between quotation marks or backticks. */
  readonly quoted: readonly Span[];
  readonly kind: "sentence" | "heading" | "row" | "comment" | "field" | "code";
  /** Headings above it, the outermost first, in lower case. */
  readonly headings: readonly string[];
  readonly addressee: Addressee;
  readonly stance: Stance;
  /** Statements with one number stand in one paragraph or list item; neighbours differ by one. */
  readonly block: number;
}

/** Code of the skill: a whole file, a fence of a Markdown file, or a command between backticks. */
export interface CodeUnit {
  readonly file: string;
  readonly origin: "file" | "fence" | "inline";
  readonly language: CodeLanguage;
  readonly text: string;
  readonly original: (span: Span) => Span;
  /** What stands around it where it is a part of instructions. */
  readonly headings: readonly string[];
  readonly stance: Stance;
  readonly addressee: Addressee;
  /** The number of the block after which it stands. */
  readonly block: number;
}

/** What a rule tells; the engine adds code, category, range, and what the rule's own row says. */
export interface ScanReportItem {
  readonly file: string;
  /** Offsets of the file as written; absent for a file as a whole. */
  readonly span?: Span;
  readonly message: string;
  readonly hint?: string;
  /** Overrides the severity of the rule. */
  readonly severity?: ScanSeverity;
  readonly confidence?: Confidence;
  readonly lowered?: Lowering;
  /** The text to show; without it, the one that the span covers. */
  readonly evidence?: string;
  readonly decoding?: readonly DecodeKind[];
  /** What the finding rests on beside what it shows, so that an acceptance ends when it changes. */
  readonly trace?: string;
  readonly related?: readonly {
    readonly message: string;
    readonly file: string;
    readonly span?: Span;
  }[];
}

/** A skill while it is scanned. Everything is made on first use. */
export interface ScanContext {
  readonly files: readonly SourceFile[];
  /** The SKILL.md of the folder, where there is one that reads. */
  readonly skill: ReadSkill | undefined;
  readonly skillFile: string | undefined;
  readonly directory: string | undefined;
  readonly ports: ScanPorts;
  readonly limits: ScanLimits;
  fileAt(path: string): SourceFile | undefined;
  /** The text as written, then every text that decoding brings forth. */
  views(file: SourceFile): readonly TextView[];
  /** Sentences of every file that an agent reads as instructions. */
  readonly statements: readonly Statement[];
  readonly units: readonly CodeUnit[];
  /** What the library of secret detectors found in a file. */
  secrets(path: string): readonly FoundSecret[];
  /**
   * The answer of an analysis over the whole skill, made once and kept: rules that need the same facts pass
   * the same function.
   */
  ask<T>(analysis: (context: ScanContext) => T): T;
  /** What rules have told so far. */
  readonly findings: readonly ScanFinding[];
  readonly report: (item: ScanReportItem) => void;
}
