import type { Span } from "../../../skill/index.ts";
import type { ScanContext, TextView } from "../context.ts";
import type { ScanSeverity } from "../finding.ts";
import { isAboutSecurity } from "./topic.ts";
import { outlineOf, type Surroundings } from "./outline.ts";

/** A place where a pattern matched, in whatever view, with the place of the file behind it. */
export interface Hit {
  readonly view: TextView;
  readonly match: RegExpExecArray;
  /** In the file as written. */
  readonly span: Span;
  readonly around: Surroundings;
}

const MOST_HITS = 200;

/** Every match in every text of the skill, decoded ones included. */
export function* search(context: ScanContext, pattern: RegExp): Generator<Hit> {
  const outline = context.ask(outlineOf);
  for (const file of context.files) {
    let hits = 0;
    for (const view of context.views(file)) {
      for (const match of view.text.matchAll(pattern)) {
        if (++hits > MOST_HITS) break;
        const span = view.original({ start: match.index, end: match.index + match[0].length });
        yield { view, match, span, around: outline(file.path, span.start) };
      }
    }
  }
}

const STEPS: readonly ScanSeverity[] = ["critical", "high", "medium", "low", "info"];

export function lower(severity: ScanSeverity, steps: number): ScanSeverity {
  return STEPS[Math.min(STEPS.length - 1, STEPS.indexOf(severity) + steps)] ?? "info";
}

/**
 * How grave a command is where it stands: one that is shown as a warning or a sample asks for nothing, but it is
 * still told, so that nobody hides behind a heading.
 */
export function temper(severity: ScanSeverity, around: Surroundings): ScanSeverity {
  if (around.stance === "asks") return severity;
  return lower(severity, around.stance === "quotes" ? 1 : 2);
}

/**
 * The same for lines that skills about attacks show in their texts: there they are the subject. A script would run
 * them, and a section on setting up asks for them, so neither is spared.
 */
export function temperSubject(
  context: ScanContext,
  severity: ScanSeverity,
  hit: Hit,
): ScanSeverity {
  const { around } = hit;
  const tempered = temper(severity, around);
  const isShown = around.origin !== "file" && around.addressee !== "user";
  return isShown && context.ask(isAboutSecurity) ? lower(tempered, 3) : tempered;
}

/** Where a hit stands, for `report`. */
export function placeOf({ view, match, span }: Hit): {
  readonly file: string;
  readonly span: Span;
  readonly evidence: string;
  readonly decoding: TextView["decoding"];
} {
  return { file: view.file, span, evidence: match[0], decoding: view.decoding };
}
