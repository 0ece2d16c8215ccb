/** Which edition of a system is meant by its bare name: the one that runs here, by what is installed and what it wrote. */
import JSON5 from "json5";
import { expandPath } from "../../library/roots/index.ts";
import { fileExists, joinPath, parentOf, readText, realPath } from "../../platform/index.ts";
import { findOnPath } from "../../platform/sandbox/index.ts";
import {
  type Dialect,
  dialects,
  getPath,
  isObject,
  type Json,
  profiles,
} from "../../skill/index.ts";
import type { Computer } from "./selection.ts";
import { usualPlaces } from "./settings.ts";

export interface Edition {
  readonly dialect: Dialect;
  /** Why this one, as a sentence; undefined where nothing tells. */
  readonly evidence?: string;
}

type ComputerContext = Pick<Computer, "environment" | "folder">;

/** The edition of the release that is installed; of the one that wrote the settings; or the one that people run today. */
export function editionHere(current: Dialect, here: ComputerContext): Edition {
  if (current.program === undefined) return { dialect: current };
  const installed = installedVersion(current, here);
  const written = installed === undefined ? writtenVersion(current, here) : undefined;
  const version = installed?.version ?? written?.version;
  if (version === undefined) return { dialect: current };
  const dialect = findEdition(version, current);
  const evidence =
    installed === undefined
      ? `\`${written?.file ?? ""}\` was last written by release ${version}.`
      : `Release ${version} is installed in \`${installed.file}\`.`;
  return { dialect, evidence };
}

/** Why an edition was chosen, where it is the one that is found here anyway. */
export function evidenceFor(dialect: Dialect, here: ComputerContext): string | undefined {
  const found = editionHere(dialect, here);
  return found.dialect.id === dialect.id ? found.evidence : undefined;
}

/** Folders of the system that come with the package that is installed here; a variable that names one wins. */
export function findPackageFolders(
  dialect: Dialect,
  here: ComputerContext,
): { readonly [name: string]: string } {
  const installed = dialect.program === undefined ? undefined : installedVersion(dialect, here);
  if (installed === undefined) return {};
  const isNamed = (name: string): boolean => {
    const { variable } = dialect.homes?.folders.find((folder) => folder.name === name) ?? {};
    return (here.environment[variable ?? ""] ?? "").trim() !== "";
  };
  return Object.fromEntries(
    Object.entries(dialect.program?.folders ?? {})
      .filter(([name]) => !isNamed(name))
      .map(([name, path]) => [name, joinPath(installed.file, path)]),
  );
}

interface Found {
  readonly version: string;
  readonly file: string;
}

/** The package that the program on PATH belongs to. */
function installedVersion(
  { program }: Dialect,
  { environment }: ComputerContext,
): Found | undefined {
  const found = findOnPath(program?.command ?? "", environment["PATH"] ?? "");
  if (found === undefined) return undefined;
  for (let folder = parentOf(realPath(found)); ; folder = parentOf(folder)) {
    const manifest = readMap(joinPath(folder, "package.json"));
    const version = getPath(manifest, ["version"]);
    if (getPath(manifest, ["name"]) === program?.package && typeof version === "string")
      return { version, file: folder };
    if (parentOf(folder) === folder) return undefined;
  }
}

function writtenVersion({ program, homes }: Dialect, here: ComputerContext): Found | undefined {
  if (program === undefined || homes?.settings.file === undefined) return undefined;
  const named = here.environment[homes.settings.variable ?? ""]?.trim() ?? "";
  const places = usualPlaces(homes, here);
  const file = expandPath(named === "" ? homes.settings.file : named, places);
  const version =
    file === undefined ? undefined : getPath(readMap(file), program.versionInSettings);
  return typeof version === "string" && file !== undefined ? { version, file } : undefined;
}

function readMap(file: string): Json {
  if (!fileExists(file)) return {};
  try {
    // What the parser of JSON5 gives is plain data.
    const value = JSON5.parse(readText(file)) as Json;
    return isObject(value) ? value : {};
  } catch {
    // Whoever reads the settings says what is wrong with them.
    return {};
  }
}

/** The newest edition that is not newer than the release; the document's where all of them are. */
function findEdition(version: string, current: Dialect): Dialect {
  const [name = ""] = current.id.split("@");
  const wanted = parseNumbers(version);
  const older = profiles
    .filter(({ id }) => id.startsWith(`${name}@`))
    .map((dialect) => ({ dialect, numbers: parseNumbers(dialect.id.slice(name.length + 1)) }))
    .filter(({ numbers }) => compare(numbers, wanted) <= 0)
    .sort((a, b) => compare(b.numbers, a.numbers));
  return older[0]?.dialect ?? dialects.find(({ id }) => id === name) ?? current;
}

function parseNumbers(version: string): readonly number[] {
  return version.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
