import type { Span } from "../../../skill/index.ts";
import { isObject } from "../../../skill/index.ts";
import type { IndexOption } from "./installs.ts";
import { type Ecosystem, type PackageSpec, readSpec } from "./package-spec.ts";
import { parseJson } from "../../../skill/index.ts";

export interface ManifestEntry extends Span {
  readonly spec: PackageSpec;
}

export interface Lifecycle extends Span {
  readonly name: string;
  readonly script: string;
}

export interface Manifest {
  readonly entries: readonly ManifestEntry[];
  readonly indexes: readonly IndexOption[];
  readonly lifecycle: readonly Lifecycle[];
}

const NOTHING: Manifest = { entries: [], indexes: [], lifecycle: [] };

/** Reads a file that lists dependencies; undefined for any other file. */
export function readManifest(path: string, text: string): Manifest | undefined {
  const name = path.split("/").at(-1)?.toLowerCase() ?? "";
  if (name === "package.json") return readPackageJson(text);
  if (/(?:^|[-_.])requirements[-_.]/.test(name) && /\.(?:txt|in)$/.test(name))
    return readRequirements(text);
  if (name === "pyproject.toml") return readPyproject(text);
  if (name === "gemfile") return readGemfile(text);
  return undefined;
}

function* linesOf(text: string): Generator<{ readonly line: string; readonly start: number }> {
  let start = 0;
  for (const line of text.split("\n")) {
    yield { line: line.replace(/\r$/, ""), start };
    start += line.length + 1;
  }
}

