/** Code that other code writes to a file, told by the name of the file or its first line. */
import type { GrammarLanguage } from "./syntax.ts";
import type { Value } from "./value.ts";
import { known, shapeOf } from "./value.ts";

export interface DroppedCode {
  readonly language: GrammarLanguage;
  readonly code: Value;
}

const BY_PATH: readonly (readonly [RegExp, GrammarLanguage])[] = [
  [
    /\.(?:sh|bash|zsh|command)$|(?:^|\/)\.(?:bash|zsh)(?:rc|env|_profile)$|(?:^|\/)\.profile$/,
    "bash",
  ],
  [/hooks\/[a-z]+(?:-[a-z]+)*$/, "bash"],
  [/\.(?:py|pth)$/, "python"],
  [/\.[cm]?js$/, "javascript"],
  [/\.ps1$/i, "powershell"],
];

const BY_PROGRAM: readonly (readonly [RegExp, GrammarLanguage])[] = [
  [/\b(?:ba|z|da|k)?sh\b/, "bash"],
  [/\bpython/, "python"],
  [/\b(?:node|bun|deno)\b/, "javascript"],
];

const LONGEST = 20_000;

export function droppedCode(path: string, content: Value): DroppedCode | undefined {
  const text = shapeOf(content);
  if (text === undefined || text.length < 8 || text.length > LONGEST) return undefined;
  const units = unitLines(path, text);
  if (units !== undefined) return { language: "bash", code: known(units, content) };
  const first = text.startsWith("#!") ? (text.split("\n", 1)[0] ?? "") : "";
  const row =
    BY_PROGRAM.find(([pattern]) => first !== "" && pattern.test(first)) ??
    BY_PATH.find(([pattern]) => pattern.test(path));
  return row === undefined ? undefined : { language: row[1], code: content };
}

/** What units of a system and its timers run. */
function unitLines(path: string, text: string): string | undefined {
  if (/\.(?:service|desktop)$/.test(path)) {
    const lines = [...text.matchAll(/^Exec(?:Start|StartPre|StartPost)?=[-@+!]{0,2}(.+)$/gm)];
    return lines.map(([, line = ""]) => line).join("\n");
  }
  if (/\/cron[\w.]*(?:\/|$)/.test(path))
    return [...text.matchAll(/^\s{0,9}(?:@\w+|(?:[\d*/,-]+\s+){5})(.+)$/gm)]
      .map(([, line = ""]) => line)
      .join("\n");
  if (path.endsWith(".plist")) {
    const words = [...text.matchAll(/<string>([^<]*)<\/string>/g)].map(([, word = ""]) => word);
    const shell = words.findIndex((word) => /^(?:-c|-lc)$/.test(word));
    return shell < 0
      ? ""
      : (words[shell + 1] ?? "")
          .replaceAll("&amp;", "&")
          .replaceAll("&gt;", ">")
          .replaceAll("&lt;", "<")
          .replaceAll("&quot;", '"');
  }
  return undefined;
}
