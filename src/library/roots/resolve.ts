import { fileExists, joinPath, parentOf, realPath, kindOf } from "../../platform/index.ts";
import {
  type Diagnostic,
  type Dialect,
  type HomeRoot,
  type HomeRules,
  suggest,
  SkillError,
} from "../../skill/index.ts";
import type { LibraryConfig } from "../config/index.ts";
import { rootCodes, rootProblem } from "./diagnostics.ts";
import { expandPath, type Places } from "./places.ts";
import { findPluginFolders } from "./plugins.ts";
import type { RefusedFile } from "./refused.ts";
import type { RootInput, SkillRoot } from "./root.ts";

export interface ResolvedRoots {
  /** Highest precedence first. */
  readonly roots: readonly SkillRoot[];
  readonly problems: readonly Diagnostic[];
  /** Roots that are not searched because their plugin is off. */
  readonly off: readonly OffRoot[];
  /** Further folders whose entries decide which roots there are. */
  readonly watched: readonly string[];
}

export interface OffRoot extends Pick<RefusedFile, "problem" | "setting"> {
  readonly root: SkillRoot;
}

/** The roots that the system of a dialect has for an agent. */
export function resolveRoots(
  homes: HomeRules,
  places: Places,
  config: LibraryConfig,
): ResolvedRoots {
  const plugins =
    homes.plugins === undefined
      ? { folders: [], off: [], problems: [], watched: [] }
      : findPluginFolders(homes.plugins, places, config.facts);
  const linkTargets = targetsOf(config.load.allowSymlinkTargets, places);
  const roots = homes.roots
    .filter((rule) => rule.onlyIfUsual === undefined || !places.unusual.has(rule.onlyIfUsual))
    .filter((rule) => rule.isOfFirstAgent !== true || places.isFirstAgent)
    .flatMap((rule): readonly SkillRoot[] => {
      const { source, mayLinkOut = false } = rule;
      const common = { source, mayLinkOut, linkTargets };
      if (rule.path === "{plugin}")
        // Of several roots of one source the later one wins here, as for every folder that is added.
        return plugins.folders.toReversed().map((folder) => ({ ...common, ...folder }));
      return pathsOf(rule, places, config).map((path) => ({ ...common, path }));
    });
  const { source = "" } = homes.roots.find(({ path }) => path === "{plugin}") ?? {};
  const off = plugins.off.map(({ problem, setting, ...folder }) => ({
    root: { source, mayLinkOut: false, linkTargets, ...folder },
    problem,
    ...(setting === undefined ? {} : { setting }),
  }));
  return { roots: unique(roots), off, problems: plugins.problems, watched: plugins.watched };
}

function pathsOf(rule: HomeRoot, places: Places, config: LibraryConfig): readonly string[] {
  const written = rule.path === "{extra}" ? config.load.extraDirs.toReversed() : [rule.path];
  const paths = written.flatMap((path) => expandPath(path.trim(), places) ?? []);
  return rule.isInEveryParent === true
    ? paths.flatMap((path) => withParents(rule, path, places))
    : paths;
}

/** The same place in every folder from the project up to the one that holds the repository. */
function withParents(rule: HomeRoot, path: string, places: Places): readonly string[] {
  const below = rule.path.slice(rule.path.indexOf("/") + 1);
  const start = places.folders.get("project") ?? places.base;
  const found: string[] = [];
  for (let folder = start; ; folder = parentOf(folder)) {
    found.push(joinPath(folder, below));
    if (fileExists(joinPath(folder, ".git"))) return found;
    // Outside of a repository nothing says where a project ends.
    if (parentOf(folder) === folder) return [path];
  }
}

function targetsOf(targets: readonly string[], places: Places): readonly string[] {
  return targets.flatMap((target) => {
    const path = expandPath(target.trim(), places);
    return path !== undefined && kindOf(path) === "folder" ? [realPath(path)] : [];
  });
}

function unique(roots: readonly SkillRoot[]): readonly SkillRoot[] {
  const seen = new Set<string>();
  return roots.filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** Roots as a caller names them, highest precedence first. Without a source they are of the highest. */
export function explicitRoots(
  inputs: readonly RootInput[],
  dialect: Dialect,
  places: Places,
  config: LibraryConfig,
): readonly SkillRoot[] {
  const linkTargets = targetsOf(config.load.allowSymlinkTargets, places);
  const order = dialect.gating?.sources.order ?? [];
  return inputs.flatMap((input) => {
    const {
      path,
      source = order.at(-1) ?? "given",
      mayLinkOut = false,
    } = typeof input === "string" ? { path: input } : input;
    if (order.length > 0 && !order.includes(source)) throw unknownSource(source, order);
    const whole = expandPath(path, places);
    return whole === undefined ? [] : [{ source, path: whole, mayLinkOut, linkTargets }];
  });
}

function unknownSource(source: string, order: readonly string[]): SkillError {
  const nearest = suggest(source, order);
  const known = order.map((item) => `\`${item}\``).join(", ");
  return new SkillError(
    rootProblem(
      rootCodes.unknownSource,
      `Unknown source \`${source}\`; known sources are ${known}.`,
      nearest === undefined ? {} : { hint: `Did you mean \`${nearest}\`?` },
    ),
  );
}
