import type { FileUse } from "../code/index.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

const GRAVITY: Readonly<Partial<Record<FileUse["kind"], readonly [ScanSeverity, string]>>> = {
  "browser-store": ["medium", "passwords and cookies of a browser"],
  wallet: ["medium", "a wallet"],
  keychain: ["medium", "the keychain of the user"],
  "key-file": ["low", "private keys"],
  "cloud-credentials": ["low", "stored credentials"],
  history: ["low", "what the user typed into a shell"],
};

export const codeCredentialStore: ScanRule = {
  code: "scan/code-credential-store",
  title: "Code leaves stores of secrets alone.",
  severity: "medium",
  category: "credentials",
  confidence: "medium",
  hint: "Check that the work of the skill needs this file, and where its content goes.",
  check(context) {
    const { reads, commands } = codeOf(context);
    for (const read of reads) {
      const found = GRAVITY[read.kind];
      if (found === undefined || /^(?:ls|find|chmod|test)$/.test(read.tool)) continue;
      const [severity, what] = found;
      tell(context, read, {
        severity,
        message: `The code reads \`${read.path}\`, which holds ${what}.`,
      });
    }
    for (const command of commands) {
      const line = command.words.join(" ");
      if (command.tool === "osascript" && /hidden answer/i.test(line))
        tell(context, command, {
          severity: "high",
          evidence: line,
          message: "The code shows a dialog that asks for a password.",
        });
      if (command.tool !== "security" || !/\bdump-keychain\b/.test(line)) continue;
      tell(context, command, {
        severity: "high",
        evidence: line,
        message: `\`${line.slice(0, 80)}\` prints all secrets of the user.`,
      });
    }
  },
};
