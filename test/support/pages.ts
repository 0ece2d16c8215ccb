/** Reads what the tests need from a Markdown page: frontmatter, links and fenced blocks. */
import { posix } from "node:path";
import { lineAt } from "./source.ts";

export interface Fence {
  readonly info: string;
  readonly body: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
}

export interface Command {
  /** `ts` for a program that imports the package, `sh` for lines of a shell. */
  readonly language: "sh" | "ts";
  readonly script: string;
  readonly exit: number;
  readonly line: number;
  /** The output that the page shows, if it shows one. */
  readonly output: string | undefined;
}

export interface Link {
  readonly target: string;
  readonly line: number;
}

const kinds = ["tutorial", "how-to", "reference", "explanation"];

/** What is wrong with the frontmatter of a page of the documentation, if anything is. */
export function checkKind(page: string): string | undefined {
  const frontmatter = /^---\r?\n([^]*?)\r?\n---\r?\n/u.exec(page)?.[1];
  if (frontmatter === undefined) return "has no frontmatter.";
  const kind = /^kind:[ \t]*(.*?)[ \t]*$/mu.exec(frontmatter)?.[1];
  if (kind === undefined) return "has no `kind` in its frontmatter.";
  return kinds.includes(kind)
    ? undefined
    : `has the kind \`${kind}\`, which is none of ${kinds.join(", ")}.`;
}

// The closing fence repeats the opening one, so that a longer fence can hold a page with fences of its own.
const fence = /^( *)(`{3,}|~{3,})([^\n`]*)\n([^]*?)^ *\2[`~]*[ \t]*$/gmu;

export function findFences(page: string): readonly Fence[] {
  return [...page.replaceAll("\r\n", "\n").matchAll(fence)].map((match) => ({
    info: (match[3] ?? "").trim(),
    body: unindent(match[4] ?? "", (match[1] ?? "").length),
    line: lineAt(match.input, match.index),
  }));
}

/** Blocks marked `sh test` or `ts test`, each with the block marked `text output` that comes next, if one does. */
export function findCommands(page: string): readonly Command[] {
  const fences = findFences(page);
  return fences.flatMap(({ info, body, line }, index) => {
    const words = info.split(/\s+/u);
    const language = (["sh", "ts"] as const).find((word) => word === words[0]);
    if (language === undefined || !words.includes("test")) return [];
    const exit = words.find((word) => word.startsWith("exit="))?.slice("exit=".length);
    const next = fences[index + 1];
    const output = next?.info === "text output" ? next.body : undefined;
    return [{ language, script: body, exit: Number(exit ?? 0), line, output }];
  });
}

/** Links and images with a relative target, outside of code. The part after `#` or `?` is left out. */
export function findLinks(page: string): readonly Link[] {
  const prose = page
    .replaceAll("\r\n", "\n")
    .replaceAll(fence, blank)
    .replaceAll(/(`+)[^]*?[^`]\1(?!`)/gu, blank);
  const inline = prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/gu);
  const definitions = prose.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?/gmu);
  const pictures = prose.matchAll(/<(?:img|source)\b[^>]*?\bsrc(?:set)?="([^"\s]+)"/gu);
  return [...inline, ...definitions, ...pictures].flatMap((match) => {
    const target = decodeURI((match[1] ?? "").replace(/[#?].*$/u, ""));
    if (target === "" || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(target)) return [];
    return [{ target, line: lineAt(prose, match.index) }];
  });
}

/** The path, from the root of the repository, that a link on a page leads to. */
export function resolveLink(page: string, target: string): string {
  return posix.join(target.startsWith("/") ? "" : posix.dirname(page), target);
}

/** True when the output is the expected one, in which a line `…` stands for any number of lines. */
export function matchesOutput(output: string, expected: string): boolean {
  return matchesLines(output.trim().split("\n"), expected.trim().split("\n"));
}

function matchesLines(lines: readonly string[], patterns: readonly string[]): boolean {
  const [pattern, ...rest] = patterns;
  if (pattern === undefined) return lines.length === 0;
  if (pattern.trim() === "…") {
    return [...lines, ""].some((_, skipped) => matchesLines(lines.slice(skipped), rest));
  }
  return lines[0]?.trimEnd() === pattern.trimEnd() && matchesLines(lines.slice(1), rest);
}

function unindent(text: string, width: number): string {
  return width === 0 ? text : text.replaceAll(new RegExp(`^ {1,${width}}`, "gmu"), "");
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/gu, " ");
}
