import type { CodeUnit, SourceFile } from "../context.ts";
import { TextBuilder } from "../views/offsets.ts";

const PAGE = /\.(?:x?html?|vue|svelte|svg)$/i;
const WORKFLOW = /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|action\.ya?ml)$/i;
const MOST = 100;

/** Code inside of files of another kind: scripts of pages and pictures, commands of workflows. */
export function embeddedUnits(file: SourceFile): readonly CodeUnit[] {
  if (PAGE.test(file.path)) return scriptsOf(file);
  return WORKFLOW.test(file.path) ? commandsOf(file) : [];
}

function scriptsOf(file: SourceFile): readonly CodeUnit[] {
  const { text = "" } = file;
  const units: CodeUnit[] = [];
  for (const match of text.matchAll(/<script\b([^>]{0,500})>/gi)) {
    if (units.length >= MOST) break;
    const [opener, attributes = ""] = match;
    // Data and templates are not run.
    if (
      /\btype\s*=\s*["']?(?!module|text\/javascript|application\/(?:java|ecma)script)\w/i.test(
        attributes,
      )
    )
      continue;
    const start = match.index + opener.length;
    const closer = /<\/script/i.exec(text.slice(start));
    const end = closer === null ? text.length : start + closer.index;
    const language = /\blang\s*=\s*["']?ts/i.test(attributes) ? "typescript" : "javascript";
    const builder = new TextBuilder(text);
    builder.copy(start, end);
    if (text.slice(start, end).trim() !== "") units.push(unitOf(file, language, builder));
  }
  return units;
}

/** `run: command`, and the lines of `run: |` without their indentation. */
function commandsOf(file: SourceFile): readonly CodeUnit[] {
  const { text = "" } = file;
  const units: CodeUnit[] = [];
  for (const match of text.matchAll(/^([ \t]*(?:-[ \t]+)?)run:[ \t]*([^\r\n]*)/gm)) {
    if (units.length >= MOST) break;
    const [line, lead = "", command = ""] = match;
    const end = match.index + line.length;
    const builder = new TextBuilder(text);
    if (/^[|>]/.test(command)) copyBlock(builder, text, end, lead.length);
    else builder.copy(end - command.length, end);
    if (builder.text.trim() !== "") units.push(unitOf(file, "shell", builder));
  }
  return units;
}

function copyBlock(builder: TextBuilder, text: string, from: number, indent: number): void {
  for (let at = text.indexOf("\n", from) + 1; at > 0 && at < text.length;) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found + 1;
    const line = text.slice(at, end);
    const own = line.length - line.trimStart().length;
    if (line.trim() !== "" && own <= indent) return;
    builder.copy(at + Math.min(own, line.length - 1), end);
    at = end;
  }
}

function unitOf(
  { path }: SourceFile,
  language: CodeUnit["language"],
  { text, original }: TextBuilder,
): CodeUnit {
  return {
    file: path,
    origin: "file",
    language,
    text,
    original,
    headings: [],
    stance: "asks",
    addressee: "agent",
    block: 0,
  };
}
