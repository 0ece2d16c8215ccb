/** Reads just enough of TypeScript to tell code from comments, strings, templates and regular expressions. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix, resolve } from "node:path";

export const root: string = resolve(import.meta.dirname, "../..");

/** A file of the repository. The path is relative to the root, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Piece {
  readonly kind: "comment" | "string" | "template" | "regex";
  readonly start: number;
  readonly end: number;
}

export interface StringLiteral {
  readonly value: string;
  readonly line: number;
}

/** Paths of all files under the folders that match, sorted; a folder that does not exist has none. */
export function listFiles(folders: readonly string[], pattern: RegExp): readonly string[] {
  return folders.flatMap(walk).filter((path) => pattern.test(path));
}

export function readFiles(folders: readonly string[], pattern: RegExp): readonly SourceFile[] {
  return listFiles(folders, pattern).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/u.test(path);
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/**
 * The source with everything but code and quoted strings turned to spaces, so that offsets stay. Quotes
 * inside a string go as well: what looks like code in there is none.
 */
export function maskSource(text: string): string {
  let masked = "";
  let last = 0;
  for (const { kind, start, end } of findPieces(text)) {
    const piece = text.slice(start, end);
    const blank =
      kind === "string"
        ? piece.charAt(0) + piece.slice(1, -1).replaceAll(/["']/gu, " ") + piece.charAt(0)
        : piece.replaceAll(/[^\n]/gu, " ");
    masked += text.slice(last, start) + blank;
    last = end;
  }
  return masked + text.slice(last);
}

/** Values of quoted strings and of templates without substitutions; escapes are left as they stand. */
export function stringLiterals(text: string): readonly StringLiteral[] {
  return findPieces(text)
    .filter(({ kind }) => kind === "string" || kind === "template")
    .map(({ start, end }) => ({
      value: text.slice(start + 1, end - 1),
      line: lineAt(text, start),
    }));
}

// Before a slash, these words and marks promise an operand, so that the slash begins a regular expression.
const operandFollows =
  /(?:^|[([{,;:=!&|?+\-*%~^<>]|\b(?:return|typeof|case|in|of|void|delete|await|yield|throw|new|else|do|instanceof))\s*$/u;
const quoted = /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/uy;
const comment = /\/\/[^\n]*|\/\*[^]*?\*\//uy;
const regex = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/uy;
// From an opening backtick, or from the brace that ends a substitution, to the next of either.
const templatePart = /[`}](?:\\[^]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/uy;

export function findPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  // For each template that is open, how many braces are open inside its substitution.
  const open: number[] = [];
  let code = "";
  let index = 0;
  while (index < text.length) {
    const char = text.charAt(index);
    const endsSubstitution = char === "}" && open.at(-1) === 0;
    const found = matchPiece(text, index, code, endsSubstitution);
    if (found === undefined) {
      if (char === "{" || char === "}") shift(open, char === "{" ? 1 : -1);
      code = (code + char).slice(-40);
      index += 1;
      continue;
    }
    pieces.push(found);
    if (found.kind === "template") {
      const opensSubstitution = text.slice(found.start, found.end).endsWith("${");
      if (endsSubstitution) open.pop();
      if (opensSubstitution) open.push(0);
      code = opensSubstitution ? "(" : ")";
    } else if (found.kind !== "comment") code = ")";
    index = found.end;
  }
  return pieces;
}

function matchPiece(
  text: string,
  start: number,
  code: string,
  endsSubstitution: boolean,
): Piece | undefined {
  const char = text.charAt(start);
  if (char === "/") {
    const end = matchEnd(comment, text, start);
    if (end !== undefined) return { kind: "comment", start, end };
    const regexEnd = operandFollows.test(code) ? matchEnd(regex, text, start) : undefined;
    return regexEnd === undefined ? undefined : { kind: "regex", start, end: regexEnd };
  }
  if (char === '"' || char === "'") {
    const end = matchEnd(quoted, text, start);
    return end === undefined ? undefined : { kind: "string", start, end };
  }
  if (char === "`" || endsSubstitution) {
    return { kind: "template", start, end: matchEnd(templatePart, text, start) ?? text.length };
  }
  return undefined;
}

function matchEnd(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function shift(open: number[], by: number): void {
  const depth = open.pop();
  if (depth !== undefined) open.push(depth + by);
}

function walk(folder: string): readonly string[] {
  const entries = readNames(folder).map((name) => posix.join(folder, name));
  return entries.flatMap((path) =>
    statSync(join(root, path)).isDirectory() ? walk(path) : [path],
  );
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(join(root, folder))
      .filter((name) => name !== "node_modules")
      .toSorted();
  } catch {
    return [];
  }
}
