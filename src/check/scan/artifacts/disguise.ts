import type { Artifact } from "./inspect.ts";
import { type ArtifactGroup, KINDS } from "./kinds.ts";
import { latin1, startsWith } from "./bytes.ts";

/** What a name promises by its ending; undefined where it promises nothing. */
function promisedGroup(ending: string): ArtifactGroup | undefined {
  if (TEXT_ENDINGS.has(ending)) return "text";
  const rows = Object.values(KINDS).filter(({ endings }) => endings.includes(ending));
  return rows.length === 1 ? rows[0]?.group : undefined;
}

const TEXT_ENDINGS: ReadonlySet<string> = new Set(
  `md mdx txt rst json jsonc json5 yaml yml toml ini cfg csv tsv xml html htm css svg log license py js mjs cjs
  ts tsx jsx sh bash zsh rb go rs java c h cpp cs php pl ps1 bat cmd sql tex lock env example`.split(
    /\s+/,
  ),
);

export interface Disguise {
  /** What the file is. */
  readonly is: string;
  /** What its name promises. */
  readonly promises: string;
  readonly isRunnable: boolean;
}

/** A file that is something else than its name says; undefined where both agree or neither says much. */
export function disguiseOf(artifact: Artifact): Disguise | undefined {
  const { kind, ending } = artifact;
  const row = KINDS[kind];
  if (row.endings.includes(ending) || ending === "") return undefined;
  const promised = promisedGroup(ending);
  if (promised === undefined) return undefined;
  if (row.group === "program" || row.group === "installer" || row.group === "bytecode")
    return { is: KINDS[kind].title, promises: ending, isRunnable: true };
  if (row.group === "archive" && promised !== "archive")
    return { is: KINDS[kind].title, promises: ending, isRunnable: false };
  if (kind === "text" && promised !== "text" && isScript(artifact))
    return { is: "a script", promises: ending, isRunnable: true };
  return undefined;
}

/** The interpreter that a script names in its first line. */
export function shebangOf(bytes: Uint8Array): string | undefined {
  if (!startsWith(bytes, "#!")) return undefined;
  const line = latin1(bytes, 2, 200).split(/[\r\n]/, 1)[0] ?? "";
  const words = line.trim().split(/\s+/);
  const program = words[0]?.split("/").at(-1);
  if (program !== "env") return program;
  return words.slice(1).find((word) => !word.startsWith("-") && !word.includes("="));
}

const SCRIPT_START =
  /^\s*(?:<\?php|@echo off|powershell|import (?:os|sys|subprocess|socket)\b|const \w+ = require\()/i;

function isScript({ bytes }: Artifact): boolean {
  return shebangOf(bytes) !== undefined || SCRIPT_START.test(latin1(bytes, 0, 400));
}

const INTERPRETERS: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/^python[\d.]*$|^uv$|^pypy\d?$/, new Set(["py", "pyw", "py3"])],
  [
    /^(?:ba|z|da|k|a|fi)?sh$/,
    new Set(["sh", "bash", "zsh", "ksh", "fish", "command", "bats", "tool"]),
  ],
  [
    /^(?:node|nodejs|deno|bun|tsx|ts-node|zx)$/,
    new Set(["js", "mjs", "cjs", "ts", "mts", "cts", "tsx", "jsx"]),
  ],
  [/^ruby$/, new Set(["rb"])],
  [/^perl$/, new Set(["pl", "pm", "cgi"])],
  [/^php$/, new Set(["php"])],
];

/** The interpreter of a script whose ending names another language; undefined where both agree. */
export function foreignInterpreter({ bytes, ending }: Artifact): string | undefined {
  const interpreter = shebangOf(bytes);
  if (interpreter === undefined || ending === "") return undefined;
  const own = INTERPRETERS.find(([name]) => name.test(interpreter));
  if (own === undefined || own[1].has(ending)) return undefined;
  const isOther = INTERPRETERS.some(([, endings]) => endings.has(ending));
  return isOther || NO_SCRIPT.has(ending) ? interpreter : undefined;
}

/** Endings of files that nobody runs. */
const NO_SCRIPT: ReadonlySet<string> = new Set(
  "json yaml yml toml csv tsv xml html htm css svg log ini cfg".split(" "),
);
