/** Finds the skills among files that somebody gives. */
import type { OpenedFile } from "./zip.ts";

/** A skill as it can be stored: its SKILL.md, and what lies beside it. */
export interface FoundSkill {
  /** The name of its folder; empty where it lies at the top. */
  readonly folder: string;
  readonly text: string;
  readonly files: readonly OpenedFile[];
}

const MAIN = "SKILL.md";

/** One for each SKILL.md; a file belongs to the skill in whose folder it lies deepest. */
export function skillsIn(files: readonly OpenedFile[]): readonly FoundSkill[] {
  const roots = files
    .filter(({ path }) => isMain(path))
    .map(({ path }) => path.slice(0, path.length - MAIN.length));
  const rootOf = (path: string): string | undefined =>
    roots.filter((root) => path.startsWith(root)).toSorted((a, b) => b.length - a.length)[0];
  return roots.map((root) => ({
    folder: root.split("/").at(-2) ?? "",
    text: decode(files.find(({ path }) => path === `${root}${MAIN}`)?.bytes),
    files: files
      .filter(({ path }) => rootOf(path) === root && path !== `${root}${MAIN}` && !isHidden(path))
      .map(({ path, bytes }) => ({ path: path.slice(root.length), bytes })),
  }));
}

export function isMain(path: string): boolean {
  return path === MAIN || path.endsWith(`/${MAIN}`);
}

function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
}

function decode(bytes: Uint8Array | undefined): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** A name that the server takes, made of what the skill or its folder is called. */
export function toName(wanted: string): string {
  const name = wanted
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "")
    .slice(0, 64);
  return name === "" ? "new-skill" : name;
}