function readRequirements(text: string): Manifest {
  const entries: ManifestEntry[] = [];
  const indexes: IndexOption[] = [];
  for (const { line, start } of linesOf(text)) {
    const content = line.replace(/(?:^|\s)#[^]*$/, "").trim();
    if (content === "") continue;
    const span = {
      start: start + line.indexOf(content),
      end: start + line.indexOf(content) + content.length,
    };
    const option = /^(?:(--index-url|-i)|(--extra-index-url|--find-links|-f))[\s=]+(\S+)/.exec(
      content,
    );
    if (option !== null)
      indexes.push({
        ...span,
        address: option[3] ?? "",
        isExtra: option[2] !== undefined,
        ecosystem: "pypi",
      });
    else if (!content.startsWith("-") || /^(?:-e|--editable)\s/.test(content))
      entries.push(
        ...entryOf(
          "pypi",
          content.replace(/^(?:-e|--editable)\s+/, "").split(/\s--hash=/, 1)[0] ?? "",
          span,
        ),
      );
  }
  return { entries, indexes, lifecycle: [] };
}

function entryOf(ecosystem: Ecosystem, written: string, span: Span): readonly ManifestEntry[] {
  const spec = readSpec(ecosystem, written);
  return spec === undefined ? [] : [{ spec, ...span }];
}

const GROUPS = ["dependencies", "devDependencies", "optionalDependencies"];
const LIFECYCLE = ["preinstall", "install", "postinstall", "prepare", "preprepare", "postprepare"];

function readPackageJson(text: string): Manifest {
  const manifest = parseJson(text);
  if (!isObject(manifest)) return NOTHING;
  const find = placeFinder(text);
  const entries = GROUPS.flatMap((group) => {
    const wanted = manifest[group];
    if (!isObject(wanted)) return [];
    return Object.entries(wanted).flatMap(([name, version]) =>
      typeof version === "string" ? [{ spec: nodeSpec(name, version), ...find(name) }] : [],
    );
  });
  const scripts = isObject(manifest["scripts"]) ? manifest["scripts"] : {};
  const lifecycle = LIFECYCLE.flatMap((name) => {
    const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    return typeof script === "string" ? [{ name, script, ...find(name) }] : [];
  });
  return { entries, indexes: [], lifecycle };
}

function nodeSpec(name: string, version: string): PackageSpec {
  const elsewhere =
    /^(?:git|https?:|github:|gitlab:|bitbucket:|gist:|file:|link:|workspace:|ssh:)|^[\w.-]+\/[\w.-]+/.test(
      version,
    )
      ? readSpec("npm", version)
      : undefined;
  if (elsewhere !== undefined) return { ...elsewhere, name };
  const isPinned = /^=?v?\d{1,9}\.\d{1,9}\.\d{1,9}[\w.+-]{0,60}$/.test(version);
  return { ecosystem: "npm", name, version, source: { kind: "registry" }, isPinned };
}

function placeFinder(text: string): (key: string) => Span {
  return (key) => {
    const quoted = JSON.stringify(key);
    const at = text.indexOf(quoted);
    return at === -1 ? { start: 0, end: 0 } : { start: at, end: at + quoted.length };
  };
}

/** Lists of quoted requirements, and the tables that Poetry writes. */
function readPyproject(text: string): Manifest {
  const entries: ManifestEntry[] = [];
  let table = "";
  let isInList = false;
  for (const { line, start } of linesOf(text)) {
    const header = /^\s*\[{1,2}([^\][]{1,200})\]{1,2}\s*(?:#.*)?$/.exec(line);
    if (header !== null && !isInList) {
      table = (header[1] ?? "").trim();
      continue;
    }
    const opens = /^\s*(?:"?[\w.-]+"?)\s*=\s*\[/.exec(line);
    if (opens !== null && isRequirementList(table, line)) isInList = true;
    if (isInList) {
      for (const match of line.matchAll(/"([^"]*)"|'([^']*)'/g)) {
        const at = start + match.index + 1;
        const written = match[1] ?? match[2] ?? "";
        entries.push(...entryOf("pypi", written, { start: at, end: at + written.length }));
      }
      if (endsList(line)) isInList = false;
    } else if (/^tool\.poetry\.(?:.*\.)?dependencies$/.test(table))
      entries.push(...poetryEntry(line, start));
  }
  return { entries, indexes: [], lifecycle: [] };
}

/** Extras such as `name[extra]` have brackets of their own. */
function endsList(line: string): boolean {
  const bare = line.replace(/\[[^\]"'[]{0,200}\]/g, "").replace(/(?:^|\s)#.*/, "");
  return /\],?$/.test(bare.trimEnd());
}

function isRequirementList(table: string, line: string): boolean {
  const key = /^\s*"?([\w.-]+)"?/.exec(line)?.[1] ?? "";
  if (table === "project") return key === "dependencies";
  if (table === "build-system") return key === "requires";
  return /^(?:project\.optional-dependencies|dependency-groups)$/.test(table);
}

function poetryEntry(line: string, start: number): readonly ManifestEntry[] {
  const match = /^\s*"?([\w.-]+)"?\s*=\s*(\S.*)$/.exec(line);
  const name = match?.[1];
  if (match === null || name === undefined || name === "python") return [];
  const value = match[2] ?? "";
  const address = /\b(?:git|url)\s*=\s*"([^"]+)"/.exec(value)?.[1];
  const span = { start: start + line.indexOf(name), end: start + line.indexOf(name) + name.length };
  if (address !== undefined)
    return entryOf("pypi", `${name} @ ${value.includes("git") ? "git+" : ""}${address}`, span);
  const version = /"([^"]*)"/.exec(value)?.[1];
  const isPinned = version !== undefined && /^(?:==)?\d+(?:\.\d+)+$/.test(version);
  return [
    { spec: { ecosystem: "pypi", name, version, source: { kind: "registry" }, isPinned }, ...span },
  ];
}

function readGemfile(text: string): Manifest {
  const entries: ManifestEntry[] = [];
  const indexes: IndexOption[] = [];
  for (const { line, start } of linesOf(text)) {
    const source = /^\s*source\s+["']([^"']+)["']/.exec(line)?.[1];
    if (source !== undefined) {
      const from = start + line.indexOf(source);
      const span = { start: from, end: from + source.length };
      indexes.push({ ...span, address: source, isExtra: true, ecosystem: "gem" });
    }
    const match = /^\s*gem\s+["']([\w.-]+)["']\s*(?:,(.*))?$/.exec(line);
    if (match === null) continue;
    const name = match[1] ?? "";
    const rest = (match[2] ?? "").trimStart();
    const address = /\b(?:git|github|source):\s*["']([^"']+)["']/.exec(rest)?.[1];
    const version = /^["']([^"']+)["']/.exec(rest)?.[1];
    const at = start + line.indexOf(name);
    entries.push({
      start: at,
      end: at + name.length,
      spec: {
        ecosystem: "gem",
        name,
        version,
        source: address === undefined ? { kind: "registry" } : { kind: "git", address },
        isPinned: version !== undefined && /^=?\s*\d+(?:\.\d+)+$/.test(version),
      },
    });
  }
  return { entries, indexes, lifecycle: [] };
}
