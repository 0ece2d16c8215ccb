import { codeOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

/** Lines of programs by what they switch off. */
const LINES: readonly (readonly [RegExp, string, ScanSeverity])[] = [
  [/^setenforce\s+0|^(?:sudo\s+)?apparmor_teardown/, "the access control of the kernel", "high"],
  [
    /\bufw\s+disable|\biptables\s+-F|\bsystemctl\s+(?:stop|disable)\s+(?:firewalld|ufw)|netsh\s+advfirewall\s[^\n]{0,200}\boff\b|-Enabled\s+False/i,
    "the firewall",
    "high",
  ],
  [
    /\bsystemctl\s+(?:stop|disable|mask)\s+(?:auditd|falcon-sensor|clamav\S*|osqueryd|wazuh\S*|crowdstrike\S*)|\bauditctl\s+-e\s*0/,
    "the watch on the system",
    "high",
  ],
  [/\bspctl\s+--(?:master|global)-disable|\bcsrutil\s+disable/, "the protection of macOS", "high"],
  [
    /\bSet-MpPreference\b.*-Disable|\bAdd-MpPreference\b.*-Exclusion|\bsc\s+(?:stop|delete)\s+WinDefend/i,
    "the virus protection of Windows",
    "high",
  ],
  [
    /\bxattr\s+(?:-\w+\s+)*-?\w*[dcr]\w*\s+(?:com\.apple\.quarantine|\S+)/,
    "the mark of downloaded files",
    "medium",
  ],
  [
    /\b(?:killall|pkill)\s+(?:-\S+\s+)*["']?(?:falcon|crowdstrike|clamd|sophos|littlesnitch|little snitch|LuLu|wireshark|tcpdump)/i,
    "the watch on the system",
    "high",
  ],
  [
    /^history\s+-c|^unset\s+HISTFILE|\bHISTFILE=\/dev\/null|\bshred\b[^\n]{0,300}(?:history|\/var\/log)/,
    "the history of the shell",
    "medium",
  ],
];

export const codeWeakenedSecurity: ScanRule = {
  code: "scan/code-weakened-security",
  title: "Code switches no protection off.",
  severity: "high",
  category: "privilege",
  hint: "Nothing that a skill does needs the machine to be less protected.",
  check(context) {
    for (const command of codeOf(context).commands) {
      const line = command.words.join(" ");
      const found = LINES.find(([pattern]) => pattern.test(line));
      if (found === undefined) continue;
      const [, what, severity] = found;
      tell(context, command, {
        severity,
        evidence: line,
        message: `Unexpected \`${line.slice(0, 80)}\`, which switches off ${what}, expected protections to stay on.`,
      });
    }
  },
};
