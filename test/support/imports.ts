/** The rules of imports, as functions from sources to sentences about what breaks them. */
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { isTest, lineAt, maskSource } from "./source.ts";
import type { SourceFile } from "./source.ts";

export interface ImportReference {
  /** Undefined when it is computed while the program runs. */
  readonly specifier: string | undefined;
  readonly isTypeOnly: boolean;
  readonly line: number;
}

/** From each room to the rooms, or the parts of rooms, that it may import. */
export type ImportTable = Readonly<Record<string, readonly string[]>>;

const fromClause =
  /(?<![.\w$])(?:import|export)(\s+type)?(?![\w$])[\w$*\s{},]*?\bfrom\s*(["'])([^"'\n]*)\2/gu;
const bareImport = /(?<![.\w$])import\s*(["'])([^"'\n]*)\1/gu;
const dynamicImport = /(?<![.\w$])import\s*\(\s*(?:(["'])([^"'\n]*)\1)?/gu;

/** Finds `from "…"`, bare `import "…"` and `import("…")`. */
export function scanImports(text: string): readonly ImportReference[] {
  const code = maskSource(text);
  const found = [
    ...[...code.matchAll(fromClause)].map((match) =>
      reference(match, match[3], match[1] !== undefined),
    ),
    ...[...code.matchAll(bareImport)].map((match) => reference(match, match[2], false)),
    ...[...code.matchAll(dynamicImport)].map((match) => reference(match, match[2], false)),
  ];
  return found.toSorted((left, right) => left.line - right.line);
}

function reference(
  match: RegExpExecArray,
  specifier: string | undefined,
  isTypeOnly: boolean,
): ImportReference {
  return { specifier, isTypeOnly, line: lineAt(match.input, match.index) };
}

interface Link extends ImportReference {
  readonly from: string;
  /** The imported file, or undefined for a package or a computed import. */
  readonly to: string | undefined;
}

function links(files: readonly SourceFile[]): readonly Link[] {
  return files.flatMap(({ path, text }) =>
    scanImports(text).map((found) => ({ ...found, from: path, to: target(path, found.specifier) })),
  );
}

function target(from: string, specifier: string | undefined): string | undefined {
  if (specifier === undefined || !/^\.{1,2}(?:\/|$)/u.test(specifier)) return undefined;
  return posix.join(posix.dirname(from), specifier);
}

function place(link: Link): string {
  return `${link.from}:${link.line}`;
}

/** `src/skill/model/x.ts` is in `skill`, `src/index.ts` in `index`, and everything in web in `web`. */
export function roomOf(path: string): string | undefined {
  if (path.startsWith("web/")) return "web";
  return /^src\/([^/]+?)(?:\.ts)?(?:\/|$)/u.exec(path)?.[1];
}

export function checkTable(files: readonly SourceFile[], table: ImportTable): readonly string[] {
  return links(files).flatMap((link) => {
    const problem = tableProblem(link, table);
    return problem === undefined ? [] : [`${place(link)} ${problem}`];
  });
}

function tableProblem(link: Link, table: ImportTable): string | undefined {
  const room = roomOf(link.from);
  const allowed = room === undefined ? undefined : table[room];
  if (room === undefined || allowed === undefined) {
    return "is in a room that the table does not list.";
  }
  if (link.specifier === undefined) return "imports what it computes, which no table can check.";
  if (link.to === undefined) {
    const isPackage = /^(?:node:)?@?[a-z]/u.test(link.specifier) && !isOwnName(link.specifier);
    return isPackage
      ? undefined
      : `imports \`${link.specifier}\`, which is neither file nor package.`;
  }
  if (isTest(link.from) && /^(?:test|vectors|examples)\//u.test(link.to)) return undefined;
  const to = roomOf(link.to);
  if (to === room && to !== "index") return undefined;
  const reached = link.to.replace(/^src\//u, "");
  const entry = allowed.find((name) => isWithin(reached, name.replace(/^type /u, "")));
  if (entry === undefined) return `imports \`${link.to}\`, which \`${room}\` may not.`;
  if (entry.startsWith("type ") && !link.isTypeOnly) {
    return `imports \`${link.to}\` as a value; \`${room}\` may import its types alone.`;
  }
  return undefined;
}

function isOwnName(specifier: string): boolean {
  return specifier === "skillwright" || specifier.startsWith("skillwright/");
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Another room is reached through `index.ts` of the room or of a folder in it, or through a contract. */
export function checkDoors(
  files: readonly SourceFile[],
  contracts: readonly string[],
): readonly string[] {
  return links(files).flatMap((link) => {
    if (link.to === undefined || isTest(link.from)) return [];
    const room = roomOf(link.to);
    if (room === undefined || room === roomOf(link.from)) return [];
    if (/^src\/[^/]+\/(?:[^/]+\/)?index\.ts$/u.test(link.to) || contracts.includes(link.to)) {
      return [];
    }
    return [
      `${place(link)} enters \`${room}\` through \`${link.to}\`, which is neither index nor contract.`,
    ];
  });
}

/** Contracts that no other room enters: a way in that nobody takes is closed. */
export function findUnusedContracts(
  files: readonly SourceFile[],
  contracts: readonly string[],
): readonly string[] {
  const entered = new Set(
    links(files).flatMap(({ from, to }) =>
      to === undefined || isTest(from) || roomOf(from) === roomOf(to) ? [] : [to],
    ),
  );
  return contracts.filter((path) => !entered.has(path));
}

/** A dialect stands alone: it shares with another only what lies in `shared`, which knows none of them. */
export function checkDialectIsolation(files: readonly SourceFile[]): readonly string[] {
  return links(files).flatMap((link) => {
    const from = dialectOf(link.from);
    const to = link.to === undefined ? undefined : dialectOf(link.to);
    if (from === undefined || to === undefined || from === to || to === "shared") return [];
    return [`${place(link)} imports \`${link.to}\` of another dialect.`];
  });
}

function dialectOf(path: string): string | undefined {
  return /^src\/skill\/dialects\/([^/]+)\//u.exec(path)?.[1];
}

/** Folders of `rooms` import no module of Node at all. */
export function checkPure(
  files: readonly SourceFile[],
  rooms: readonly string[],
): readonly string[] {
  return links(files).flatMap((link) => {
    if (isTest(link.from) || !rooms.includes(roomOf(link.from) ?? "")) return [];
    if (link.specifier === undefined || !isBuiltin(link.specifier)) return [];
    return [`${place(link)} imports \`${link.specifier}\`, but runs in a browser too.`];
  });
}

const outsideWorld =
  /^(?:node:)?(?:fs|fs\/promises|child_process|net|tls|dgram|dns|dns\/promises)$/u;

/** Files, processes and sockets are touched in `platform` alone. */
export function checkOutsideWorld(files: readonly SourceFile[]): readonly string[] {
  return links(files).flatMap((link) => {
    if (isTest(link.from) || roomOf(link.from) === "platform") return [];
    if (link.specifier === undefined || !outsideWorld.test(link.specifier)) return [];
    return [`${place(link)} imports \`${link.specifier}\`, which only \`platform\` may.`];
  });
}

/** Each cycle once, as the way round it. Imports of types count: they tie files together as well. */
export function findCycles(files: readonly SourceFile[]): readonly string[] {
  const graph = new Map<string, string[]>(files.map(({ path }) => [path, []]));
  for (const { from, to } of links(files)) {
    if (to !== undefined && graph.has(to)) graph.get(from)?.push(to);
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  function visit(path: string): void {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(" → "));
    if (start >= 0 || done.has(path)) return;
    trail.push(path);
    for (const next of graph.get(path) ?? []) visit(next);
    trail.pop();
    done.add(path);
  }
  for (const path of graph.keys()) visit(path);
  return cycles;
}
