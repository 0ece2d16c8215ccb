import type { ScanSeverity } from "../finding.ts";
import type { ScanContext } from "../context.ts";
import type { ScanRule } from "../rule.ts";
import { type Hit, placeOf, search, temper } from "../text/search.ts";
import { isAboutDisks } from "../text/topic.ts";

interface Row {
  readonly pattern: RegExp;
  readonly severity: ScanSeverity;
  readonly what: string;
}

/** Where a command begins; a mere mention in a list or in JSON runs nothing. */
const BEGIN = String.raw`(?<=(?:^|[;&|({]|\bsudo|\bthen|\bdo|\bsystem\(["']|\b(?:run|call|Popen|exec|execSync|spawn)\(["']|\s-c\s["'])[ \t]{0,40})`;
const FORCE = String.raw`rm\s+(?:-[a-zA-Z]+\s+|--\S+\s+){1,4}`;

const ROWS: readonly Row[] = [
  {
    pattern: new RegExp(
      `${BEGIN}${FORCE}["']?(?:/|~|\\$HOME|\\$\\{HOME\\}|/\\*|~/\\*|\\$HOME/\\*|/home|/Users|/etc|/usr|/var|/boot|/root|%USERPROFILE%)(?:/?\\*)?["']?(?=\\s*(?:$|--no-preserve-root|[;&|\\n"'\\x60)#]))`,
      "gm",
    ),
    severity: "critical",
    what: "deletes the system or all files of the user",
  },
  {
    pattern: new RegExp(`${BEGIN}${FORCE}[^\\n;&|]{0,200}?/var/log/\\S*`, "gm"),
    severity: "high",
    what: "deletes logs of the system",
  },
  {
    pattern: /\bdd\s+[^\n]{0,80}\bof=\/dev\/(?:sd|hd|nvme|disk|vd|mmcblk)\w*/g,
    severity: "high",
    what: "overwrites a disk",
  },
  {
    pattern: /\bmkfs(?:\.\w+)?\s+[^\n]{0,60}\/dev\/(?:sd|hd|nvme|disk|vd)\w*/g,
    severity: "high",
    what: "formats a disk",
  },
  {
    pattern: /:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/g,
    severity: "critical",
    what: "stops the machine",
  },
  {
    pattern:
      /\b(?:del|rd|rmdir)\s+(?:\/[a-z]\s+){1,3}["']?[a-z]:\\(?:\*|windows|users)?["']?(?=\s|$)/gi,
    severity: "critical",
    what: "deletes a drive",
  },
  {
    pattern:
      /\b(?:vssadmin\s+delete\s+shadows|wbadmin\s+delete|bcdedit\s+\/set\s+\S+\s+recoveryenabled\s+no)\b[^\n]{0,60}/gi,
    severity: "critical",
    what: "deletes the backups of the system",
  },
  {
    pattern:
      /\b(?:history\s+-c\b|unset\s+HISTFILE\b|export\s+HISTFILE=\/dev\/null|rm\s+(?:-\w+\s+)?~\/\.(?:bash|zsh)_history\b|shred\s+[^\n]{0,40}history|wevtutil\s+cl\b|Clear-EventLog\b)/g,
    severity: "medium",
    what: "wipes traces of what was done",
  },
];

export const destructiveCommand: ScanRule = {
  code: "scan/destructive-command",
  title: "No command deletes what is not the skill's own.",
  severity: "high",
  category: "destruction",
  hint: "Name exactly what the skill made and may remove.",
  check(context) {
    for (const { pattern, severity, what } of ROWS)
      for (const hit of search(context, pattern)) {
        const { around, view } = hit;
        // A list of what is refused, as guards of agents keep it, runs nothing.
        if (
          around.origin === "inline" ||
          around.origin === "sentence" ||
          view.file.endsWith(".json")
        )
          continue;
        context.report({
          ...placeOf(hit),
          ...temper(isExpected(context, what, hit) ? "medium" : severity, around),
          message: `The command ${what}.`,
        });
      }
  },
};

/** Disks are written to by skills that say so, and images are made to be written. */
function isExpected(context: ScanContext, what: string, { match }: Hit): boolean {
  if (!what.endsWith("a disk")) return false;
  return context.ask(isAboutDisks) || /\bif=[^\s]{0,200}\.(?:img|iso|bin|wic)\b/i.test(match[0]);
}
