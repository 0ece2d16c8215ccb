import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { type Hit, placeOf, search, temperSubject } from "../text/search.ts";
import { oneOf } from "../text/one-of.ts";

interface Row {
  readonly pattern: RegExp;
  readonly what: string;
  /** Where the line itself does nothing odd; undefined: not told. */
  readonly plain: ScanSeverity | undefined;
  readonly grave: ScanSeverity;
}

/** What a line that stays on the machine must not do. */
const GRAVE = oneOf([
  /\b(?:curl|wget|irm|iwr)\b[^\n]{0,200}(?:\||\$\(|<\()|\|\s*(?:ba|z)?sh\b|\bbase64\b|\bnc\b\s|\/dev\/tcp|\beval\b\s*["']?\$\(\s*(?:curl|wget)|\bpython[\d.]*\s+-c\b/i,
  /\/tmp\/\.|\/dev\/shm\/|\bosascript\b|https?:\/\/\d{1,3}(?:\.\d{1,3}){3}|\b(?:iwr|irm|iex|curl|wget|certutil|bitsadmin)\b[^\n]{0,200}https?:\/\/[^\n]{0,200}[;&]/i,
]);

const KEY = /\bssh-(?:rsa|ed25519)[^\S\n]{1,4}AAAA[\w+/=]{20,}/;

const ROWS: readonly Row[] = [
  {
    pattern:
      /\bssh-(?:rsa|ed25519)[^\S\n]{1,4}AAAA[\w+/=]{20,800}[^\n]{0,160}\bauthorized_keys\b|\bauthorized_keys\b[^\n]{0,160}\bssh-(?:rsa|ed25519)[^\S\n]{1,4}AAAA[\w+/=]{20,}/g,
    what: "lets a foreign key log in",
    plain: "critical",
    grave: "critical",
  },
  {
    pattern:
      /^[^\n]{0,300}>>?\s*["']?(?:~|\$HOME|\/root|\/home\/\w+)?\/?\.ssh\/authorized_keys\b[^\n]{0,100}/gm,
    what: "lets a foreign key log in",
    plain: "medium",
    grave: "critical",
  },
  {
    pattern:
      /^[^\n]{0,400}\|\s*crontab\s+-|^[^\n]{0,300}>>?\s*["']?\/(?:etc\/cron[\w./-]*|var\/spool\/cron\S*)[^\n]{0,60}|@reboot\s+[^\n]{3,200}/gm,
    what: "is run again and again by the system",
    plain: "low",
    grave: "critical",
  },
  {
    pattern:
      /^[^\n]{0,400}>>?\s*["']?(?:~|\$HOME|\$\{HOME\})\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|config\/fish\/config\.fish)\b/gm,
    what: "is run with every shell",
    plain: undefined,
    grave: "critical",
  },
  {
    pattern: /^[^\n]{0,300}>>?\s*["']?\S*\.git\/hooks\/[a-z-]+[^\n]{0,200}/gm,
    what: "is run with every commit",
    plain: "low",
    grave: "critical",
  },
  {
    pattern:
      /\breg(?:\.exe)?\s+add\s+[^\n]{0,60}\\CurrentVersion\\Run\b[^\n]{0,200}|\bschtasks(?:\.exe)?\s+\/create\b[^\n]{0,200}|\bNew-ItemProperty\b[^\n]{0,80}CurrentVersion\\Run\b[^\n]{0,120}/gi,
    what: "is run with every start of Windows",
    plain: "medium",
    grave: "critical",
  },
  {
    pattern:
      /CurrentVersion\\{1,2}Run\b[^]{0,200}?\b(?:SetValueEx|SetValue|RegSetValueEx\w?)\b[^\n]{0,200}/g,
    what: "is run with every start of Windows",
    plain: "high",
    grave: "critical",
  },
  {
    pattern: /<key>Label<\/key>\s{0,40}<string>com\.apple\.[\w.-]{1,80}<\/string>/g,
    what: "is kept running by the system under the name of another",
    plain: "high",
    grave: "high",
  },
  {
    pattern: /<key>ProgramArguments<\/key>[^]{0,600}?<\/array>|^ExecStart=[^\n]{3,300}/gm,
    what: "is kept running by the system",
    plain: "info",
    grave: "high",
  },
];

export const persistence: ScanRule = {
  code: "scan/persistence",
  title: "Nothing stays on the machine that fetches or hides what it runs.",
  severity: "medium",
  category: "persistence",
  hint: "Such a line goes on working after the skill is gone. Look at what it runs.",
  check(context) {
    for (const row of ROWS)
      for (const hit of search(context, row.pattern)) {
        if (hit.around.origin === "sentence" && !KEY.test(hit.match[0])) continue;
        const severity = severityOf(row, hit);
        if (severity === undefined) continue;
        context.report({
          ...placeOf(hit),
          ...temperSubject(context, severity, hit),
          message: `A line ${row.what}.`,
        });
      }
  },
};

function severityOf({ plain, grave, what }: Row, { match }: Hit): ScanSeverity | undefined {
  const line = match[0];
  if (GRAVE.test(line)) return grave;
  // Only Apple's own services have such names.
  if (line.startsWith("<key>Label") && line.includes("com.apple.")) return "high";
  // A key that comes along with the skill opens the door to whoever holds its other half.
  if (what.includes("key") && KEY.test(line)) return "critical";
  return plain;
}
