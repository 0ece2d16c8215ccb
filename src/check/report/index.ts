export { unifiedDiff } from "./diff.ts";
export { github } from "./github.ts";
export { junit } from "./junit.ts";
export { pretty } from "./pretty.ts";
export { rdjsonl } from "./rdjsonl.ts";
export type { Reporter, ReportContext } from "./reporter.ts";
export { summarize } from "./reporter.ts";
export { sarif } from "./sarif.ts";
export { harmless, widthOf } from "./screen.ts";
