import type { CodeReport, Place } from "../code/index.ts";
import { codeOf, inSameFile, tell } from "../code/telling.ts";
import type { ScanRule } from "../rule.ts";

const WATCHED = /^(?:sys\.gettrace|.*IsDebuggerPresent|.*CheckRemoteDebuggerPresent)$/;
const VIRTUAL = /^(?:systemd-detect-virt|virt-what|dmidecode)$/;

export const codeAntiAnalysis: ScanRule = {
  code: "scan/code-anti-analysis",
  title: "Code behaves the same whether or not it is watched.",
  severity: "low",
  category: "obfuscation",
  hint: "Find out what the code does when nobody looks.",
  check(context) {
    const report = codeOf(context);
    const checks = [
      ...report.calls.filter(({ tool }) => WATCHED.test(tool)),
      ...report.commands.filter(({ tool, place }) => VIRTUAL.test(tool) && place.origin === "file"),
    ];
    for (const check of checks)
      tell(context, check, {
        severity: doesMore(report, check.place) ? "high" : "low",
        message: `\`${check.tool}\` finds out whether the code is being watched.`,
      });
  },
};

/** Asking alone is odd; asking before something is decoded, run or sent is worse. */
function doesMore({ executions, sends }: CodeReport, place: Place): boolean {
  const isHidden = inSameFile(executions, place).some(
    ({ encoding, sources }) => encoding.length > 0 || sources.some(({ kind }) => kind === "remote"),
  );
  return (
    isHidden ||
    inSameFile(sends, place).some(({ carried }) =>
      carried.some(({ source }) => source.kind === "environment"),
    )
  );
}
