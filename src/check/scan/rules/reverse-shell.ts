import type { ScanRule } from "../rule.ts";
import { placeOf, search, temperSubject } from "../text/search.ts";

/** A shell at one end and a socket at the other. */
const PATTERNS: readonly RegExp[] = [
  /(?:ba|z)?sh\s+-i\b[^\n]{0,60}>&?\s*\/dev\/(?:tcp|udp)\/[^\s"']+/gi,
  /exec\s+\d+<>\s*\/dev\/(?:tcp|udp)\/[^\s"']+/gi,
  /\b(?:nc|ncat|netcat)\b[^\n|]{0,80}\s-(?:[a-z]*[ec])\s+["']?(?:\/bin\/|cmd|powershell)?(?:ba|z)?sh?\b[^\n]{0,20}/gi,
  /\b(?:nc|ncat|netcat)\b[^\n|]{0,80}\|\s*(?:\/bin\/)?(?:ba|z)?sh\b/gi,
  /\bmkfifo\b[^\n]{0,120}\|\s*(?:nc|ncat|netcat|openssl\s+s_client)\b/gi,
  /\bsocat\b[^\n]{0,120}\bexec:["']?(?:\/bin\/)?(?:ba|z)?sh/gi,
  /socket\.socket\([^]{0,400}?(?:dup2\([^]{0,200}?(?:pty\.spawn|subprocess|os\.system|\/bin\/)|pty\.spawn)/g,
  /\bTCPClient\([^]{0,400}?(?:iex|Invoke-Expression|cmd\.exe)/gi,
  /\bPF_INET\b[^]{0,400}?\b(?:exec|system)\b[^]{0,20}?\/(?:ba|z|da)?sh\b/g,
  /\bTCPSocket\b[^]{0,200}?\b(?:exec|spawn|popen)\b[^]{0,40}?\/?(?:ba|z)?sh\b/g,
  /fsockopen\([^]{0,200}?(?:exec|shell_exec|proc_open)\([^]{0,40}?sh\b/gi,
];

export const reverseShell: ScanRule = {
  code: "scan/reverse-shell",
  title: "No shell is offered to the network.",
  severity: "critical",
  category: "execution",
  hint: "Such a line gives another machine a shell on this one. Do not run it.",
  check(context) {
    for (const pattern of PATTERNS)
      for (const hit of search(context, pattern)) {
        context.report({
          ...placeOf(hit),
          ...temperSubject(context, "critical", hit),
          message: "The command binds a shell to the network.",
        });
      }
  },
};
