/** What is wrong with open documents: rules at once, the scanner when nothing is typed for a while. */
import type { TextDocument } from "vscode-languageserver-textdocument";
import { lintDraft } from "../../app/machine/lint/drafts.ts";
import type { FoundFile } from "../../platform/index.ts";
import type { OpenSkill } from "../../check/editor/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import type { LintPort, LintRun } from "./ports.ts";
import type { Workspace } from "./workspace.ts";

/** A document with what the rules say of its present text. */
export interface CheckedDocument extends OpenSkill {
  readonly file: FoundFile;
  readonly run: LintRun;
}

/** What the scanner found, by the shown path of each file of the skill. */
export type ScanFindings = ReadonlyMap<string, readonly Diagnostic[]>;

export interface Checks {
  /** Lints the present text, once for each version. Undefined for a document that is no skill. */
  readonly check: (document: TextDocument) => CheckedDocument | undefined;
  /** What the scanner found last; its ranges may be of an older text. */
  readonly findingsOf: (uri: string) => ScanFindings;
  readonly schedule: (document: TextDocument) => void;
  readonly forget: (uri: string) => void;
  /** Everything that is known was made under other settings. */
  readonly reset: () => void;
  readonly close: () => void;
}

export interface CheckOptions {
  readonly workspace: Workspace;
  readonly linting: LintPort;
  readonly isScanning: boolean;
  readonly onLinted: (document: TextDocument) => void;
  readonly onScanned: (document: TextDocument) => void;
  readonly onFailure: (error: unknown) => void;
}

/** A key after a pause is answered at once; those that follow it faster are one change. */
const LINT_DELAY_MS = 25;
const MAX_DELAY_MS = 2000;
const SCAN_DELAY_MS = 400;
/** A larger text is scanned by `skillwright scan`, where no key press waits for it. */
const MAX_SCANNED = 512 * 1024;
const NOTHING: ScanFindings = new Map();

interface State {
  readonly timers: Set<NodeJS.Timeout>;
  checked?: { readonly version: number; readonly result: CheckedDocument | undefined };
  findings: ScanFindings;
  /** When the last check ended, and how long it took: the next one waits in proportion. */
  ended: number;
  cost: number;
}

export function createChecks(options: CheckOptions): Checks {
  const states = new Map<string, State>();
  const stateOf = (uri: string): State => {
    const state = states.get(uri) ?? { timers: new Set(), findings: NOTHING, ended: 0, cost: 0 };
    states.set(uri, state);
    return state;
  };
  const check = (document: TextDocument): CheckedDocument | undefined => {
    const state = stateOf(document.uri);
    if (state.checked?.version === document.version) return state.checked.result;
    const start = performance.now();
    const result = lintOpen(document, options.workspace);
    state.ended = performance.now();
    state.cost = state.ended - start;
    state.checked = { version: document.version, result };
    return result;
  };
  const stop = (state: State): void => {
    for (const timer of state.timers) clearTimeout(timer);
    state.timers.clear();
  };
  const later = (state: State, delay: number, work: () => void | Promise<void>): void => {
    const timer = setTimeout(() => {
      state.timers.delete(timer);
      void Promise.resolve().then(work).catch(options.onFailure);
    }, delay);
    state.timers.add(timer);
  };
  const scan = async (document: TextDocument, state: State): Promise<void> => {
    const { version } = document;
    const checked = check(document);
    const isFit = checked !== undefined && document.getText().length <= MAX_SCANNED;
    const findings = isFit ? await scanDraft(checked, options.linting) : NOTHING;
    // Whatever was typed in the meantime is scanned next.
    if (states.get(document.uri) !== state || document.version !== version) return;
    state.findings = findings;
    options.onScanned(document);
  };
  return {
    check,
    findingsOf: (uri) => states.get(uri)?.findings ?? NOTHING,
    schedule: (document) => {
      const state = stateOf(document.uri);
      stop(state);
      const pause = Math.min(MAX_DELAY_MS, LINT_DELAY_MS + 2 * state.cost);
      const delay = Math.max(0, state.ended + pause - performance.now());
      later(state, delay, () => options.onLinted(document));
      if (options.isScanning)
        later(state, SCAN_DELAY_MS + delay, async () => await scan(document, state));
    },
    forget: (uri) => {
      const state = states.get(uri);
      if (state !== undefined) stop(state);
      states.delete(uri);
    },
    reset: () => {
      for (const state of states.values()) delete state.checked;
    },
    close: () => {
      for (const state of states.values()) stop(state);
      states.clear();
    },
  };
}

function lintOpen(document: TextDocument, workspace: Workspace): CheckedDocument | undefined {
  const file = workspace.find(document.uri, document.languageId);
  if (file === undefined) return undefined;
  const { linter } = workspace.rulesFor(file);
  const run = lintDraft(linter, file, document.getText());
  const [own] = run.report.files;
  if (own === undefined) return undefined;
  const { dialect, diagnostics } = own;
  return { document, file, shown: file.shown, run, dialect, diagnostics };
}

/** Only what the scanner adds: the rules have said their part. */
async function scanDraft(
  { run, diagnostics }: CheckedDocument,
  linting: LintPort,
): Promise<ScanFindings> {
  const scanned = await linting.scan(run, { jobs: 1 });
  const known = new Set(diagnostics);
  return new Map(
    scanned.report.files.map((result) => [
      result.path,
      result.diagnostics.filter((diagnostic) => !known.has(diagnostic)),
    ]),
  );
}
