/** How an answer is shown as text, in a terminal and to models over MCP. */
import type { CodeEntry } from "../check/index.ts";
import { type Diagnostic, oneLine, type Severity } from "../skill/model/index.ts";

export type Style = "bold" | "dim" | "red" | "yellow" | "blue" | "cyan" | "green" | "magenta";

export interface Screen {
  /** Of this program, for reports that name it. */
  readonly version: string;
  /** Colours text, or leaves it as it is. */
  readonly style: (style: Style, text: string) => string;
  readonly isTerminal: boolean;
  /** More than most people want to read. */
  readonly isVerbose?: boolean;
  readonly columns: number;
  /** A path as short as people write it. */
  readonly displayPath: (path: string) => string;
  /** A sentence with every path in it as short as people write it. */
  readonly shortenPaths: (text: string) => string;
  /** The text of a file that an answer names, to show its lines; undefined where it cannot be had. */
  readonly readText: (path: string) => string | undefined;
  /** The bytes of a file that an answer names; undefined where it cannot be had, or must not be shown. */
  readonly readBytes?: (path: string) => Uint8Array | undefined;
  /** Every diagnostic code, for reports that describe them. */
  readonly codes: () => Promise<readonly CodeEntry[]>;
}

export interface TextView<O, I = unknown> {
  /** What `render` gives is a file or a prompt, which others read as it is. */
  readonly isDocument?: true;
  readonly render: (output: O, screen: Screen, input: I) => string;
  /** What was changed, told on standard error before the answer. */
  readonly changes?: (output: O, screen: Screen, input: I) => string;
  /** What belongs to standard error. */
  readonly notes?: (output: O, screen: Screen, input: I) => string;
  /** Other formats that the definition names. */
  readonly formats?: {
    readonly [name: string]: (output: O, screen: Screen, input: I) => string | Promise<string>;
  };
  /** The answer in a few words, where all of it went into a file. */
  readonly summary?: (output: O) => string;
  /** More than the line of an error: what led to it. */
  readonly failed?: (error: unknown, screen: Screen) => FailedText;
  /** Shows steps as they happen; what `render` gives comes after them. */
  readonly follow?: (ports: FollowPorts) => Follower;
  /** JSON by hand, only where a bench or an option asks for it; what may be long comes in pieces (see `joinInPieces`). */
  readonly json?: (output: O, input: I) => string | Iterable<string>;
}

/** Something that happened on the way to an answer. */
export interface Step {
  /** As programs read it, on a line of its own. */
  readonly json: object;
  /** Beside the answer: said by one whose words are not the answer. */
  readonly isAside?: boolean;
}

export interface FollowPorts {
  /** The answer, exact but on a terminal. */
  readonly write: (text: string) => void;
  /** Everything else. */
  readonly err: (text: string) => void;
  /** Colours for what stands beside the answer. */
  readonly style: Screen["style"];
}

export interface Follower {
  readonly step: (step: Step) => void;
  readonly end: () => void;
}

export interface FailedText {
  /** For standard output. */
  readonly answer?: string;
  /** For standard error. */
  readonly notes?: string;
}

const SEVERITY_STYLE: { readonly [Name in Severity]: Style } = {
  error: "red",
  warning: "yellow",
  info: "blue",
  hint: "cyan",
};

export function styleSeverity(
  { style }: Pick<Screen, "style">,
  severity: Severity,
  text: string = severity,
): string {
  return style(SEVERITY_STYLE[severity], text);
}

/** A failure of the program itself, as one or two lines on standard error. */
export function renderFailure(
  { range, file, message, hint }: Diagnostic,
  style: Screen["style"],
): string {
  const place = range === undefined ? "" : `:${range.start.line}:${range.start.column}`;
  const where = file === undefined ? "" : `${file}${place}: `;
  const lines = [`${style("red", "error")}: ${oneLine(where + message)}`];
  if (hint !== undefined) lines.push(`  ${style("dim", oneLine(hint))}`);
  return `${lines.join("\n")}\n`;
}

const PIECE_CHARACTERS = 64 * 1024;

/**
 * Joined texts in pieces that are written one after the other. As one text, a hundred thousand rows would be in memory
 * several times over, and with two bytes a character where a single one of them needs it.
 */
export function* joinInPieces(texts: Iterable<string>, separator: string): Generator<string, void> {
  let piece = "";
  let before = "";
  for (const text of texts) {
    piece += before + text;
    before = separator;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** Lines, each on a line of its own whatever strangers wrote into them. */
export function toLines(lines: readonly string[]): string {
  return lines.map((line) => `${oneLine(line)}\n`).join("");
}

/** `1 skill`, `2 skills`. */
export function count(amount: number, one: string, many: string = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

/** Cuts text to a number of characters, with `…` where something was left out. */
export function clip(text: string, width: number): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  if (line.length <= width) return line;
  return `${line.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
}

export const NO_SKILL = "No skill was found: no SKILL.md lies below the paths.\n";

export function describeSkipped(
  skipped: readonly {
    readonly path: string;
    readonly reason: string;
    readonly isFailure: boolean;
  }[],
): string {
  return skipped
    .filter(({ isFailure }) => isFailure)
    .map(({ path, reason }) => `Skipped: ${path}: ${reason}.\n`)
    .join("");
}
