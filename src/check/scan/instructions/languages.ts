import type { CodeLanguage } from "../ports.ts";
import { oneOf } from "../text/one-of.ts";

const BY_NAME: { readonly [name: string]: CodeLanguage } = {
  py: "python",
  python: "python",
  python3: "python",
  pyw: "python",
  js: "javascript",
  javascript: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  node: "javascript",
  ts: "typescript",
  typescript: "typescript",
  tsx: "typescript",
  mts: "typescript",
  cts: "typescript",
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  ksh: "shell",
  shell: "shell",
  console: "shell",
  terminal: "shell",
  "shell-session": "shell",
  command: "shell",
  ps1: "powershell",
  psm1: "powershell",
  powershell: "powershell",
  pwsh: "powershell",
  rb: "ruby",
  ruby: "ruby",
  php: "php",
  go: "go",
};

export function languageOfName(name: string): CodeLanguage {
  const word = /^[\w-]+/.exec(name.trim().toLowerCase())?.[0] ?? "";
  return Object.hasOwn(BY_NAME, word) ? (BY_NAME[word] ?? "other") : "other";
}

/** By the ending of the name, else by the program that the first line asks for. */
export function languageOfFile(path: string, text: string): CodeLanguage {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1];
  const named = ending === undefined ? "other" : languageOfName(ending);
  if (named !== "other" || !text.startsWith("#!")) return named;
  const first = text.slice(0, 200).split("\n")[0] ?? "";
  const words = first.trim().split(/\s+/);
  // `uv run` and its kin read a script of Python with the packages that it names.
  if (words.some((word) => /(?:^|\/)uvx?$/.test(word))) return "python";
  const program = words.findLast((word) => !word.startsWith("-")) ?? "";
  return languageOfName(/([a-z]{1,40})[\d.]{0,20}$/.exec(program)?.[1] ?? "");
}

/** Programs with which a line of a shell begins. */
const COMMAND = oneOf([
  /^(?:[$#>]\s+)?(?:sudo\s+)?(?:[A-Z_]+=\S*\s+)*(?:curl|wget|bash|sh|zsh|source|eval|exec|echo|printf|cat|chmod|chown|cp|mv|rm|mkdir|cd|ls|tar|unzip|7z|git|npm)(?:\.exe)?\s/,
  /^(?:[$#>]\s+)?(?:sudo\s+)?(?:[A-Z_]+=\S*\s+)*(?:npx|pnpm|yarn|bun|bunx|deno|node|pip3?|pipx|uv|uvx|python3?|brew|apt|apt-get|yum|dnf|pacman|docker|kubectl)(?:\.exe)?\s/,
  /^(?:[$#>]\s+)?(?:sudo\s+)?(?:[A-Z_]+=\S*\s+)*(?:crontab|systemctl|launchctl|osascript|open|export|nc|ncat|socat|ssh|scp|rsync|dig|nslookup|powershell|pwsh)(?:\.exe)?\s/,
  /^(?:[$#>]\s+)?(?:sudo\s+)?(?:[A-Z_]+=\S*\s+)*(?:iwr|irm|iex|cmd|reg|schtasks|base64|openssl|xattr|security|defaults|nohup|dd|find|grep|sed|awk|tee|env)(?:\.exe)?\s/,
  /^(?:[$#>]\s+)?(?:sudo\s+)?(?:[A-Z_]+=\S*\s+)*(?:printenv|make|go|cargo|gem|ruby|perl|php|java|clawhub|openclaw)(?:\.exe)?\s/,
]);

export function looksLikeShell(text: string): boolean {
  return COMMAND.test(text.trimStart());
}
