import type { openLinting } from "../../app/machine/lint/run.ts";

/** Linting on this computer, as the command line does it. */
export type Linting = ReturnType<typeof openLinting>;
export type LintSettings = ReturnType<Linting["settings"]>;
export type LintRun = Parameters<Linting["scan"]>[0];
