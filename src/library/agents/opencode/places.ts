/** The folders that OpenCode knows before it has read any settings. */
import { findUp, isFolder, joinPath, withParents } from "../../../platform/index.ts";
import type { AgentContext } from "../agent.ts";

export type Scope = "user" | "project" | "settings";

interface OwnFolder {
  readonly path: string;
  readonly scope: Scope;
}

export function homeOf({ home, environment }: AgentContext): string {
  return environment["OPENCODE_TEST_HOME"] ?? home;
}

export function configFolder(ground: AgentContext): string {
  const named = ground.environment["XDG_CONFIG_HOME"];
  return joinPath(named || joinPath(ground.home, ".config"), "opencode");
}

/** As the switches in the environment are read. */
export function isSet(value: string | undefined): boolean {
  return /^(?:1|true|yes|on)$/iu.test(value ?? "");
}

/** Up to the root of the repository, or of the machine where there is none. */
export function placesOf(folder: string): readonly string[] {
  return withParents(folder, findUp(folder, [".git"]));
}

/** Folders of OpenCode itself: its settings and its own skills lie there. */
export function ownFolders(ground: AgentContext): readonly OwnFolder[] {
  const { environment, folder } = ground;
  const named = environment["OPENCODE_CONFIG_DIR"];
  const places = isSet(environment["OPENCODE_DISABLE_PROJECT_CONFIG"]) ? [] : placesOf(folder);
  const folders: readonly OwnFolder[] = [
    { path: configFolder(ground), scope: "user" },
    ...places.map((place) => ({ path: joinPath(place, ".opencode"), scope: "project" as const })),
    { path: joinPath(homeOf(ground), ".opencode"), scope: "user" },
    ...(named ? [{ path: named, scope: "user" as const }] : []),
  ];
  const seen = new Set<string>();
  return folders.filter(({ path }) => isFolder(path) && !seen.has(path) && seen.add(path));
}
