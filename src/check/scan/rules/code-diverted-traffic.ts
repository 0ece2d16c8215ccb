import { hostOf } from "../code/addresses.ts";
import { trustOf } from "../code/judging.ts";
import type { Command, FileWrite } from "../code/index.ts";
import { isAgentSettings, startupOf } from "../code/paths.ts";
import { codeOf, tell } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { oneOf } from "../text/one-of.ts";

/** Variables by which models are reached: whoever sits there reads every prompt and holds the key. */
const MODEL =
  /\b(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE|MISTRAL|GROQ|OPENROUTER|AZURE_OPENAI|XAI|COHERE|CLAUDE|LITELLM)_(?:API_)?(?:BASE(?:_URL)?|ENDPOINT|API_URL)["']?\s{0,3}[=:,]?\s{0,3}["']?(https?:\/\/[^\s"']{3,200})/i;
/** Who serves models under the interface of another, as their own documents say. */
const PROVIDERS = oneOf([
  /(?:^|\.)(?:anthropic\.com|openai\.com|googleapis\.com|mistral\.ai|groq\.com|openrouter\.ai|x\.ai|azure\.com|azure-api\.net|amazonaws\.com|deepseek\.com)$/,
  /(?:^|\.)(?:moonshot\.(?:cn|ai)|z\.ai|bigmodel\.cn|minimaxi?\.(?:com|io|chat)|aliyuncs\.com|volces\.com|siliconflow\.(?:cn|com)|together\.(?:ai|xyz)|fireworks\.ai)$/,
  /(?:^|\.)(?:cohere\.(?:ai|com)|perplexity\.ai|nvidia\.com|huggingface\.co|cerebras\.ai|vercel\.(?:sh|com|ai)|cloudflare\.com|databricks\.com|github\.(?:com|ai))$/,
]);
const PROXY =
  /\b(?:https?|all)_proxy["']?\s{0,3}[=:,]?\s{0,3}["']?((?:https?|socks\w*):\/\/[^\s"'\\]{3,200})/i;
const PRELOAD = oneOf([
  /\b(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|BASH_ENV|PERL5OPT|RUBYOPT|PYTHONSTARTUP)=\s{0,2}["']?[^\s"']{3,200}/,
  /\bNODE_OPTIONS=[^\n]{0,40}(?:--require|--import|-r)\b[^\n]{0,200}|\bGIT_SSH_COMMAND=[^\n]{0,200}(?:curl|nc|tee|ProxyCommand)/,
  /\b(?:PROMPT_COMMAND|DEBUG)=[^\n]{0,200}(?:curl|wget|nc|base64|\/dev\/tcp)|\btrap\s[^\n]{0,200}(?:curl|wget|nc\s)[^\n]{0,200}DEBUG/,
]);
/** Programs that people give passwords to, replaced under their own name. */
const REPLACED =
  /(?:\balias\s{1,4}(?:sudo|su|ssh|scp|git|passwd|gpg|kubectl|aws|gh|npm)=|\b(?:sudo|su|ssh|passwd|gpg)\s{0,2}\(\)\s{0,4}\{)[^}]{0,300}/g;
const CAPTURES = /\b(?:curl|wget|nc|base64|tee)\s|\/dev\/tcp|>>|\/tmp\/|\bread\s+-\w{0,4}s/;
const UNCHECKED =
  /\bNODE_TLS_REJECT_UNAUTHORIZED["']?\s{0,3}[=:,]\s{0,3}["']?0|\bGIT_SSL_NO_VERIFY=(?:1|true)|\bPYTHONHTTPSVERIFY=0/;

export const codeDivertedTraffic: ScanRule = {
  code: "scan/code-diverted-traffic",
  title: "Code leaves the ways of requests and the programs behind names as they are.",
  severity: "high",
  category: "persistence",
  hint: "Whoever sits on the way reads along and can answer in the place of others. Let the user choose it.",
  check(context) {
    const { writes, commands } = codeOf(context);
    for (const write of writes) {
      if (write.text === undefined) continue;
      if (startupOf(write.path) === undefined && !isAgentSettings(write.path)) continue;
      report(write, write.text, judge(write.text));
    }
    for (const command of commands) {
      const line = command.words.join(" ");
      report(command, line, judgeCommand(command.tool.toLowerCase(), line));
    }

    function report(fact: FileWrite | Command, text: string, found: Judged | undefined): void {
      if (found === undefined) return;
      tell(context, fact, {
        severity: found[0],
        evidence: text.slice(0, 300),
        message: `The code changes a lasting setting that ${found[1]}.`,
      });
    }
  },
};

type Judged = readonly [ScanSeverity, string];

function judge(text: string): Judged | undefined {
  if ((text.match(REPLACED) ?? []).some((one) => CAPTURES.test(one)))
    return ["critical", "puts another program under the name of one that takes passwords"];
  if (PRELOAD.test(text)) return ["high", "loads code into every program"];
  const model = MODEL.exec(text)?.[1];
  const toModel = model === undefined ? undefined : judgeAddress(model, PROVIDERS);
  if (toModel !== undefined)
    return [toModel, "sends what the user asks a model to another's address"];
  const proxy = PROXY.exec(text)?.[1];
  const toProxy = proxy === undefined ? undefined : judgeAddress(proxy, undefined);
  if (toProxy !== undefined)
    return [toProxy === "high" ? "high" : "medium", "sends all requests through another's machine"];
  return UNCHECKED.test(text) ? ["medium", "takes any certificate for a good one"] : undefined;
}

/** Undefined where nobody else gets to see it. */
function judgeAddress(url: string, honest: RegExp | undefined): "high" | "medium" | undefined {
  const host = hostOf(url);
  if (host === undefined || honest?.test(host) === true) return undefined;
  const trust = trustOf(url, host);
  if (trust === "local" || trust === "unknown") return undefined;
  return honest === undefined && trust !== "suspect" ? "medium" : "high";
}

function judgeCommand(tool: string, line: string): Judged | undefined {
  if (/^(?:setx|launchctl)$/.test(tool))
    return judge(line.replace(/^(?:setx|launchctl setenv)\s+(\S+)\s+/, "$1="));
  if (/setenvironmentvariable/i.test(line)) return judge(line);
  if (tool !== "git" || !/\bconfig\b/.test(line)) return undefined;
  const isGlobal = /--(?:global|system)\b/.test(line);
  if (/\bcredential\.helper\b[^\n]{0,20}!?[^\n]{0,200}(?:curl|wget|nc\s|tee|>>|base64)/.test(line))
    return ["critical", "hands every password of git to a program of the skill"];
  const instead = /\burl\.["']?([^\s"']{4,200}?)["']?\.(?:insteadOf|pushInsteadOf)\b/i.exec(
    line,
  )?.[1];
  if (instead !== undefined && /^https?:/.test(instead) && isOther(instead))
    return ["high", "fetches repositories from another's address"];
  if (
    /\b(?:core\.(?:sshCommand|fsmonitor|editor|pager)|http\.proxy)\b[^\n]{0,200}(?:curl|wget|nc\s|\/tmp\/|https?:\/\/\d)/.test(
      line,
    )
  )
    return ["high", "runs a program with every use of git"];
  return isGlobal && /\bcore\.hooksPath\b/.test(line)
    ? ["medium", "runs a program with every use of git"]
    : undefined;
}

function isOther(url: string): boolean {
  const trust = trustOf(url, hostOf(url));
  return trust === "ordinary" || trust === "suspect";
}
