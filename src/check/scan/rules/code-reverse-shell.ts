import type { CallFact, CodeReport, Command } from "../code/index.ts";
import { codeOf, inSameFile, tell } from "../code/telling.ts";
import type { ScanRule } from "../rule.ts";

const SHELL = /^(?:.*[/\\])?(?:(?:ba|z|da|k)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?)$/i;

export const codeReverseShell: ScanRule = {
  code: "scan/code-reverse-shell",
  title: "No shell is handed to another machine.",
  severity: "critical",
  category: "execution",
  hint: "Whoever is at the other end can do what the user can. Do not run it.",
  check(context) {
    const report = codeOf(context);
    for (const run of report.executions) {
      const source = run.sources.find(({ name }) => name.startsWith("tcp://"));
      if (source === undefined) continue;
      tell(context, run, {
        severity: "critical",
        sources: [source],
        message: `\`${run.tool}\` runs what comes in over a network connection.`,
      });
    }
    const facts = [...report.commands.filter(isNetworkShell), ...boundSockets(report)];
    for (const fact of facts)
      tell(context, fact, {
        severity: "critical",
        message: "The code gives a shell to a network connection.",
        ...("words" in fact && fact.tool !== "socket.connect"
          ? { evidence: fact.words.join(" ") }
          : {}),
      });
  },
};

/** `bash -i > /dev/tcp/…`, `nc -e /bin/sh …`, `socat … exec:sh`. */
function isNetworkShell({ tool, words }: Command): boolean {
  const last = words.at(-1) ?? "";
  if (SHELL.test(tool) && /^>\/dev\/(?:tcp|udp)\//.test(last)) return true;
  if (/^(?:nc|ncat|netcat)$/.test(tool))
    return words.some(
      (word, index) =>
        /^-[a-z]*[ec]$/.test(word) && SHELL.test((words[index + 1] ?? "").split(" ", 1)[0] ?? ""),
    );
  if (/^[gmn]?awk$/.test(tool))
    return words.some((word) => /\/inet\d?\/(?:tcp|udp)\//.test(word) && word.includes("|&"));
  return (
    tool === "socat" &&
    words.some((word) => /(?:exec|system):["']?(?:\/bin\/)?(?:ba|z)?sh/i.test(word))
  );
}

/** A connection whose file handles become those of a shell. */
function boundSockets({ calls, commands }: CodeReport): readonly CallFact[] {
  return calls.filter((call) => {
    if (call.tool === "socket.stdin") return true;
    if (call.tool !== "socket.connect") return false;
    const near = inSameFile(calls, call.place);
    const hasShell = inSameFile(commands, call.place).some(({ tool }) => SHELL.test(tool));
    const isBound = near.some(({ tool }) => tool === "os.dup2" || tool === "pty.spawn");
    const isScript = call.place.language !== "python" && hasShell;
    return (hasShell && isBound) || isScript;
  });
}
