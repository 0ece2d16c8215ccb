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
      // Letters alone may come from anywhere; a coding was chosen.
      const isOwn = run.encoding.some((kind) => kind !== "escapes");
      const isMarshal = run.tool.startsWith("marshal.") || run.tool.includes("CodeType");
      // Nobody copies bytes into the memory of a program for anything else.
      const isInjected = /Memory$|Thread$|UserAPC$/.test(run.tool);
      if (!isOwn && !isMarshal && !isInjected) continue;
      if (run.sources.some(({ kind }) => kind === "remote")) continue;
      tell(context, run, {
        severity: isOwn || isInjected ? "high" : "medium",
        encoding: run.encoding,
        message: `\`${run.tool}\` loads ${isOwn ? "encoded " : ""}objects, which can run code.`,
      });
    }
  },
};
