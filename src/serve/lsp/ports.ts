import type { openLinting } from "../../app/machine/lint/run.ts";

/** Linting on this computer, as the command line does it. */
export type LintPort = ReturnType<typeof openLinting>;
export type LintSettings = ReturnType<LintPort["settings"]>;
export type LintRun = Parameters<LintPort["scan"]>[0];
