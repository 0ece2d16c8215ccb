import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { find, gravityOf, neighbours, statementPlace } from "../text/prose.ts";
import { placeOf, search, temper } from "../text/search.ts";
import { oneOf } from "../text/one-of.ts";

interface Row {
  readonly pattern: RegExp;
  readonly severity: ScanSeverity;
  readonly what: string;
}

const ROWS: readonly Row[] = [
  {
    pattern: /\bspctl\s+--(?:master|global)-disable\b|\bcsrutil\s+disable\b/g,
    severity: "high",
    what: "turns off the checks of macOS",
  },
  {
    pattern:
      /\bSet-MpPreference\b[^\n]{0,120}-(?:Disable\w+\s+(?:\$true|1)|ExclusionPath\b)|\bAdd-MpPreference\b[^\n]{0,80}-ExclusionPath\b[^\n]{0,80}/gi,
    severity: "high",
    what: "turns off the virus scanner",
  },
  {
    pattern:
      /\bNOPASSWD:\s*ALL\b|>>?\s*\/etc\/sudoers(?:\.d\/\S+)?|\btee\s+(?:-a\s+)?\/etc\/sudoers(?:\.d\/\S+)?/g,
    severity: "high",
    what: "gives administrator's rights without a password",
  },
  {
    pattern:
      /\bchmod\s+(?:-\w+\s+)?(?:u?\+s|[42467]7[57]5|[46]755)\s+["']?\/(?:bin|usr|tmp|opt)\S*/g,
    severity: "high",
    what: "lets a program run with the rights of its owner",
  },
  {
    pattern: oneOf(
      [
        /\bsetenforce\s+0\b|\bufw\s+disable\b|\bsystemctl\s+(?:stop|disable)\s+(?:--now\s+)?(?:firewalld|ufw|apparmor|auditd)\b|\biptables\s+-F\b/i,
        /\bnetsh\s+advfirewall\s+set\s+\w+\s+state\s+off\b|\bSet-NetFirewallProfile\b[^\n]{0,120}-Enabled\s+\$?False\b/i,
      ],
      "gi",
    ),
    severity: "medium",
    what: "turns off a protection of the system",
  },
  {
    pattern:
      /["']?defaultMode["']?\s{0,4}:\s{0,4}["']bypassPermissions["']|["']allow["']\s{0,4}:\s{0,4}\[[^\]]{0,200}["']Bash\(\*\)["']/g,
    severity: "high",
    what: "lets the agent act without asking",
  },
  {
    pattern: /\bxattr\s+-\w+\s+\/Volumes\/\S+[^\n]{0,80}&&\s*open\b/g,
    severity: "high",
    what: "opens a downloaded program without the checks of macOS",
  },
  {
    pattern: /\bxattr\s+-[cdr]+\s+(?:com\.apple\.quarantine\s+)?\S+/g,
    severity: "medium",
    what: "takes away the mark by which macOS checks downloads",
  },
  {
    // Writable for everybody and owned by the administrator: whoever may write there acts as the owner.
    pattern:
      /\bchmod\s+(?:-R\s+)?0?777\s+["']?\/(?!tmp\b|var\/tmp\b|app\b|workspace\b|data\b)[^]{0,160}?\bsudo\s+chown\s+(?:-R\s+)?root(?::root)?\s+\S+/g,
    severity: "high",
    what: "opens a folder to everybody and hands it to the administrator",
  },
  {
    pattern:
      /\b(?:sudo\s+)?chmod\s+(?:-R\s+)?(?:0?777|a\+rwx|ugo\+rwx)\s+["']?\/(?:etc|usr|bin|sbin|var|opt|root|home|Users|System|Library)\b\S*/g,
    severity: "medium",
    what: "opens a folder of the system to everybody",
  },
];

/** The user shall take away a guard by hand. */
const GUARD_OFF = oneOf([
  /\b(?:disable|turn off|switch off|deactivate|pause|uninstall|remove|kill|quit|stop|add (?:an? )?exclusions? (?:for|in|to))\b[^.]{0,50}\b(?:anti-?virus|windows defender)\b/,
  /\b(?:disable|turn off|switch off|deactivate|pause|uninstall|remove|kill|quit|stop|add (?:an? )?exclusions? (?:for|in|to))\b[^.]{0,50}\b(?:defender|gatekeeper)\b/,
  /\b(?:disable|turn off|switch off|deactivate|pause|uninstall|remove|kill|quit|stop|add (?:an? )?exclusions? (?:for|in|to))\b[^.]{0,50}\bsmartscreen\b/,
  /\b(?:disable|turn off|switch off|deactivate|pause|uninstall|remove|kill|quit|stop|add (?:an? )?exclusions? (?:for|in|to))\b[^.]{0,50}\breal-?time protection\b/,
  /\b(?:disable|turn off|switch off|deactivate|pause|uninstall|remove|kill|quit|stop|add (?:an? )?exclusions? (?:for|in|to))\b[^.]{0,50}\bsystem integrity protection\b/,
  /\b(?:disable|turn off|switch off|deactivate|pause|uninstall|remove|kill|quit|stop|add (?:an? )?exclusions? (?:for|in|to))\b[^.]{0,50}\b(?:endpoint (?:protection|agents?|security))\b/,
  /\b(?:disable|turn off|switch off|deactivate|pause|uninstall|remove|kill|quit|stop|add (?:an? )?exclusions? (?:for|in|to))\b[^.]{0,50}\b(?:crowdstrike|sentinelone)\b/,
  /\b(?:disable|turn off|switch off|deactivate|pause|uninstall|remove|kill|quit|stop|add (?:an? )?exclusions? (?:for|in|to))\b[^.]{0,50}\b(?:little snitch|malwarebytes)\b/,
  /\b(?:disable|turn off|switch off|deactivate|pause|uninstall|remove|kill|quit|stop|add (?:an? )?exclusions? (?:for|in|to))\b[^.]{0,50}\b(?:sophos|edr agents?)\b/,
  /\b(?:switch|turn|set)\b[^.]{0,30}\b(?:anti-?virus|defender|gatekeeper|smartscreen|protection)\b[^.]{0,16}\boff\b/,
]);
const FOREIGN_PROGRAM =
  /\b(?:download|extract|unzip|installer|executable|\.exe|\.dmg|\.zip|\.pkg)\b/;

export const weakenedSecurity: ScanRule = {
  code: "scan/weakened-security",
  title: "No command weakens the protection of the machine.",
  severity: "high",
  category: "privilege",
  hint: "Ask for the right that is needed, on the one file that needs it.",
  check(context) {
    for (const { pattern, severity, what } of ROWS)
      for (const hit of search(context, pattern)) {
        const isCommand = severity === "high" && hit.match[0].startsWith("xattr");
        if (!isCommand && (hit.around.origin === "inline" || hit.around.origin === "sentence"))
          continue;
        context.report({
          ...placeOf(hit),
          ...temper(severity, hit.around),
          message: `The command ${what}.`,
        });
      }
    for (const statement of context.statements) {
      const said = find(statement, GUARD_OFF);
      if (said === undefined) continue;
      const near = neighbours(context, statement, 3);
      const isLure = near.some(({ folded }) => FOREIGN_PROGRAM.test(folded));
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, isLure ? "high" : "medium", said),
        message: "The text asks to switch off a protection of the machine.",
      });
    }
  },
};
