/** The reference page of the public names, made from the export map and the doc comments. */
import { type PublicName, readSubpaths, type Subpath } from "./public-names.ts";

/** What most programs need of each subpath: the rest are the types of these, and what special cases need. */
export const STARTING_POINTS: Readonly<Record<string, readonly string[]>> = {
  skillwright: ["readSkill", "lint", "fixText", "convert", "matrix", "dialects", "SkillError"],
  "skillwright/scan": ["scan", "prettyScan", "sarifScan"],
  "skillwright/library": ["openLibrary", "openFolderStore", "openS3Store"],
  "skillwright/client": ["createClient", "ApiError"],
  "skillwright/mcp": ["createSkillServer", "listenMcp", "serveOverStdio"],
  "skillwright/run": ["loadSkill", "loadAgent"],
  "skillwright/registry": ["openManager", "openRegistryClient", "publishSkill", "verifySignature"],
  "skillwright/tools": ["tool", "string", "integer", "number", "boolean", "array", "object"],
};

export function libraryPage(): string {
  const subpaths = readSubpaths();
  const count = subpaths.reduce((sum, { names }) => sum + names.length, 0);
  return [
    "---",
    "kind: reference",
    "---",
    "",
    "# Library",
    "",
    "<!-- Made by scripts/gen-docs.ts from the export map of package.json and the doc comments in src; edit those. -->",
    "",
    "```ts",
    'import { lint, readSkill } from "skillwright";',
    'import { openLibrary } from "skillwright/library";',
    "```",
    "",
    `The package exports ${count} names under ${subpaths.length} addresses, each name at one address. Names in **bold** are where most`,
    "programs start. Everything else in the package is internal and changes without notice.",
    "",
    ...subpaths.flatMap(section),
  ].join("\n");
}

function section({ specifier, doc, names }: Subpath): readonly string[] {
  const first = STARTING_POINTS[specifier] ?? [];
  const values = names.filter(({ kind }) => !isType(kind));
  const types = names.filter(({ kind }) => isType(kind));
  return [
    `## ${specifier}`,
    "",
    doc,
    "",
    ...table("name", values, first),
    ...(types.length === 0 ? [] : table("type", types, first)),
  ];
}

function table(
  title: string,
  names: readonly PublicName[],
  first: readonly string[],
): readonly string[] {
  const rows = names.map(({ name, signature, doc }) => {
    const shown = `\`${signature ?? name}\``;
    return `| ${cell(first.includes(name) ? `**${shown}**` : shown)} | ${cell(doc)} |`;
  });
  return [`| ${title} | what it is |`, "|---|---|", ...rows, ""];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function isType(kind: PublicName["kind"]): boolean {
  return kind === "interface" || kind === "type";
}
