/** How facts about code become findings. */
import type { Span } from "../../../skill/index.ts";
import type { ScanContext, ScanReportItem } from "../context.ts";
import type { DecodeKind, ScanSeverity } from "../finding.ts";
import { explain, isSecurityText, type Judged } from "../text/explain.ts";
import { outlineOf } from "../text/outline.ts";
import { ABOUT_SECURITY } from "../text/reasons.ts";
import { temper } from "../text/search.ts";
import type { CodeReport, Place, Source } from "./facts.ts";
import { codeReportOf } from "./report.ts";

export function codeOf(context: ScanContext): CodeReport {
  return context.ask(codeReportOf);
}

interface Told {
  readonly place: Place;
  readonly decoding: readonly DecodeKind[];
  readonly text?: string | undefined;
  readonly words?: readonly string[];
  readonly url?: string | undefined;
  readonly path?: string;
}

export interface Telling {
  readonly severity: ScanSeverity;
  readonly message: string;
  readonly evidence?: string;
  readonly encoding?: readonly DecodeKind[];
  readonly sources?: readonly Source[];
  readonly confidence?: ScanReportItem["confidence"];
}

/**
 * Reports a fact where it stands. Code that a text warns of is told more gently, and so is what a skill about attacks
 * shows; what stands in a script is meant to run.
 */
export function tell(context: ScanContext, fact: Told, telling: Telling): void {
  const { place, decoding } = fact;
  const { file, span } = place;
  const layers = [...decoding, ...(telling.encoding ?? [])];
  context.report({
    file,
    span,
    ...gravityAt(context, place, telling.severity),
    message: telling.message,
    ...(telling.confidence === undefined ? {} : { confidence: telling.confidence }),
    ...evidenceOf(fact, telling, layers),
    decoding: [...new Set(layers)],
    trace: traceOf(fact),
    related: (telling.sources ?? [])
      .filter(({ place: from }) => from.file !== file || !isWithin(from.span, span))
      .slice(0, 3)
      .map((source) => ({
        message: `Here it comes from: ${nameOf(source)}.`,
        file: source.place.file,
        span: source.place.span,
      })),
  });
}

/** What stands in the file says nothing about code that was decoded: there, what it does is shown. */
function evidenceOf(
  { text, words, url, path }: Told,
  { evidence, sources = [] }: Telling,
  layers: readonly DecodeKind[],
): { readonly evidence?: string } {
  if (evidence !== undefined) return { evidence };
  if (layers.length === 0) return {};
  const named = sources.map(({ name }) => name).join(" ");
  const shown = [text, words?.join(" "), url, path, named].find(
    (one) => one !== undefined && /[^…\s]/.test(one),
  );
  return shown === undefined ? {} : { evidence: shown };
}

/** All that is known of a fact, wherever it stands. */
function traceOf(fact: Told): string {
  return JSON.stringify(fact, (key, value: unknown) => (key === "place" ? undefined : value));
}

function gravityAt(context: ScanContext, place: Place, severity: ScanSeverity): Judged {
  if (place.origin === "file") return { severity };
  const around = context.ask(outlineOf)(place.file, place.span.start);
  if (around.addressee === "user" || !context.ask(isSecurityText)) return temper(severity, around);
  const steps = around.stance === "asks" ? 2 : 4;
  return explain(severity, { steps, reason: ABOUT_SECURITY, text: around.text });
}

const NAMES: Readonly<Record<Source["kind"], string>> = {
  environment: "all variables of the environment",
  variable: "the variable",
  "env-file": "the file of variables",
  "key-file": "the private key",
  "cloud-credentials": "the stored credentials",
  "browser-store": "the store of a browser",
  keychain: "the keychain",
  wallet: "the wallet",
  token: "the secret of",
  database: "the content of a database, by",
  messages: "messages of the user in",
  screen: "what the screen, the camera or the microphone shows to",
  "personal-files": "personal files in",
  "agent-config": "the settings of the agent",
  "system-accounts": "the accounts of the system",
  history: "the history of a shell",
  clipboard: "the clipboard",
  remote: "the network",
  input: "the input",
  file: "the file",
};

/** `the private key \`~/.ssh/id_rsa\``. */
export function nameOf({ kind, name }: Source): string {
  const words = NAMES[kind];
  return name === "" ? words : `${words} \`${name.slice(0, 80)}\``;
}

/** Facts of one file that stand side by side. */
export function inSameFile<T extends Told>(facts: readonly T[], place: Place): readonly T[] {
  return facts.filter((fact) => fact.place.file === place.file);
}

function isWithin(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
