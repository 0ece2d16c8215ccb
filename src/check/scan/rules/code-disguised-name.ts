import { isTelling } from "../code/names.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanRule } from "../rule.ts";

/** Modules whose names somebody may want to hide. */
const MODULES =
  /^(?:os|subprocess|socket|pty|ctypes|marshal|pickle|base64|codecs|builtins|child_process|net|dgram|vm|requests|urllib(?:\.request)?|http(?:\.client)?|https|curl|wget|bash|ncat|netcat|powershell)$/;

export const codeDisguisedName: ScanRule = {
  code: "scan/code-disguised-name",
  title: "Functions are called by names that stand in the code.",
  severity: "high",
  category: "obfuscation",
  hint: "A name that is put together from pieces escapes whoever searches for it. Ask why.",
  check(context) {
    for (const disguise of codeOf(context).disguises) {
      if (!isTelling(disguise.name) && !MODULES.test(disguise.name)) continue;
      tell(context, disguise, {
        severity: "high",
        evidence: disguise.name,
        message: `The name \`${disguise.name}\` is put together from pieces.`,
      });
    }
  },
};
