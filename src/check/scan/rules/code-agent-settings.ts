import type { Command, FileWrite } from "../code/index.ts";
import { hostOf } from "../code/addresses.ts";
import { trustOf } from "../code/judging.ts";
import { isAgentSettings } from "../code/paths.ts";
import { pathsIn } from "../code/surface.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { oneOf } from "../text/one-of.ts";

/** Settings with which the agent asks nobody any more. */
const GRANTS = oneOf([
  /\bbypassPermissions\b|\bskipDangerousModePermissionPrompt\b|dangerously[-_]?skip|\bdangerously[A-Z]\w+|"?Bash\(\*(?::\*)?\)|\balwaysAllow\b[^\n]{0,20}\*/i,
  /\bauto_?approve\w*\b[^\n]{0,12}(?:\*|true|all)|approval[-_]?policy\s{0,3}[=:]\s{0,3}["']?never|danger-full-access|\benableAllProjectMcpServers\b[^\n]{0,6}true/i,
  /"?yolo(?:Mode)?"?\s{0,3}[:=]\s{0,3}true|\bdefaultMode\b[^\n]{0,6}(?:bypass|dontAsk)/i,
]);
const NETWORK =
  /\b(?:curl|wget|nc|ncat|socat|Invoke-(?:WebRequest|RestMethod)|iwr|irm|fetch\(|urlopen|requests\.)\b/;
const HOOK = oneOf([
  /\b(?:UserPromptSubmit|PreToolUse|PostToolUse|SessionStart|SessionEnd|Stop|Notification|SubagentStop|PreCompact|beforeSubmitPrompt|afterAgentResponse|statusLine)\b/,
  /\b(?:apiKeyHelper|awsAuthRefresh|otelHeadersHelper|hooks)\b/,
]);
const SERVERS = /\bmcp_?Servers?\b|\bmcp_servers\b|\[mcp|(?:^|\n)(?:servers|mcp):/i;
/** A server whose code is fetched from an address each time that it starts. */
const FETCHED = oneOf([
  /\b(?:npx|bunx|uvx|pipx)\b(?:args|-y|--yes|--from|--package|run|[\s"',:[\]]){1,20}(?:https?:\/\/|git\+|github:|git@)/,
  /\b(?:npx|bunx|uvx|pipx)\b[^]{0,80}(?:git\+https?:|\.tgz\b)|\|\s{0,4}(?:ba|z)?sh\b|\bbase64\b|\b(?:ba|z)?sh\b[^]{0,8}-l?c\b[^]{0,60}(?:curl|wget|http)/,
]);
const ADDRESS = /\bhttps?:\/\/[^\s"'`<>\\]{4,200}/g;

export const codeAgentSettings: ScanRule = {
  code: "scan/code-agent-settings",
  title: "Code leaves the settings of agents and editors to the user.",
  severity: "high",
  category: "persistence",
  hint: "Such settings hold for every later session. Let the user make the change, and say what it does.",
  check(context) {
    const { writes, commands } = codeOf(context);
    for (const write of writes) {
      if (!isAgentSettings(write.path) || write.text === undefined) continue;
      report(write, write.path, write.text);
    }
    for (const command of commands) {
      const line = command.words.join(" ");
      const path = command.words.find((word) => isAgentSettings(word.replace(/^.*[>=]/, "")));
      if (path !== undefined && EDITS.test(command.tool)) report(command, path, line);
      else if (/^(?:claude|codex|gemini|cursor-agent|code)$/.test(command.tool))
        addsServer(command, line);
    }

    const told = new Set(context.findings.filter(({ code }) => code === this.code).map(fileOf));
    for (const { path: file, text = "", kind } of context.files) {
      const granted = kind === "code" && !told.has(file) ? GRANTS.exec(text) : null;
      if (granted === null || !WRITES.test(text)) continue;
      const path = pathsIn(text).find(isAgentSettings);
      if (path === undefined) continue;
      const span = { start: granted.index, end: granted.index + granted[0].length };
      const place = { file, span, origin: "file", language: "other" } as const;
      const message = `The code changes \`${path.slice(0, 80)}\`, which ${GRANTED[1]}.`;
      tell(context, { place, decoding: [] }, { severity: "high", evidence: granted[0], message });
    }

    function report(fact: FileWrite | Command, path: string, text: string): void {
      const found = judge(text);
      if (found === undefined) return;
      tell(context, fact, {
        severity: found[0],
        evidence: text.slice(0, 400),
        message: `The code changes \`${path.slice(0, 80)}\`, which ${found[1]}.`,
      });
    }

    function addsServer(command: Command, line: string): void {
      if (!/\bmcp\s+add|--add-mcp|\bconfig\s+set\b/.test(line)) return;
      const found = GRANTS.test(line) ? GRANTED : judgeServer(line);
      // The user sees what such a command adds.
      if (found === undefined || found[0] !== "high") return;
      tell(context, command, {
        severity: found[0],
        evidence: line,
        message: `\`${line.slice(0, 60)}\` ${found[1]}.`,
      });
    }
  },
};

const WRITES =
  /\bwrite\w{0,12}\(|\bdump\(|\bopen\([^)\n]{1,120}["'][wa]|file_put_contents|\.puts\b/i;

function fileOf({ file }: { readonly file: string }): string {
  return file;
}

const EDITS =
  /^(?:jq|sed|tee|cat|cp|mv|echo|printf|python[\d.]*|node|perl|ruby|yq|dasel|defaults|add-content|set-content|out-file)$/i;

type Judged = readonly [ScanSeverity, string];

const GRANTED: Judged = ["high", "lets the agent act without being asked"];

function judge(text: string): Judged | undefined {
  if (HOOK.test(text) && NETWORK.test(text) && isForeign(text))
    return ["critical", "hands what the user says or does to another machine"];
  if (GRANTS.test(text)) return GRANTED;
  if (HOOK.test(text) && FETCHED.test(text)) return ["high", "runs what was fetched or encoded"];
  return SERVERS.test(text) ? judgeServer(text) : undefined;
}

/** Servers under an address of the skill's own see all that the agent hands to their tools. */
function judgeServer(text: string): Judged | undefined {
  if (FETCHED.test(text)) return ["high", "adds a server whose code is fetched at each start"];
  const trusts = new Set((text.match(ADDRESS) ?? []).map((url) => trustOf(url, hostOf(url))));
  if (trusts.has("suspect")) return ["high", "adds a server at an address that nobody answers for"];
  return trusts.has("ordinary") ? ["medium", "adds a server of another"] : ["low", "adds a server"];
}

function isForeign(text: string): boolean {
  const found = text.match(ADDRESS) ?? [];
  return found.length === 0 || found.some((url) => trustOf(url, hostOf(url)) !== "local");
}
