import type { Command, FileWrite } from "../code/index.ts";
import { startupOf } from "../code/paths.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { oneOf } from "../text/one-of.ts";

export const codePersistence: ScanRule = {
  code: "scan/code-persistence",
  title: "Code leaves nothing behind that starts by itself.",
  severity: "medium",
  category: "persistence",
  hint: "Ask what the skill needs a lasting program for, and whether the user is told.",
  check(context) {
    const { writes, commands } = codeOf(context);
    for (const write of writes) {
      const startup = startupOf(write.path);
      if (startup === undefined || isShown(write)) continue;
      tell(context, write, {
        severity: gravityOf(write),
        sources: write.sources,
        message: `The code writes to \`${write.path}\`, which runs at ${startup}.`,
        ...(write.text === undefined ? {} : { evidence: write.text }),
      });
    }
    for (const command of commands) {
      if (!isTimer(command) || isShown(command)) continue;
      tell(context, command, {
        severity: isDisguised(command) ? "high" : "medium",
        evidence: command.words.join(" "),
        message: `\`${command.words.slice(0, 3).join(" ")}\` makes a program start by itself from now on.`,
      });
    }
  },
};

/** Shell lines in a text are judged by the rules on instructions. */
function isShown({ place, decoding }: Command | FileWrite): boolean {
  return place.origin !== "file" && place.language === "bash" && decoding.length === 0;
}

/** Names that vendors give to parts of their own systems. */
const OF_A_VENDOR = oneOf([
  /(?:^|[\s/"'])(?:com\.(?:apple|google|microsoft|adobe|mozilla|github|docker)\.)/,
  /(?:^|[\s/"'])(?:(?:Microsoft|Google|Adobe|Windows|OneDrive|Edge)\w{0,24}(?:Update|Updater|Helper|Service|Core|Task)\w{0,12}\b|systemd-(?!run)[a-z]+d?\.service)/,
  /(?:^|[\s/"'])dbus-[a-z]+\.service/,
]);

/** A line that starts by itself and fetches, sends or hides what it runs. */
const REACHES_OUT = oneOf([
  /(?:\$\(|<\(|`)\s{0,4}(?:curl|wget)\b|\b(?:curl|wget)\s[^\n]{0,300}(?:\||-[dFTo]\s|--data|--upload|--post)|\b(?:nc|ncat|socat)\s+\S|\bbase64\s+-{1,2}[dD]/,
  /\b(?:iex|irm|iwr|Invoke-(?:WebRequest|RestMethod|Expression))\b|\bpython[\d.]*\s-c\s|\bnode\s-e\s|\/dev\/(?:tcp|udp)\/|\bexec\(|\burlopen\(|\/tmp\/\.|\/dev\/shm\//,
]);

function gravityOf({ path, text, sources, decoding }: FileWrite): ScanSeverity {
  const isFetched = sources.some(({ kind }) => kind === "remote");
  if (isFetched || decoding.length > 0) return "critical";
  if (/authorized_keys$|sitecustomize|\.pth$/.test(path) || OF_A_VENDOR.test(path)) return "high";
  return text !== undefined && REACHES_OUT.test(text) ? "high" : "medium";
}

/** Decoded, or made under the name of a part of the system. */
function isDisguised({ tool, words, decoding }: Command): boolean {
  return (
    decoding.length > 0 ||
    (/^(?:schtasks|register-scheduledtask|reg)$/i.test(tool) && OF_A_VENDOR.test(words.join(" ")))
  );
}

function isTimer({ tool, words }: Command): boolean {
  const line = words.join(" ");
  switch (tool.toLowerCase()) {
    case "crontab":
      return !/\s-[lr]\b/.test(line);
    case "launchctl":
      return /\b(?:load|bootstrap|enable)\b/.test(line);
    case "systemctl":
      return /\benable\b/.test(line);
    case "schtasks":
      return /\/create/i.test(line);
    case "register-scheduledtask":
      return true;
    case "reg":
      return /\badd\b/i.test(line) && /CurrentVersion\\+Run/i.test(line);
    default:
      return false;
  }
}
