/** The public names of the package: what each entry of the export map exports, read from the sources. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import config from "../../tsdown.config.ts";

const root = resolve(import.meta.dirname, "../..");

export interface PublicName {
  readonly name: string;
  readonly kind: "function" | "class" | "interface" | "type" | "const";
  /** The doc comment on one line; empty where there is none. */
  readonly doc: string;
  /** As it is declared, for functions. */
  readonly signature?: string;
}

export interface Subpath {
  /** As programs import it, such as `skillwright/scan`. */
  readonly specifier: string;
  /** What the file says of itself. */
  readonly doc: string;
  readonly names: readonly PublicName[];
}

/** Every subpath with code behind it, in the order of the export map. */
export function readSubpaths(): readonly Subpath[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  return Object.entries(manifest.exports).flatMap(([path, target]) => {
    if (typeof target === "string") return [];
    const source = sourceOf(target.default);
    const names = exportsOf(source).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return [{ specifier: join(manifest.name, path), doc: headerOf(source), names }];
  });
}

/** The source of a built file, by the entries of the build. */
function sourceOf(target: string): string {
  const entry = target.replace(/^\.\/dist\//u, "").replace(/\.js$/u, "");
  for (const build of config) {
    const source = Object.entries(build.entry ?? {}).find(([name]) => name === entry)?.[1];
    if (typeof source === "string") return join(root, source);
  }
  throw new Error(`${target} is in the export map, and no entry of tsdown.config.ts builds it.`);
}

function headerOf(file: string): string {
  return commentText(/^\s*\/\*\*([^]*?)\*\//u.exec(readFileSync(file, "utf8"))?.[1] ?? "");
}

const LIST = /^(?:export|import) (?:type )?\{([^}]*)\}(?: from "([^"]+)")?;/gmu;
const STAR = /^export \* from "([^"]+)";/gmu;
const DECLARATION =
  /^(?:export )?(?:async )?(?:abstract )?(function\*?|class|interface|type|const) (\w+)/gmu;

/** The names that a file exports, its own and those of others. */
function exportsOf(file: string): readonly PublicName[] {
  const text = readFileSync(file, "utf8");
  const own = [...text.matchAll(DECLARATION)].filter(([start]) => start.startsWith("export "));
  const listed = listsOf(text).filter(({ isExport }) => isExport);
  const stars = [...text.matchAll(STAR)].flatMap(([, from = ""]) =>
    exportsOf(resolveImport(file, from)),
  );
  return [
    ...[...own.map(([, , name = ""]) => name), ...listed.map(({ alias }) => alias)].map((name) =>
      locate(file, name),
    ),
    ...stars,
  ];
}

/** Where a name that a file exports or imports is declared, and how. */
function find(file: string, name: string): PublicName | undefined {
  const text = readFileSync(file, "utf8");
  const own = [...text.matchAll(DECLARATION)].find((match) => match[2] === name);
  if (own !== undefined) return declarationAt(text, own);
  const listed = listsOf(text).find((item) => item.alias === name && item.from !== undefined);
  if (listed?.from !== undefined)
    return { ...locate(resolveImport(file, listed.from), listed.name), name };
  for (const [, from = ""] of text.matchAll(STAR)) {
    const found = find(resolveImport(file, from), name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function locate(file: string, name: string): PublicName {
  const found = find(file, name);
  if (found === undefined) throw new Error(`${file} does not declare ${name}.`);
  return found;
}

interface Listed {
  readonly isExport: boolean;
  readonly name: string;
  readonly alias: string;
  readonly from: string | undefined;
}

function listsOf(text: string): readonly Listed[] {
  return [...text.matchAll(LIST)].flatMap(([whole, items = "", from]) =>
    items
      .split(",")
      .map((item) => item.trim().replace(/^type /u, ""))
      .filter((item) => item !== "")
      .map((item) => {
        const [name = "", alias = name] = item.split(" as ");
        return { isExport: whole.startsWith("export"), name, alias, from };
      }),
  );
}

function resolveImport(file: string, from: string): string {
  return resolve(dirname(file), from);
}

function declarationAt(text: string, match: RegExpExecArray): PublicName {
  const [start, word = "", name = ""] = match;
  const kind = word.replace("*", "") as PublicName["kind"];
  const before = text.slice(0, match.index).trimEnd();
  const opened = before.endsWith("*/") ? before.lastIndexOf("/**") : -1;
  const doc = opened === -1 ? "" : commentText(before.slice(opened + 3, -2));
  if (kind !== "function") return { name, kind, doc };
  const rest = text.slice(match.index + start.length);
  // The formatter ends the head of a function with ` {`, and puts nothing of a type before it but these.
  const end = rest.search(/(?<=[\w>\])}]) \{\n/u);
  const signature = `${name}${rest.slice(0, end)}`
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/,? ([)\]}>])/gu, (whole, closer: string) => (closer === "}" ? whole : closer))
    .replaceAll("( ", "(");
  return { name, kind, doc, signature };
}

function commentText(comment: string): string {
  return comment
    .replaceAll(/^\s*\*/gmu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
