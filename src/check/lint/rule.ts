import type {
  Dialect,
  Document,
  Fix,
  Path,
  Reading,
  Related,
  Severity,
  Skill,
  Span,
  Violation,
} from "../../skill/index.ts";
import type { BodyView } from "./body.ts";

/** Answers whether files beside the SKILL.md exist; paths are relative to the skill's folder. */
export interface FileLookup {
  has(relativePath: string): boolean;
}

/** One file to lint. */
export interface LintInput {
  /** As it is shown to people, with `/` between the parts. */
  readonly path: string;
  readonly text: string | Uint8Array;
  /** The name of the folder that holds the file, where `path` does not tell it. */
  readonly directory?: string;
  /** Without it, rules about neighbouring files stay silent. */
  readonly files?: FileLookup;
  /** The folder under which skills are looked for; two skills of one name in one root clash. */
  readonly root?: string;
}

/** What a rule found; the engine adds code, severity, file and range. */
export interface Finding {
  readonly message: string;
  readonly hint?: string;
  /** Where, by offsets; or by frontmatter path below. Neither: the first line. */
  readonly span?: Span;
  readonly path?: Path;
  readonly at?: "key" | "value";
  /** Overrides the rule's own severity, never the user's configuration. */
  readonly severity?: Severity;
  readonly fix?: Fix;
  readonly related?: readonly Related[];
}

/** What a rule sees of one file. Everything beyond the document is made on first use. */
export interface RuleContext {
  readonly path: string;
  readonly document: Document;
  readonly dialect: Dialect;
  /** The user named the dialect; otherwise it was guessed from the file. */
  readonly isAskedFor: boolean;
  /** A `parse/…` error says already that the system does not read the file. */
  readonly isSaidUnreadable: boolean;
  readonly reading: Reading;
  readonly skill: Skill;
  readonly body: BodyView;
  readonly violations: readonly Violation[];
  /** Undefined where the caller gave no look at the folder. */
  readonly files: FileLookup | undefined;
  readonly report: (finding: Finding) => void;
}

export interface RuleMeta {
  /** `lint/slug`, permanent; its page is docs/reference/diagnostics/lint/slug.md. */
  readonly code: string;
  /** One line, what the rule asks for. */
  readonly title: string;
  readonly severity: Severity;
  readonly fixable?: "safe" | "unsafe";
  /** By properties of the dialect, never by its id. */
  readonly appliesTo?: (dialect: Dialect) => boolean;
  /** Silent until a configuration gives it a level. */
  readonly isOptIn?: true;
}

export interface FileRule extends RuleMeta {
  readonly scope: "file";
  readonly check: (context: RuleContext) => void;
}

/** What is kept of each file for the rules that look at all of them; plain data, so it can be cached. */
export interface SkillFacts {
  readonly path: string;
  readonly root: string;
  readonly dialect: string;
  readonly name?: string;
  readonly nameSpan?: Span;
  readonly dependsOn: readonly { readonly name: string; readonly span?: Span }[];
}

export interface CollectionContext {
  readonly skills: readonly SkillFacts[];
  readonly describe: (skill: SkillFacts) => string | undefined;
  readonly report: (skill: SkillFacts, finding: Finding) => void;
}

/** Looks at every skill of a run together: clashes, missing dependencies, cycles. */
export interface CollectionRule extends RuleMeta {
  readonly scope: "collection";
  readonly check: (context: CollectionContext) => void;
}

export type Rule = FileRule | CollectionRule;
