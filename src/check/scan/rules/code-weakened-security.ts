import { codeOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { oneOf } from "../text/one-of.ts";

const LOGIN = "who may log in";
const OWNER = "who rules the machine";

/** Lines of programs by what they switch off. */
const LINES: readonly (readonly [RegExp, string, ScanSeverity])[] = [
  [/^setenforce\s+0|^(?:sudo\s+)?apparmor_teardown/, "the access control of the kernel", "high"],
  [
    /\bufw\s+disable|\biptables\s+-F|\bsystemctl\s+(?:stop|disable)\s+(?:firewalld|ufw)|netsh\s+advfirewall\s[^\n]{0,200}\boff\b|\bNetFirewall\w*\b[^\n]{0,200}-Enabled\s+\$?False/i,
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
    /\bSet-MpPreference\b(?:(?!\bSet-Mp).)*-Disable|\bAdd-MpPreference\b(?:(?!\bAdd-Mp).)*-Exclusion|\bsc\s+(?:stop|delete)\s+WinDefend/i,
    "the virus protection of Windows",
    "high",
  ],
  [
    /(?<![\w-])xattr\s+(?:-\w+\s+)*-?(?=\w*[dcr])\w+\s+\S+/,
    "the mark of downloaded files",
    "medium",
  ],
  [
    /\b(?:killall|pkill)\s+(?:-(?:(?!\b(?:killall|pkill)\b)\S)+\s+)*["']?(?:falcon|crowdstrike|clamd|sophos|littlesnitch|little snitch|LuLu|wireshark|tcpdump)/i,
    "the watch on the system",
    "high",
  ],
  [
    oneOf([
      /\bchmod\s+(?:-(?:(?!\bchmod\b)\S)+\s+)*(?:[ugoa]*[+=][rwx]*s[rwx]*|[2-7][0-7]{3})\s+\S*\/(?:usr|bin|sbin|tmp|var|opt|dev|home|root)\S*/,
      /\bchmod\s+(?:-(?:(?!\bchmod\b)\S)+\s+)*u\+s\s|\bsetcap\s+\S*cap_(?:setuid|sys_admin|dac_override|sys_ptrace)\S*/,
    ]),
    "the limits of what programs may do",
    "high",
  ],
  [
    /\b(?:docker|podman|nerdctl)\s+run\b(?=[^\n]{0,300}\s(?:-v|--volume|--mount)[\s=]\S{0,40}?\/:\/)(?=[^\n]{0,300}(?:--privileged|--pid=host|\bchroot\b))|\bnsenter\b[^\n]{0,40}(?:-t|--target)[\s=]?1\b/,
    "the walls of a container",
    "high",
  ],
  [
    oneOf([
      /\b(?:useradd|adduser)\b[^\n]{0,100}(?:-\w{0,6}G|--groups)[\s=]?\S{0,60}\b(?:sudo|wheel|admin)\b|\buseradd\b[^\n]{0,100}-o\b[^\n]{0,40}-u\s?0\b/i,
      /\b(?:usermod|dscl|net\s+localgroup)\b[^\n]{0,100}\b(?:sudo|wheel|administrators|admin)\b[^\n]{0,60}(?:\/add|-append|$)/i,
    ]),
    OWNER,
    "medium",
  ],
  [
    /\bchpasswd\b|\bnet\s+user\s+\S+\s+\S+\s+\/add\b|\bdscl\b[^\n]{0,60}-passwd\b/i,
    LOGIN,
    "medium",
  ],
  [
    /\bkubectl\b[^\n]{0,200}\bclusterrolebinding\b[^\n]{0,200}(?:system:(?:unauthenticated|anonymous|authenticated|serviceaccounts)\b)/,
    "who rules the cluster",
    "high",
  ],
  [
    /\bgit\s+config\b[^\n]{0,60}http\.sslVerify\s+(?:false|0)|\bnpm\s+(?:config\s+)?set\s+strict-ssl[\s=]false/,
    "the check of certificates",
    "medium",
  ],
  [
    /\bdefaults\s+write\b[^\n]{0,80}\bLSQuarantine\b|\btccutil\s+reset\b|\btmutil\s+(?:disable|delete\w*)\b|\bsqlite3\b[^\n]{0,200}TCC\.db/,
    "the protection of macOS",
    "high",
  ],
  [
    oneOf([
      /\b(?:vssadmin|wmic\s+shadowcopy)\b[^\n]{0,40}\bdelete\b|\bbcdedit\b[^\n]{0,80}recoveryenabled\s+no|\bwbadmin\s+delete\b|\bwevtutil\s+cl\b|\bClear-EventLog\b/i,
      /\breg\b[^\n]{0,120}(?:EnableLUA|DisableAntiSpyware|DisableRealtimeMonitoring)/i,
    ]),
    "what Windows restores itself by",
    "high",
  ],
  [
    /^history\s+-c|^unset\s+HISTFILE|\bHISTFILE=\/dev\/null|\bshred\b[^\n]{0,300}(?:history|\/var\/log)/,
    "the history of the shell",
    "medium",
  ],
];

/** What a file would let anybody do that only the owner of the machine may. */
const FILES: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^\/etc\/sudoers(?:\.d\/|$)/, /NOPASSWD|ALL\s{0,3}=/, "lets programs rule without a password"],
  [/^\/etc\/pam\.d\//, /pam_permit|sufficient|nullok/, "lets anybody log in"],
  [/^\/etc\/passwd$/, /:0:0:/, "makes another owner of the machine"],
  [/^\/etc\/ld\.so\.preload$/, /\S/, "loads code into every program"],
  [
    /^\/etc\/hosts$/,
    /\b\d{1,3}(?:\.\d{1,3}){3}\s{1,9}\S{0,60}(?:github|anthropic|openai|npmjs|pypi|apple|microsoft|google|virustotal)\./,
    "leads known names to other machines",
  ],
  [
    /^\/etc\/ssh\/sshd_config/,
    /PermitRootLogin\s+yes|PermitEmptyPasswords\s+yes/,
    "lets anybody log in from afar",
  ],
];

export const codeWeakenedSecurity: ScanRule = {
  code: "scan/code-weakened-security",
  title: "Code switches no protection off.",
  severity: "high",
  category: "privilege",
  hint: "Nothing that a skill does needs the machine to be less protected.",
  check(context) {
    const { commands, writes } = codeOf(context);
    for (const write of writes) {
      const row = FILES.find(
        ([path, text]) => path.test(write.path) && text.test(write.text ?? ""),
      );
      if (row === undefined) continue;
      tell(context, write, {
        severity: "high",
        evidence: write.text ?? write.path,
        message: `The code writes to \`${write.path}\`, which ${row[2]}.`,
      });
    }
    const told = commands.flatMap((command) => {
      const line = command.words.join(" ");
      const found = LINES.find(([pattern]) => pattern.test(line));
      return found === undefined ? [] : [{ command, line, what: found[1], severity: found[2] }];
    });
    // A way in and the rights of the owner make somebody else at home.
    const isTakenOver = [LOGIN, OWNER].every((name) => told.some(({ what }) => what === name));
    for (const { command, line, what, severity } of told) {
      tell(context, command, {
        severity: isTakenOver && what === LOGIN ? "high" : severity,
        evidence: line,
        message: `\`${line.slice(0, 80)}\` switches off ${what}.`,
      });
    }
  },
};
