import type { Use } from "./observed.ts";
import { oneOf } from "../text/one-of.ts";

/** Names of tools that run commands of a shell, as agents call them. */
const SHELL_TOOL =
  /^(?:bash|shell|exec|execute|terminal|run_?(?:command|shell_command|in_terminal)|powershell|python|process|task|agent)$/i;
/** Tools of which it is known that they run no command. */
const PLAIN_TOOL =
  /^(?:read|write|edit|multiedit|glob|grep|ls|webfetch|websearch|web_fetch|web_search|todowrite|todoread|notebookedit|notebookread|askuserquestion|skill|slashcommand)$/i;

export interface AllowedTools {
  /** Every entry is known, so that what is missing is missing on purpose. */
  readonly isUnderstood: boolean;
  readonly hasShell: boolean;
  /** Programs that the shell may run; undefined where it may run any. */
  readonly programs: ReadonlySet<string> | undefined;
}

/** Reads entries such as `Read`, `Bash` and `Bash(git:*)`. */
export function readAllowedTools(entries: readonly string[]): AllowedTools {
  const programs = new Set<string>();
  let isOpen = false;
  let hasShell = false;
  let isUnderstood = entries.length > 0;
  for (const entry of entries) {
    const match = /^([\w.-]{1,100})(?:\(([^)]{0,300})\))?$/.exec(entry.trim());
    const tool = match?.[1] ?? "";
    if (SHELL_TOOL.test(tool)) {
      hasShell = true;
      const scope = match?.[2]?.trim();
      const program = scope === undefined ? undefined : /^[\w./+-]+/.exec(scope)?.[0];
      if (program === undefined) isOpen = true;
      else programs.add(program.split("/").at(-1) ?? program);
    } else if (!PLAIN_TOOL.test(tool)) isUnderstood = false;
  }
  return { isUnderstood, hasShell, programs: isOpen ? undefined : programs };
}

/** Commands of a shell that run nothing else. */
const HARMLESS = oneOf([
  /^(?:cd|ls|pwd|echo|printf|cat|head|tail|export|set|unset|source|true|false|test|which|type|read|mkdir|touch|date|wc|sort|uniq|grep|sed|awk|cut|tr|if|fi|for|while|done)$/,
  /^(?:case|esac|then|else|do|function|return|exit|local|sleep|break|continue|\[|\[\[|\{|\}|:|\.)$/,
]);
const PROGRAM = /^[a-z](?:[\w.+-]*\w)?$/;

/** Uses of a shell that the list of allowed tools does not cover. */
export function beyond(tools: AllowedTools, uses: readonly Use[]): readonly Use[] {
  const shell = uses.filter(
    ({ domain, subject }) =>
      domain === "shell" &&
      subject !== undefined &&
      PROGRAM.test(subject) &&
      !HARMLESS.test(subject),
  );
  if (!tools.hasShell) return tools.isUnderstood ? shell : [];
  const { programs } = tools;
  return programs === undefined ? [] : shell.filter(({ subject = "" }) => !programs.has(subject));
}
