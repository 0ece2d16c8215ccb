/** The index of the documentation and the index of all diagnostics, made from the pages that there are. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const DIAGNOSTICS = "docs/reference/diagnostics/";

const SECTIONS: readonly (readonly [folder: string, title: string, about: string])[] = [
  ["docs/tutorials/", "Tutorials", "Learn by doing: each ends with something that works."],
  ["docs/how-to/", "How-to guides", "Steps for one task."],
  ["docs/reference/", "Reference", "Everything there is, to look up."],
  ["docs/explanation/", "Explanation", "How things work, and why."],
  [
    "docs/decisions/",
    "Decisions",
    "Choices for those who work on Skillwright, with their reasons.",
  ],
];

/** The two index pages; pages that are generated in the same run are taken from `generated`. */
export function indexPages(generated: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const pages = readPages(generated);
  return new Map([
    ["docs/reference/diagnostics.md", diagnosticsPage(pages)],
    ["docs/README.md", mainPage(new Map([...pages, ["docs/reference/diagnostics.md", TITLE]]))],
  ]);
}

const TITLE = "Diagnostics";

/** Titles by path. */
function readPages(generated: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((path) => posix.join("docs", path.replaceAll("\\", "/")))
    .filter((path) => path.endsWith(".md") && path !== "docs/README.md");
  const paths = new Set([...found, ...[...generated.keys()].filter(isPage)]);
  return new Map(
    [...paths].toSorted().map((path) => {
      const text = generated.get(path) ?? readFileSync(join(root, path), "utf8");
      return [path, /^# (.+)$/mu.exec(text)?.[1] ?? path];
    }),
  );
}

function isPage(path: string): boolean {
  return path.startsWith("docs/") && path.endsWith(".md");
}

function mainPage(titles: ReadonlyMap<string, string>): string {
  const pages = [...titles].filter(([path]) => !path.startsWith(DIAGNOSTICS));
  return [
    ...head("Documentation"),
    "New here? [Write your first skill](tutorials/first-skill.md), then look up words in the [glossary](explanation/glossary.md).",
    "",
    ...SECTIONS.flatMap(([folder, title, about]) => [
      `## ${title}`,
      "",
      about,
      "",
      ...pages
        .filter(([path]) => path.startsWith(folder))
        .toSorted(byDepthAndTitle)
        .map(
          ([path, name]) => `- ${link("docs", path, isFormat(path) ? `Format: ${name}` : name)}`,
        ),
      "",
    ]),
  ].join("\n");
}

function isFormat(path: string): boolean {
  return path.startsWith("docs/reference/dialects/");
}

function byDepthAndTitle(
  [path, title]: readonly [string, string],
  [otherPath, otherTitle]: readonly [string, string],
): number {
  const depth = path.split("/").length - otherPath.split("/").length;
  return depth === 0 ? title.localeCompare(otherTitle, "en") : depth;
}

function diagnosticsPage(titles: ReadonlyMap<string, string>): string {
  const pages = [...titles].filter(([path]) => path.startsWith(DIAGNOSTICS));
  const areas = [...new Set(pages.map(([path]) => areaOf(path)))];
  return [
    ...head(TITLE),
    "Every message has a code, which never changes its meaning. `skillwright rules CODE` shows the same page in the terminal.",
    "",
    ...areas.flatMap((area) => [
      `## ${area}`,
      "",
      pages
        .filter(([path]) => areaOf(path) === area)
        .map(([path]) => link("docs/reference", path, posix.basename(path, ".md")))
        .join(" · "),
      "",
    ]),
  ].join("\n");
}

function areaOf(path: string): string {
  return path.slice(DIAGNOSTICS.length).split("/")[0] ?? "";
}

function link(from: string, path: string, name: string): string {
  return `[${name}](${posix.relative(from, path)})`;
}

function head(title: string): readonly string[] {
  return [
    "---",
    "kind: reference",
    "---",
    "",
    `# ${title}`,
    "",
    "<!-- Made by scripts/gen-docs.ts from the pages that there are. -->",
    "",
  ];
}
