/** Programs that run code: shells and the interpreters of languages. */
import { decoded } from "./models-text.ts";
import { fromBase64, fromUtf16 } from "./decode-text.ts";
import type { Engine } from "./engine.ts";
import { unescapeText } from "./escapes.ts";
import type { Place } from "./facts.ts";
import type { Started } from "./programs-started.ts";
import { recordRun, runPath, runShell } from "./running.ts";
import type { GrammarLanguage } from "./syntax.ts";
import type { Value } from "./value.ts";
import { joined, known, shapeOf, unknown } from "./value.ts";

const SHELLS = /^(?:ba|z|da|k|a|fi)?sh$/;

export function isInterpreter(name: string): boolean {
  return SHELLS.test(name) || INTERPRETERS.some(([pattern]) => pattern.test(name));
}

const INTERPRETERS: readonly (readonly [RegExp, GrammarLanguage | undefined])[] = [
  [/^python[\d.]*$|^pypy3?$|^uv$|^uvx$/, "python"],
  [/^(?:node|nodejs|bun|deno|tsx|ts-node)$/, "javascript"],
  [/^ruby[\d.]*$/, "ruby"],
  [/^php[\d.]*$/, "php"],
  [/^(?:perl|lua)[\d.]*$/, undefined],
  [/^(?:osascript|Rscript)$/, undefined],
  [/^(?:powershell|pwsh)$/i, "powershell"],
];

function languageOf(name: string): GrammarLanguage | undefined {
  if (SHELLS.test(name)) return "bash";
  return INTERPRETERS.find(([pattern]) => pattern.test(name))?.[1];
}

/** `sh -c line`, `python -c code`, `sh file arguments`, or code from the input. */
export function interpret({ name, words, input, place }: Started, engine: Engine): Value {
  const language = languageOf(name);
  const flag = words.findIndex((word) =>
    /^(?:-[a-z]*c|-e|--eval|-p|-command|\/c|eval)$/i.test(shapeOf(word) ?? ""),
  );
  const encoded = words.findIndex((word) =>
    /^-e(?:nc(?:odedcommand)?)?$/i.test(shapeOf(word) ?? ""),
  );
  const isPowerShell = language === "powershell";
  if (isPowerShell && encoded >= 0) {
    const call = { name, args: [], named: new Map<string, Value>(), place };
    const line = decoded(
      words[encoded + 1],
      "base64",
      (text) => mapDefined(fromBase64(text), fromUtf16),
      call,
      engine,
    );
    return runCode(line, name, language, place, engine);
  }
  const line = flag < 0 ? undefined : words[flag + 1];
  if (line !== undefined) {
    const rest = isPowerShell
      ? joined(words.slice(flag + 1).flatMap((word) => [known(" "), word]))
      : line;
    return runCode(isPowerShell ? rest : line, name, language, place, engine);
  }
  const isStdin = words.some((word) => /^(?:-s?|\/dev\/stdin)$/.test(shapeOf(word) ?? ""));
  const file = words.find((word) => !/^(?:-.*|run|script|>\/dev\/.*)$/.test(shapeOf(word) ?? ""));
  if (file !== undefined && !isStdin) {
    const from = words.indexOf(file);
    return runPath(file, name, words.slice(from + 1), place, engine, input);
  }
  return input === undefined ? unknown() : runCode(input, name, language, place, engine);
}

function mapDefined(
  text: string | undefined,
  change: (text: string) => string,
): string | undefined {
  return text === undefined ? undefined : change(text);
}

/** A connection and a shell in a line of a language that has no grammar here. */
const CONNECTS = /\bIO::Socket\b|\bsocket\s{0,4}\(|\bsocket\.(?:tcp|connect)\b|\binet_aton\b/;
const STARTS = /`[^`\n]{1,80}`|\b(?:exec|system|popen|os\.execute|open\s{0,4}\(?STD(?:IN|OUT))\b/;

function runCode(
  value: Value,
  tool: string,
  language: GrammarLanguage | undefined,
  place: Place,
  engine: Engine,
): Value {
  if (language === "bash") return runShell(value, tool, place, engine);
  recordRun({ kind: "code", tool, value, place }, engine);
  if (language !== undefined) return engine.runText(language, value, place);
  const text = language === undefined ? (value.text ?? "") : "";
  if (CONNECTS.test(text) && STARTS.test(text))
    engine.recorder.call({ tool: "socket.stdin", words: [], sources: [], place, decoding: [] });
  const line =
    tool === "osascript"
      ? /do shell script\s+"((?:[^"\\]|\\.)*)"/i.exec(value.text ?? "")?.[1]
      : undefined;
  return line === undefined
    ? unknown(value.sources)
    : runShell(known(unescapeText(line)), tool, place, engine);
}
