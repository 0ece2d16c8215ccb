/** Pieces of code of one skill, and how they find each other. */
import type { Span } from "../../../skill/index.ts";
import type { GrammarLanguage } from "./syntax.ts";

export interface Unit {
  readonly file: string;
  readonly origin: "file" | "fence" | "inline";
  readonly language: GrammarLanguage;
  readonly text: string;
  /** Leads from offsets of the text to offsets of the file. */
  readonly original: (span: Span) => Span;
}

/** The file of the skill that a module name leads to, as Python and JavaScript look for it. */
export function findModule(units: readonly Unit[], name: string, from: Unit): Unit | undefined {
  const folder = from.file.includes("/") ? from.file.slice(0, from.file.lastIndexOf("/") + 1) : "";
  const isScript = from.language !== "python";
  if (isScript && !name.startsWith(".")) return undefined;
  const path = isScript ? resolve(folder + name) : name.replaceAll(".", "/");
  const wanted = isScript ? [path] : [folder + path, path];
  return units.find(
    (unit) => unit.origin === "file" && wanted.some((one) => isModule(unit.file, one, !isScript)),
  );
}

function isModule(file: string, path: string, isLoose: boolean): boolean {
  const plain = file.replace(/\.(?:py|pyw|[cm]?[jt]sx?)$/, "").replace(/\/(?:index|__init__)$/, "");
  const wanted = path.replace(/\.(?:[cm]?[jt]sx?)$/, "");
  return plain === wanted || (isLoose && plain.endsWith(`/${wanted}`));
}

function resolve(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
