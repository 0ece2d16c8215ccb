import type { ProblemKind, Severity } from "../../skill/index.ts";
import { rules } from "./rules/index.ts";

/** A code that this part of the program can report. */
export interface CodeEntry {
  readonly code: string;
  /** One line, what is asked for. */
  readonly title: string;
  /** Where neither the dialect nor the configuration says otherwise. */
  readonly severity: Severity;
  /** Fixes of this kind are offered where there is one way to mend it. */
  readonly fixable?: "safe" | "unsafe";
  /** Silent until a configuration gives it a level. */
  readonly isOptIn?: true;
  /** Its page in the repository. */
  readonly page: string;
}

type Row = readonly [severity: Severity, title: string, fixable?: "safe" | "unsafe" | undefined];

const PARSE: { readonly [Kind in ProblemKind]: Row } = {
  "not-utf8": ["error", "The file is UTF-8 text."],
  "byte-order-mark": ["warning", "The file does not begin with a byte order mark.", "safe"],
  "text-before-fence": ["error", "The frontmatter begins on the first line.", "unsafe"],
  "missing-fence": ["error", "A line `---` stands before the fields.", "unsafe"],
  "no-frontmatter": ["warning", "The file has frontmatter."],
  "fenced-in-code": ["error", "The skill does not stand inside a code fence."],
  "link-text": ["error", "The file holds the skill, not the path of a link."],
  "empty-file": ["error", "The file is not empty."],
  "unclosed-frontmatter": ["error", "A line `---` ends the frontmatter.", "unsafe"],
  "empty-frontmatter": ["warning", "The frontmatter has fields."],
  "not-a-mapping": ["error", "The frontmatter is made of `key: value` lines."],
  "too-large": ["error", "The frontmatter is small enough to be read safely."],
  "invalid-yaml": ["error", "The frontmatter is YAML."],
  "unquoted-text": ["error", "Text that breaks YAML is quoted.", "safe"],
  "json-comment": ["error", "No comment stands in the JSON of `metadata`.", "safe"],
  "duplicate-key": ["error", "Each key stands once."],
  "tab-indent": ["error", "Lines are indented with blanks.", "safe"],
  "opener-blanks": ["warning", "No blanks follow the opening `---`.", "safe"],
  "closer-blanks": ["warning", "No blanks follow the closing `---`.", "safe"],
  "mixed-line-ends": ["info", "The file has one kind of line end."],
  "carriage-return": ["warning", "Lines do not end in a lone carriage return.", "safe"],
};

const ENGINE: { readonly [code: string]: Row } = {
  "lint/internal": ["error", "Every rule comes to an end on every file."],
  "lint/suppression-reason": ["warning", "A suppression says why."],
  "lint/suppression-unknown": ["warning", "A suppression names codes that exist."],
  "lint/suppression-stale": ["warning", "A suppression silences something.", "safe"],
};

const CONFIG: { readonly [code: string]: Row } = {
  "config/syntax": ["error", "The configuration is JSON."],
  "config/unknown-key": ["error", "The configuration has only known keys."],
  "config/invalid-value": ["error", "Values of the configuration have the right form."],
  "config/unknown-code": ["error", "The configuration names codes that exist."],
  "config/unknown-dialect": ["error", "The configuration names dialects that exist."],
};

function entry(code: string, [severity, title, fixable]: Row): CodeEntry {
  const page = `docs/reference/diagnostics/${code}.md`;
  return { code, title, severity, page, ...(fixable === undefined ? {} : { fixable }) };
}

/** Every code, by area: how files are written, what rules find, what a configuration says. */
export function allCodes(): readonly CodeEntry[] {
  return [
    ...Object.entries(PARSE).map(([kind, row]) => entry(`parse/${kind}`, row)),
    ...rules.map((rule) => ({
      ...entry(rule.code, [rule.severity, rule.title, rule.fixable]),
      ...(rule.isOptIn === true ? { isOptIn: rule.isOptIn } : {}),
    })),
    ...Object.entries(ENGINE).map(([code, row]) => entry(code, row)),
    ...Object.entries(CONFIG).map(([code, row]) => entry(code, row)),
  ];
}

/** Codes whose severity a configuration may set and a comment may silence. */
export function configurableCodes(): readonly string[] {
  return allCodes()
    .map(({ code }) => code)
    .filter((code) => !code.startsWith("config/") && code !== "lint/internal");
}

/** Codes of what is wrong with skills together. */
export function collectionCodes(): ReadonlySet<string> {
  return new Set(rules.filter(({ scope }) => scope === "collection").map(({ code }) => code));
}

export function severityOf(code: string): Severity {
  return ENGINE[code]?.[0] ?? "error";
}
