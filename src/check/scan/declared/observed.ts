import type { Span } from "../../../skill/index.ts";
import type { ScanContext } from "../context.ts";
import { commandsOf } from "../supply/shell-words.ts";
import { type CodeReport, codeReportOf, type Place } from "../code/index.ts";
import { oneOf } from "../text/one-of.ts";

/** One thing that the code or the instructions do. */
export interface Use {
  readonly domain: "network" | "filesystem" | "shell" | "env" | "database" | "desktop";
  /** 1 for reading and its like, 2 for writing. */
  readonly level: 1 | 2;
  /** The host, path, program or name, as far as it is known. */
  readonly subject: string | undefined;
  readonly file: string;
  readonly span: Span | undefined;
  /** Scripts are what the skill does by itself; a command in a text is what it asks for. */
  readonly isScript: boolean;
}

const READING = /^(?:GET|HEAD|OPTIONS)$/i;
const DATABASE =
  /^(?:sqlite3|psycopg2?|pymysql|mysql|pymongo|sqlalchemy|better-sqlite3|pg|duckdb)\b/;
const DESKTOP = /^(?:pyautogui|pynput|mss|keyboard|robotjs|cliclick|xdotool)\b/;

/** What the skill does, by its code and by the commands in its instructions. */
export function observedUses(context: ScanContext): readonly Use[] {
  const code = context.ask(codeReportOf);
  return [...usesInCode(code), ...usesInText(context)];
}

function usesInCode(code: CodeReport): readonly Use[] {
  return [
    ...code.sends.map((send) =>
      use("network", READING.test(send.method) ? 1 : 2, send.host, send.place),
    ),
    ...code.commands.map(({ words, place }) => use("shell", 1, programOf(words[0]), place)),
    ...code.executions
      .filter(({ kind }) => kind === "shell")
      .map(({ text, place }) => use("shell", 1, programOf(text?.trim().split(/\s/, 1)[0]), place)),
    ...code.reads.map(({ path, place }) => use("filesystem", 1, path, place)),
    ...code.writes.map(({ path, place }) => use("filesystem", 2, path, place)),
    ...code.calls
      .filter(({ tool }) => DATABASE.test(tool))
      .map(({ place }) => use("database", 2, undefined, place)),
    ...code.calls
      .filter(({ tool }) => DESKTOP.test(tool))
      .map(({ place }) => use("desktop", 1, undefined, place)),
  ];
}

function use(domain: Use["domain"], level: 1 | 2, subject: string | undefined, place: Place): Use {
  return {
    domain,
    level,
    subject: subject?.includes("…") === true ? undefined : subject,
    file: place.file,
    span: place.span,
    isScript: place.origin === "file",
  };
}

function programOf(word: string | undefined): string | undefined {
  return word
    ?.split("/")
    .at(-1)
    ?.replace(/\.exe$/i, "");
}

function usesInText({ units }: ScanContext): readonly Use[] {
  return units.flatMap((unit) => {
    if (unit.origin === "file" || unit.language !== "shell" || unit.stance !== "asks") return [];
    return commandsOf(unit.text).map(({ words, start, end }) => {
      const program = programOf(words[0]?.text);
      return {
        domain: "shell" as const,
        level: 1 as const,
        subject: program,
        file: unit.file,
        span: unit.original({ start, end }),
        isScript: false,
      };
    });
  });
}

const VARIABLE = oneOf(
  [
    /\bos\.environ(?:\.get)?[[(]\s*["']([A-Z][A-Z0-9_]{2,60})["']|\bos\.getenv\(\s*["']([A-Z][A-Z0-9_]{2,60})["']/,
    /\bprocess\.env(?:\.([A-Z][A-Z0-9_]{2,60})\b|\[\s*["']([A-Z][A-Z0-9_]{2,60})["'])/,
    /\bENV(?:\.fetch\(|\[)\s*["']([A-Z][A-Z0-9_]{2,60})["']/,
  ],
  "g",
);

export interface VariableUse {
  readonly name: string;
  readonly file: string;
  readonly span: Span;
}

/** Names of variables that scripts take out of the environment. */
export function variablesOf({ files }: ScanContext): readonly VariableUse[] {
  return files.flatMap(({ path, text, kind }) => {
    if (text === undefined || kind !== "code") return [];
    return [...text.matchAll(VARIABLE)].map((match) => ({
      name: match.slice(1).find((group) => group !== undefined) ?? "",
      file: path,
      span: { start: match.index, end: match.index + match[0].length },
    }));
  });
}
