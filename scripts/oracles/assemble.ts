/** From what a program printed to the `out` of a line. */
import { existsSync, realpathSync } from "node:fs";
import type {
  Cut,
  Dropped,
  ListEntry,
  Observation,
  Outcome,
  PlacedCase,
  PromptEntry,
  SeenSkill,
} from "./types.ts";

export function assemble(placed: PlacedCase, seen: Observation, isHome: boolean): Outcome {
  const general = placed.generalize;
  const left = seen.list.filter(({ isBuiltIn }) => !isBuiltIn);
  const skills: SeenSkill[] = [];
  for (const entry of seen.prompt) {
    if (entry.isBuiltIn) continue;
    const at = left.findIndex((item) => isSame(entry, item));
    const [listed] = at < 0 ? [] : left.splice(at, 1);
    const path = listed?.path ?? entry.path ?? inferPath(placed, entry);
    skills.push(toSkill(general, { ...entry, ...(path !== undefined && { path }) }, listed));
  }
  for (const entry of left) skills.push(toSkill(general, undefined, entry));
  return {
    skills,
    dropped: findDropped(placed, seen, skills),
    warnings: seen.warnings.map(general),
    ...(isHome && { order: seen.prompt.map(({ name }) => name) }),
    ...(seen.roots !== undefined && {
      roots: Object.fromEntries(
        Object.entries(seen.roots).map(([alias, path]) => [alias, general(path)]),
      ),
    }),
    ...(seen.loaded !== undefined && { loaded: seen.loaded }),
    ...(isHome && { chars: skills.reduce((sum, { shown }) => sum + [...(shown ?? "")].length, 0) }),
  };
}

function isSame(entry: PromptEntry, item: ListEntry): boolean {
  if (entry.name !== item.name) return false;
  if (entry.path === undefined || item.path === null) return true;
  // Behind a link one list may name the link and the other what it leads to.
  return toReal(entry.path) === toReal(item.path);
}

/** A skill that only the prompt shows, without a path, is the file of its folder with its text. */
function inferPath(placed: PlacedCase, entry: PromptEntry): string | undefined {
  const found = Object.entries(placed.case.in.files).find(
    ([path, content]) =>
      path.endsWith(`/${entry.name}/SKILL.md`) &&
      typeof content === "string" &&
      content.includes(entry.text),
  );
  return found === undefined ? undefined : placed.resolve(found[0]);
}

function toSkill(
  general: (text: string) => string,
  entry: PromptEntry | undefined,
  listed: ListEntry | undefined,
): SeenSkill {
  const description = listed?.description ?? entry?.text ?? null;
  const path = listed?.path ?? entry?.path ?? null;
  const cut = entry === undefined ? undefined : findCut(description, entry.text);
  return {
    name: listed?.name ?? entry?.name ?? "",
    ...(listed?.display !== undefined && { display: listed.display }),
    description,
    path: path === null ? null : general(path),
    ...(listed?.source !== undefined && { source: listed.source }),
    ...(listed?.enabled !== undefined && { enabled: listed.enabled }),
    shown: entry === undefined ? null : general(entry.shown),
    lists: [...(entry === undefined ? [] : ["prompt"]), ...(listed?.lists ?? [])],
    ...(cut !== undefined && { cut }),
  };
}

/** Lengths are counted in code points. */
function findCut(description: string | null, text: string): Cut | undefined {
  // A text that goes on after the whole description has something added to it, not cut.
  if (description === null || text.startsWith(description)) return undefined;
  const whole = [...description];
  const shown = [...text];
  let kept = 0;
  while (kept < shown.length && shown[kept] === whole[kept]) kept += 1;
  const tail = shown.slice(kept).join("");
  if (tail.length > 4) return { altered: true };
  return { of: whole.length, kept, tail };
}

/** Markdown files of the case that no skill was loaded from; a skill behind a link counts for the file it leads to. */
function findDropped(
  placed: PlacedCase,
  seen: Observation,
  skills: readonly SeenSkill[],
): readonly Dropped[] {
  const used = new Set(
    skills.flatMap(({ path }) => (path === null ? [] : [toReal(placed.resolve(path))])),
  );
  return Object.keys(placed.case.in.files)
    .filter((path) => /\.md$/iu.test(path) && !used.has(toReal(placed.resolve(path))))
    .map((path) => {
      const reason = seen.reasons.get(placed.resolve(path));
      return { path, ...(reason !== undefined && { reason: placed.generalize(reason) }) };
    });
}

function toReal(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
