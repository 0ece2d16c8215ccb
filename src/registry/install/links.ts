import { changeFolder, isTaken } from "../../platform/archive/index.ts";
import {
  fileExists,
  joinPath,
  kindOf,
  lastPart,
  parentOf,
  realPath,
  relativePath,
  resolvePath,
  readTextIfPresent,
  writeFileAtomically,
} from "../../platform/index.ts";
import { linkTarget } from "../../platform/tree/index.ts";
import { isList, isObject, parseJson } from "../../skill/index.ts";
import { withFolderLock, lockPath, OWN_FOLDER, readLock } from "../lock/index.ts";

/** Folders of clients from which the skills of a folder are linked, by the names of these. */
type Links = ReadonlyMap<string, readonly string[]>;

export interface LinkReport {
  /** Links that were made. */
  readonly linked: readonly string[];
  /** Places in which something else is. */
  readonly taken: readonly string[];
}

/** Links from the folder of a client to skills that are installed in another; what is there stays. */
export async function linkSkills(
  folder: string,
  names: readonly string[],
  client: string,
  isDryRun = false,
): Promise<LinkReport> {
  const free: string[] = [];
  const taken: string[] = [];
  for (const name of names) {
    const path = joinPath(client, name);
    if (leadsTo(path, folder, name)) continue;
    ((await isTaken(path)) ? taken : free).push(name);
  }
  if (!isDryRun && free.length > 0) {
    // Kept first, so that no link is made of which nobody knows.
    await updateLinks(folder, (links) => withLinks(links, free, relativePath(folder, client)));
    await withFolderLock(client, () =>
      changeFolder(
        client,
        OWN_FOLDER,
        free.map((name) => ({
          path: name,
          content: { kind: "link", to: relativePath(client, joinPath(folder, name)) },
        })),
      ),
    );
  }
  const paths = (list: readonly string[]): readonly string[] =>
    list.map((name) => joinPath(client, name));
  return { linked: paths(free), taken: paths(taken) };
}

/** Links that were made to a skill and still lead to it. */
export function linksTo(folder: string, name: string): readonly string[] {
  return (readLinks(folder).get(name) ?? [])
    .map((client) => joinPath(resolvePath(folder, client), name))
    .filter((path) => leadsTo(path, folder, name));
}

/** The folder in which the skill behind a link is, or was, installed; undefined for every other thing. */
export function installedBehind(folder: string, name: string): string | undefined {
  const target = linkTarget(joinPath(folder, name));
  const around = target === undefined ? "" : parentOf(target);
  if (target === undefined || lastPart(target) !== name || !fileExists(lockPath(around)))
    return undefined;
  return readLock(around).has(name) || !fileExists(target) ? around : undefined;
}

/** Removes links by their paths. */
export async function removeLinks(paths: readonly string[]): Promise<void> {
  for (const folder of new Set(paths.map(parentOf)))
    await withFolderLock(folder, () =>
      changeFolder(
        folder,
        OWN_FOLDER,
        paths
          .filter((path) => parentOf(path) === folder)
          .map((path) => ({ path: lastPart(path), content: { kind: "nothing" } })),
      ),
    );
}

/** Removes the links to skills that are installed no more, also those that a process left that died. */
export async function removeDeadLinks(folder: string): Promise<void> {
  const links = readLinks(folder);
  const lock = links.size === 0 ? new Map() : readLock(folder);
  const gone = [...links.keys()].filter((name) => !lock.has(name));
  if (gone.length === 0) return;
  await removeLinks(gone.flatMap((name) => linksTo(folder, name)));
  await updateLinks(folder, (kept) => new Map([...kept].filter(([name]) => !gone.includes(name))));
}

function leadsTo(path: string, folder: string, name: string): boolean {
  const target = linkTarget(path);
  if (target === undefined || lastPart(target) !== name) return false;
  const around = parentOf(target);
  return kindOf(around) === "folder" && realPath(around) === realPath(folder);
}

function withLinks(links: Links, names: readonly string[], client: string): Links {
  const next = new Map(links);
  for (const name of names) next.set(name, [...new Set([...(next.get(name) ?? []), client])]);
  return next;
}

function linksPath(folder: string): string {
  return joinPath(folder, OWN_FOLDER, "links.json");
}

async function updateLinks(folder: string, change: (links: Links) => Links): Promise<void> {
  await withFolderLock(folder, () => {
    const links = Object.fromEntries(change(readLinks(folder)));
    writeFileAtomically(
      linksPath(folder),
      `${JSON.stringify({ version: 1, links }, undefined, 2)}\n`,
    );
    return Promise.resolve();
  });
}

/** None where there is no such file, or none that can be read: a link that is left behind does no harm. */
function readLinks(folder: string): Links {
  const file = linksPath(folder);
  const value = parseJson(readTextIfPresent(file) ?? "");
  const links = isObject(value) ? value["links"] : undefined;
  return new Map(
    Object.entries(isObject(links) ? links : {}).map(([name, clients]) => [
      name,
      isList(clients) ? clients.filter((client) => typeof client === "string") : [],
    ]),
  );
}
