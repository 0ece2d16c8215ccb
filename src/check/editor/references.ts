/** The files of a skill that its instructions name, and where. */
import { readDocument, type Span } from "../../skill/index.ts";
import { viewBody } from "../lint/body.ts";
import { linkedFiles, relativeTarget } from "../lint/targets.ts";

export interface FileReference extends Span {
  /** From the folder of the skill, with `/` between the parts; never outside of it. */
  readonly path: string;
}

/** A path in a code span: names without a folder or an extension are mostly commands. */
const MENTION = /`((?:\.\/)?[\w.-]+(?:\/[\w.-]+)*\.[A-Za-z]\w{0,9})`/gu;
const MAX_REFERENCES = 2000;

/** Links outside of code, and paths in code spans; whether the files exist is for the caller to ask. */
export function findReferences(text: string): readonly FileReference[] {
  const { bodyStart } = readDocument(text);
  const body = viewBody(text, bodyStart);
  const found: FileReference[] = [];
  for (const file of linkedFiles(body))
    if (!file.leavesFolder && !file.isFolder)
      found.push(...file.links.map(({ targetSpan }) => ({ ...targetSpan, path: file.path })));
  for (const match of body.text.matchAll(MENTION)) {
    const start = bodyStart + match.index + 1;
    const target = relativeTarget(match[1] ?? "");
    if (target === undefined || target.leavesFolder || isFenced(body.fences, start)) continue;
    found.push({ start, end: start + (match[1] ?? "").length, path: target.path });
    if (found.length >= MAX_REFERENCES) break;
  }
  return found.toSorted((a, b) => a.start - b.start).slice(0, MAX_REFERENCES);
}

function isFenced(fences: readonly Span[], offset: number): boolean {
  return fences.some(({ start, end }) => start <= offset && offset < end);
}
