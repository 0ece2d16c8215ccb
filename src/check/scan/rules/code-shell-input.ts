import { codeOf, tell } from "../code/telling.ts";
import type { ScanRule } from "../rule.ts";

export const codeShellInput: ScanRule = {
  code: "scan/code-shell-input",
  title: "Input is not put into lines for a shell.",
  severity: "low",
  category: "execution",
  confidence: "medium",
  hint: "A value with `;` or `$( )` in it becomes a command. Pass the program and its arguments as a list.",
  check(context) {
    for (const run of codeOf(context).executions) {
      // In shell scripts the words of a command are not read again.
      if (run.place.language === "bash" || run.place.origin !== "file") continue;
      if (run.kind !== "shell" && run.kind !== "code") continue;
      const source = run.sources.find(({ kind }) => kind === "input");
      if (source === undefined) continue;
      tell(context, run, {
        severity: run.kind === "code" ? "medium" : "low",
        sources: [source],
        message: `\`${run.tool}\` runs text that contains input.`,
      });
    }
  },
};
