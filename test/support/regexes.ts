/** All regular expressions of the source: those that are written, and those that are built out of parts. */
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { isTest, lineAt, readFiles, root } from "./source.ts";
import { runToEnd } from "./spawner.ts";

export interface FoundRegex {
  /** Path and line, as `src/skill/text/fence.ts:12`. */
  readonly place: string;
  readonly pattern: RegExp;
}

/** A `new RegExp(…)`. */
export interface BuiltSite {
  readonly path: string;
  readonly line: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [part: string]: unknown;
}

const FOLDERS = ["src", "web/src"];

export function findRegexes(): {
  readonly written: readonly FoundRegex[];
  readonly sites: readonly BuiltSite[];
} {
  const written: FoundRegex[] = [];
  const sites: BuiltSite[] = [];
  for (const { path, text } of readFiles(FOLDERS, /\.tsx?$/u)) {
    if (isTest(path)) continue;
    const visit = (node: Node, parent: Node | undefined): void => {
      const line = (): number => lineAt(text, node.start);
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      if (regex !== undefined) {
        const flags = isSplit(parent) ? `${regex.flags.replace("g", "")}g` : regex.flags;
        written.push({ place: `${path}:${line()}`, pattern: new RegExp(regex.pattern, flags) });
      }
      if (isCall(node) && (node["callee"] as Node)["name"] === "RegExp")
        sites.push({ path, line: line() });
      for (const part of childrenOf(node)) visit(part, node);
    };
    visit(
      parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as Node,
      undefined,
    );
  }
  return { written, sites };
}

/** A text is split at all matches, whatever the flags say. */
function isSplit(parent: Node | undefined): boolean {
  if (parent === undefined || !isCall(parent)) return false;
  const property = (parent["callee"] as Node)["property"] as Node | undefined;
  return property?.["name"] === "split";
}

function isCall({ type }: Node): boolean {
  return type === "NewExpression" || type === "CallExpression";
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node)
    .flat()
    .filter((part): part is Node => typeof part === "object" && part !== null && "type" in part);
}

/** What the sites build while their modules are loaded. */
export function loadBuilt(sites: readonly BuiltSite[]): readonly FoundRegex[] {
  const paths = [...new Set(sites.map(({ path }) => path))];
  const program = join(root, "test/support/built-regexes-program.ts");
  const { stdout, stderr, status } = runToEnd(process.execPath, [program, ...paths], {
    cwd: root,
  });
  if (status !== 0) throw new Error(stderr);
  const rows = JSON.parse(stdout) as { place: string; source: string; flags: string }[];
  return rows.map(({ place, source, flags }) => ({ place, pattern: new RegExp(source, flags) }));
}
