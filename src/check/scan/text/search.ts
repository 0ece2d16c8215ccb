import type { Span } from "../../../skill/index.ts";
import type { ScanContext, TextView } from "../context.ts";
import type { ScanSeverity } from "../finding.ts";
import { explain, isSecurityText, type Judged } from "./explain.ts";
import { outlineOf, type TextContext } from "./outline.ts";
import { ABOUT_SECURITY, STANCES } from "./reasons.ts";

/** A place where a pattern matched, in whatever view, with the place of the file behind it. */
export interface Hit {
  readonly view: TextView;
  readonly match: RegExpExecArray;
  /** In the file as written. */
  readonly span: Span;
  readonly around: TextContext;
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

/** How grave a command is where it stands: one that is shown as a warning or a sample asks for nothing. */
export function temper(severity: ScanSeverity, around: TextContext): Judged {
  const { stance, text } = around;
  if (stance === "asks") return { severity };
  const steps = stance === "quotes" ? 1 : 2;
  return explain(severity, { steps, reason: STANCES[stance], text });
}

/**
 * The same for lines that skills about attacks show in their texts: there they are the subject. A script would run
 * them, and a section on setting up asks for them, so neither is spared.
 */
export function temperSubject(context: ScanContext, severity: ScanSeverity, hit: Hit): Judged {
  const { around } = hit;
  const isShown = around.origin !== "file" && around.addressee !== "user";
  if (!isShown || !context.ask(isSecurityText)) return temper(severity, around);
  const steps = around.stance === "asks" ? 3 : 4;
  return explain(severity, { steps, reason: ABOUT_SECURITY, text: around.text });
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
