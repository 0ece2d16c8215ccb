import type { Range, Related } from "../../skill/index.ts";

export type ScanSeverity = "critical" | "high" | "medium" | "low" | "info";

/** From the worst to the most harmless. */
export const SCAN_SEVERITIES: readonly ScanSeverity[] = [
  "critical",
  "high",
  "medium",
  "low",
  "info",
];

/** What a finding is about; figures of precision and recall are given for each. */
export type ScanCategory =
  /** The text turns the agent against its user or its instructions. */
  | "injection"
  /** Foreign code is fetched or decoded and run. */
  | "execution"
  /** Secrets or files leave the machine. */
  | "exfiltration"
  /** Secrets, keys, wallets and browser stores are read. */
  | "credentials"
  /** Something stays on the machine after the work is done. */
  | "persistence"
  /** More rights than the work needs. */
  | "privilege"
  /** Data is deleted or overwritten. */
  | "destruction"
  /** The text or the code is made hard to read. */
  | "obfuscation"
  /** What the skill brings along or installs. */
  | "supply"
  /** What is declared against what is done. */
  | "permissions"
  /** Secrets that stand in the skill itself. */
  | "secrets"
  /** Programs, archives and documents inside the skill. */
  | "artifacts"
  /** Names that pretend to be another's. */
  | "impersonation";

export type Confidence = "high" | "medium" | "low";

/** One way in which text was made unreadable, undone. */
export type DecodeKind =
  | "base64"
  | "hex"
  | "url"
  | "escapes"
  | "concatenation"
  | "homoglyphs"
  | "hidden-characters"
  | "tag-characters"
  | "variation-selectors"
  | "html-entities"
  | "reversed"
  | "rot13"
  | "morse"
  | "html-comment"
  | "invisible-text";

/** What a reviewer is shown to agree with or to object to. */
export interface Evidence {
  /** As it reads after decoding; shortened, secrets masked. */
  readonly text: string;
  /** The ways in which it was decoded, from the outermost on; empty where it stands there plainly. */
  readonly decoding: readonly DecodeKind[];
}

/** What the words around a finding took from its severity. */
export interface Lowering {
  /** What it would be without them. */
  readonly from: ScanSeverity;
  /** Completes "lowered because …". */
  readonly reason: string;
}

/** One finding: rule, severity, place, evidence. */
export interface ScanFinding {
  /** `scan/slug`, permanent; its page is docs/reference/diagnostics/scan/slug.md. */
  readonly code: string;
  readonly severity: ScanSeverity;
  readonly category: ScanCategory;
  readonly message: string;
  readonly hint?: string;
  /** Relative to the skill's folder. */
  readonly file: string;
  /** In the file as it was written, also where the evidence was decoded; absent for a file that is no text. */
  readonly range?: Range;
  readonly evidence?: Evidence;
  readonly related: readonly Related[];
  readonly confidence: Confidence;
  /** Present where the words around it made it milder. */
  readonly lowered?: Lowering;
  /** Further findings of the rule in the file, which are not listed; on the last one that is. */
  readonly more?: number;
  /** What else an acceptance is bound to: the values that code was found to use, and what is not listed. */
  readonly trace?: string;
}

export function isAtLeast(severity: ScanSeverity, least: ScanSeverity): boolean {
  return SCAN_SEVERITIES.indexOf(severity) <= SCAN_SEVERITIES.indexOf(least);
}

export function isScanSeverity(word: string): word is ScanSeverity {
  return SCAN_SEVERITIES.some((severity) => severity === word);
}
