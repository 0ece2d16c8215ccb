/** Where Copilot CLI looks for skills, and which files it finds there. */
import {
  byCodePoint,
  resolveCanonical,
  listFolderEntries,
  findUp,
  isFolder,
  joinPath,
  withParents,
} from "../../../platform/index.ts";
import type { DroppedFile, AgentContext } from "../agent.ts";
import { valuesOf } from "../args.ts";
import { FolderSearch } from "../folder-search.ts";
import { notInFolder, wrongFileName } from "../causes.ts";
import { copilotHome, type CopilotSettings } from "./settings.ts";

export type Source =
  | "project"
  | "inherited"
  | "personal-copilot"
  | "personal-agents"
  | "custom"
  | "plugin";

export interface CopilotFile {
  readonly path: string;
  readonly source: Source;
  readonly isCommand: boolean;
}

interface Root {
  readonly path: string;
  readonly source: Source;
}

const KINDS = [".github/skills", ".agents/skills", ".claude/skills"];

/** In the order in which a name counts: those before win. */
export function rootsOf(ground: AgentContext, settings: CopilotSettings): readonly Root[] {
  const { home, environment, args } = ground;
  const places = placesOf(ground);
  const isOwn = (environment["COPILOT_HOME"] ?? "") === "";
  const roots: readonly Root[] = [
    ...KINDS.flatMap((kind) =>
      places.map((place, index) => ({
        path: joinPath(place, kind),
        source: index === 0 ? ("project" as const) : ("inherited" as const),
      })),
    ).filter(({ path }) => path !== joinPath(home, ".claude/skills")),
    ...valuesOf(args, "--add-dir").map((place) => ({
      path: joinPath(place, ".github/skills"),
      source: "project" as const,
    })),
    { path: joinPath(copilotHome(ground), "skills"), source: "personal-copilot" },
    ...(isOwn
      ? [{ path: joinPath(home, ".agents/skills"), source: "personal-agents" as const }]
      : []),
    ...valuesOf(args, "--plugin-dir").map((place) => ({
      path: joinPath(place, "skills"),
      source: "plugin" as const,
    })),
    ...settings.folders.map((path) => ({ path, source: "custom" as const })),
  ];
  const seen = new Set<string>();
  return roots.filter(({ path }) => !seen.has(path) && seen.add(path));
}

function placesOf({ folder }: AgentContext): readonly string[] {
  return withParents(folder, findUp(folder, [".git"]));
}

/** Skills of all roots, then commands of the project. */
export function findFiles(
  ground: AgentContext,
  settings: CopilotSettings,
  dropped: DroppedFile[],
): readonly CopilotFile[] {
  const search = new FolderSearch(dropped);
  const files = rootsOf(ground, settings).flatMap(({ path, source }) =>
    skillsIn(path, search, dropped).map((file) => ({ path: file, source, isCommand: false })),
  );
  const commands = placesOf(ground).flatMap((place, index) =>
    listFolderEntries(joinPath(place, ".claude/commands"))
      .filter(({ kind, name }) => kind === "file" && /\.md$/iu.test(name))
      .map(({ path }) => ({
        path,
        source: index === 0 ? ("project" as const) : ("inherited" as const),
        isCommand: true,
      })),
  );
  return [...files, ...commands];
}

/** A folder with a SKILL.md is a skill, and nothing below it is looked at; links come after what lies there itself. */
function skillsIn(root: string, search: FolderSearch, dropped: DroppedFile[]): readonly string[] {
  const files: string[] = [];
  const seen = new Set<string>();
  const walk = (folder: string): void => {
    const real = resolveCanonical(folder);
    if (seen.has(real)) return;
    seen.add(real);
    const entries = search.entriesOf(folder);
    for (const { kind, name, path } of entries)
      if (kind === "file" && name !== "SKILL.md" && /^skill\.md$/iu.test(name))
        dropped.push({ path, ...wrongFileName });
      else if (kind === "file" && folder === root && name !== "SKILL.md" && /\.md$/iu.test(name))
        dropped.push({ path, ...notInFolder });
    if (entries.some(({ name, kind }) => name === "SKILL.md" && kind === "file")) {
      files.push(joinPath(folder, "SKILL.md"));
      return;
    }
    const folders = entries.filter(({ kind, name }) => kind === "folder" && !name.startsWith("."));
    for (const isLink of [false, true])
      for (const entry of folders) if (entry.isLink === isLink) walk(entry.path);
  };
  if (isFolder(root)) walk(root);
  return files.toSorted(byCodePoint);
}
