import { latin1 } from "../artifacts/bytes.ts";
import { type Artifact, inspectArtifacts } from "../artifacts/inspect.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

const SCRIPT_ENDINGS: ReadonlySet<string> = new Set(
  "py pyw js mjs cjs ts sh bash rb php ps1".split(" "),
);
const LOOKED_AT = 400_000;
/** Longer lines are written by programs. */
const LONG_LINE = 5000;

/** What tools leave behind that make code unreadable. */
const TOOLS: readonly (readonly [pattern: RegExp, title: string, severity: ScanSeverity])[] = [
  [
    /\beval\s{0,4}\(\s{0,4}function\s{0,4}\(p,\s?a,\s?c,\s?k,\s?e,/,
    "packed by an eval packer",
    "medium",
  ],
  [/\b__pyarmor__\s{0,4}\(|from pyarmor_runtime/, "encrypted by PyArmor", "high"],
  [/_\s{0,4}=\s{0,4}lambda\s{1,4}__\s{0,4}:\s{0,4}__import__\(/, "packed layer by layer", "high"],
  [
    /(?:[$]_{1,2}=|\bchr\(\d{2,3}\)\s{0,4}[.+]\s{0,4}){20}/,
    "written as numbers of characters",
    "high",
  ],
];

const RENAMED = /\b_0x[0-9a-f]{4,8}\b/g;
const MANY_NAMES = 12;
const SIGNS = /[\][()!+]{40,}/g;
const MANY_SIGNS = 400;

export const artifactPacked: ScanRule = {
  code: "scan/artifact-packed",
  title: "Scripts can be read.",
  severity: "medium",
  category: "obfuscation",
  hint: "Ask for the source. A skill has no reason to hide what its scripts do.",
  check(context) {
    for (const artifact of context.ask(inspectArtifacts).artifacts) {
      const verdict = judge(artifact);
      if (verdict === undefined) continue;
      context.report({
        file: artifact.file,
        severity: verdict[0],
        message: `The script \`${artifact.path}\` is ${verdict[1]}.`,
      });
    }
  },
};

function judge({ kind, ending, bytes }: Artifact): readonly [ScanSeverity, string] | undefined {
  if (kind !== "text" || !SCRIPT_ENDINGS.has(ending)) return undefined;
  const text = latin1(bytes, 0, LOOKED_AT);
  const tool = TOOLS.find(([pattern]) => pattern.test(text));
  if (tool !== undefined) return [tool[2], tool[1]];
  if ((text.match(RENAMED)?.length ?? 0) >= MANY_NAMES) return ["high", "renamed by an obfuscator"];
  if (text.match(SIGNS)?.some((run) => run.length >= MANY_SIGNS) === true)
    return ["high", "written in signs alone"];
  return isMinified(text) ? ["info", "minified"] : undefined;
}

function isMinified(text: string): boolean {
  const lines = text.split("\n");
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  // A line of data is long as well, but the rest of its file is not.
  return longest >= LONG_LINE && longest * 2 > text.length;
}
