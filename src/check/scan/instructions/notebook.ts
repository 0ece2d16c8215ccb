import type { CodeUnit, SourceFile } from "../context.ts";

/** Notebooks keep their code in cells of a JSON text. */
export function isNotebook(path: string): boolean {
  return /\.ipynb$/i.test(path);
}

/** The cells of a notebook as one piece of code; a place is that of its first line, as the file has it. */
export function notebookUnits({ path, text = "" }: SourceFile): readonly CodeUnit[] {
  const lines = codeLines(text);
  if (lines.length === 0) return [];
  const code = lines.join("\n");
  return [
    {
      file: path,
      origin: "file",
      language: "python",
      text: code,
      original: ({ start }) => {
        const line = lines[code.slice(0, start).split("\n").length - 1] ?? "";
        const written = JSON.stringify(line).slice(1, -1);
        const at = written === "" ? -1 : text.indexOf(written);
        return at === -1 ? { start: 0, end: 1 } : { start: at, end: at + written.length };
      },
      headings: [],
      stance: "asks",
      addressee: "agent",
      block: 0,
    },
  ];
}

function codeLines(text: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const cells = fieldOf(value, "cells");
  if (!Array.isArray(cells)) return [];
  return cells.flatMap((cell: unknown) => {
    if (fieldOf(cell, "cell_type") !== "code") return [];
    const source = fieldOf(cell, "source");
    const parts: readonly unknown[] = Array.isArray(source) ? source : [source];
    const whole = parts.filter((part) => typeof part === "string").join("");
    // Lines for the notebook itself are no Python.
    return whole.split("\n").map((line) => line.replace(/^[%!].*$/, ""));
  });
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
