import { shebangOf } from "../artifacts/disguise.ts";
import { type Artifact, inspectArtifacts, INSIDE } from "../artifacts/inspect.ts";
import type { ScanRule } from "../rule.ts";
import { oneOf } from "../text/one-of.ts";

const SCRIPT_ENDINGS: ReadonlySet<string> = new Set(
  "py pyw js mjs cjs ts sh bash zsh fish rb pl php ps1 bat cmd vbs command".split(" "),
);

/** Files and folders of tools that begin with a dot and hold scripts or settings by right. */
const KNOWN = oneOf([
  /^\.(?:github|gitlab|husky|vscode|devcontainer|storybook|yarn|pnp\.\w+|claude|claude-plugin|cursor|codex|gemini|agents?|opencode|openclaw|factory|eslintrc\.\w+)$/i,
  /^\.(?:prettierrc\.\w+|stylelintrc\.\w+|babelrc\.\w+|mocharc\.\w+|commitlintrc\.\w+|lintstagedrc\.\w+|releaserc\.\w+|dependency-cruiser\.\w+|pnpmfile\.\w+)$/i,
  /^\.(?:size-limit\.\w+|markdownlint\S*|readthedocs\S*)$/i,
]);

export const artifactHidden: ScanRule = {
  code: "scan/artifact-hidden",
  title: "Scripts stand where they are seen.",
  severity: "medium",
  category: "artifacts",
  hint: "Give the file a name without a dot in front, which listings show.",
  check(context) {
    for (const artifact of context.ask(inspectArtifacts).artifacts) {
      const hidden = hiddenPart(artifact.path);
      if (hidden === undefined || !isScript(artifact)) continue;
      context.report({
        file: artifact.file,
        message: `The script \`${artifact.path}\` has a hidden name.`,
      });
    }
  },
};

/** The first part of a path that listings leave out and that no known tool reads. */
function hiddenPart(path: string): string | undefined {
  const parts = path.split(INSIDE).at(-1)?.split("/") ?? [];
  const first = parts.find((part) => /^\.[^.]/.test(part));
  return first === undefined || KNOWN.test(first) || first.startsWith("._") ? undefined : first;
}

function isScript({ kind, ending, bytes, path }: Artifact): boolean {
  if (kind !== "text") return false;
  if (shebangOf(bytes) !== undefined) return true;
  const name = path.split("/").at(-1) ?? path;
  // `.env.sh` has an ending of its own, `.bashrc` none.
  return SCRIPT_ENDINGS.has(ending) && name !== `.${ending}`;
}
