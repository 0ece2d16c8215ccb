import type { Fix } from "../../../skill/index.ts";
import type { FileLookup, FileRule } from "../rule.ts";
import { type LinkedFile, linkedFiles } from "../targets.ts";

/** Without an extension it may be a folder, a route or a word. */
const FILE = /\.[A-Za-z][A-Za-z0-9]{0,9}$/;
/** An address without `https://` in front. */
const ADDRESS = /^(?:www\.[\w.-]+|[\w-]+\.(?:ai|app|com|dev|io|net|org))(?:\/|$)/i;
const FOLDERS = ["references", "reference", "scripts", "assets", "resources", "docs", "templates"];

export const linkBroken: FileRule = {
  code: "lint/link-broken",
  title: "Links lead to files that are there.",
  severity: "warning",
  fixable: "unsafe",
  scope: "file",
  check({ body, files, report }) {
    if (files === undefined) return;
    for (const file of linkedFiles(body)) {
      if (file.leavesFolder || file.isFolder || !FILE.test(file.path)) continue;
      if (files.has(file.path)) continue;
      const near = findNear(file.path, files);
      const message = `The link to \`${file.path}\` leads to no file of the skill.`;
      const span = file.links[0].targetSpan;
      if (near !== undefined)
        report({ span, message, hint: `Did you mean \`${near}\`?`, fix: relink(file, near) });
      else if (ADDRESS.test(file.path))
        report({ span, message, hint: "An address begins with `https://`." });
      else report({ span, message, hint: "Add the file, or correct or remove the link." });
    }
  },
};

function relink(file: LinkedFile, near: string): Fix {
  const edits = file.links.map(({ target, targetSpan }) => ({
    ...targetSpan,
    text: encodeURI(near) + (/[#?].*$/s.exec(target)?.[0] ?? ""),
  }));
  return { title: `Link to \`${near}\``, safety: "unsafe", edits };
}

/** The folder can only be asked for a path, so the usual slips are tried one by one. */
function findNear(path: string, files: FileLookup): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const folder = path.slice(0, -name.length);
  const stem = name.replace(FILE, "");
  const extension = name.slice(stem.length);
  const tries = [
    folder + name.toLowerCase(),
    path.toLowerCase(),
    folder + stem.toUpperCase() + extension,
    folder + stem.replaceAll("_", "-") + extension,
    folder + stem.replaceAll("-", "_") + extension,
    folder.replace(/s?\/$/, (end) => (end === "/" ? "s/" : "/")) + name,
    ...FOLDERS.map((known) => `${known}/${path}`),
    name,
    ...FOLDERS.map((known) => `${known}/${name}`),
  ];
  // The skill's own file is always there and never what a link to another skill meant.
  return tries.find(
    (candidate) => candidate !== path && candidate !== "SKILL.md" && files.has(candidate),
  );
}
