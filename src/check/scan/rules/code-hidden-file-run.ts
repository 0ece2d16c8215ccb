import { codeOf, tell } from "../code/telling.ts";
import type { ScanRule } from "../rule.ts";

/** Places where anybody can leave a file, under names that listings do not show. */
const HIDDEN =
  /^(?:\/tmp|\/var\/tmp|\/dev\/shm|~\/Library\/Caches|~\/AppData\/Local\/Temp)\/(?:[^/]+\/)*\.[^/.]/;

export const codeHiddenFileRun: ScanRule = {
  code: "scan/code-hidden-file-run",
  title: "Code runs no hidden file from a place that everybody can write to.",
  severity: "high",
  category: "execution",
  hint: "The skill does not bring that file along. Find out who puts it there.",
  check(context) {
    for (const run of codeOf(context).executions) {
      const path =
        run.kind === "file"
          ? (run.text ?? run.tool.replace(/^\S+\s/, ""))
          : run.sources.find(({ kind, name }) => kind === "file" && HIDDEN.test(name))?.name;
      if (path === undefined || !HIDDEN.test(path)) continue;
      tell(context, run, {
        severity: "high",
        message: `The code runs the hidden file \`${path}\`.`,
      });
    }
  },
};
