import type { ScanContext } from "../context.ts";
import { oneOf } from "./one-of.ts";

/** Words of which one says enough. */
const CLEARLY = oneOf([
  /\b(?:pentest\w*|penetration[- ]test\w*|red[- ]?team\w*|malware|forensics?|ctf|capture the flag|phishing|exploit(?:s|ing|ation)?|privilege escalation|reverse shells?)\b/i,
  /\b(?:prompt[- ]injections?|jailbreak\w*|threat (?:hunt\w*|intel\w*|model\w*|actors?)|incident response|adversar\w+|lateral movement|yara|ransomware|honeypots?)\b/i,
  /\b(?:offensive security|attack (?:techniques?|paths?|surface|chains?)|mitre|evasion|waf|semgrep|sigma rules?|siem|owasp|detection rules?)\b/i,
]);
/** Words of which two are needed, since honest and other skills call themselves secure. */
const PERHAPS =
  /\b(?:security|malicious|vulnerab\w+|attack\w*|threats?|detect\w*|hardening|injection|guardrails?|compromis\w+|suspicious|dangerous|safety)\b/gi;

/** Whether the skill says of itself that it writes to disks. */
export function isAboutDisks({ skill }: ScanContext): boolean {
  const { identity, guidance } = skill?.skill ?? {};
  const text = `${identity?.name ?? ""} ${guidance?.description ?? ""}`;
  return /\b(?:sd[- ]?cards?|disks?|drives?|partition\w*|flash(?:es|ing)?|firmware|disk images?|usb sticks?|raspberry|bootable|file ?systems?|raid|storage devices?)\b/i.test(
    text,
  );
}

/** Whether the skill says of itself that attacks and defence are its subject: a claim, which acquits nothing. */
export function saysSecurity(context: ScanContext): boolean {
  const { skill } = context;
  if (skill === undefined) return false;
  const { identity, guidance } = skill.skill;
  const text = `${identity.name ?? ""} ${guidance.description ?? ""} ${guidance.whenToUse ?? ""}`;
  if (CLEARLY.test(text)) return true;
  return new Set(text.toLowerCase().match(PERHAPS)).size >= 2;
}
