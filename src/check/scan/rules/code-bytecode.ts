import { codeOf, tell } from "../code/telling.ts";
import type { ScanRule } from "../rule.ts";

export const codeBytecode: ScanRule = {
  code: "scan/code-bytecode",
  title: "Code loads no bytecode and no pickled objects that nobody can read.",
  severity: "high",
  category: "obfuscation",
  hint: "Such objects run while they are loaded. Let the skill bring source code, and keep data in JSON.",
  check(context) {
    for (const run of codeOf(context).executions) {
      if (run.kind !== "load") continue;
      const isOwn = run.encoding.length > 0;
      const isMarshal = run.tool.startsWith("marshal.") || run.tool.includes("CodeType");
      if (!isOwn && !isMarshal) continue;
      if (run.sources.some(({ kind }) => kind === "remote")) continue;
      tell(context, run, {
        severity: isOwn ? "high" : "medium",
        encoding: run.encoding,
        message: `Unexpected load of ${isOwn ? "encoded " : ""}objects by \`${run.tool}\`, expected source code.`,
      });
    }
  },
};
