/** Tokens of languages for which no grammar is at hand: Ruby, Perl, PHP, Lua and Go are alike in what matters here. */

export type ScriptKind = "ruby" | "perl" | "php" | "lua" | "go";

export interface Token {
  readonly kind: "name" | "number" | "text" | "command" | "mark" | "line";
  /** The name or mark; of a text what stands between its quotation marks. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Values may stand in it: `#{…}`, `$name`. */
  readonly isFilled?: boolean;
  /** White space stands before it. */
  readonly isApart?: boolean;
}

export function scriptKindOf(text: string): ScriptKind {
  const head = text.slice(0, 4000);
  if (/<\?php|<\?=/.test(head)) return "php";
  if (/^package \w+\s*$/m.test(head) && /\bfunc \w/.test(text)) return "go";
  if (
    /^[ \t]*local \w+ =|^[ \t]*function [\w.:]+\(.*\)[ \t\r]*$/m.test(head) &&
    /\bend\b/.test(text) &&
    !/\bdef\b/.test(text)
  )
    return "lua";
  return /^#!.*perl|\buse strict\b|\bmy [$@%(]|^use \w+(?:::\w+)*|\bsub \w+ ?\{|\$ENV\{|->\w+\(/m.test(
    head,
  )
    ? "perl"
    : "ruby";
}

const MARKS =
  /=>|->|::|&\.|\?->|\*\*=|\*\*|<=>|===|==|!=|=~|!~|<=|>=|&&|\|\||<<|>>|\+=|-=|\*=|\/=|\.=|\|\|=|\/\/=|:=|\.\.\.?|[^\s\w]/y;
const SPACE = /[ \t\r\f\v]+/y;
const NAME = /[A-Za-z_]\w*[?!]?/y;
const NUMBER = /0[xX][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?/y;
const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };
const MOST = 60_000;

/** Reads from a text without ever going back. */
export function tokensOf(text: string, kind: ScriptKind): readonly Token[] {
  const tokens: Token[] = [];
  let at = kind === "php" ? Math.max(0, text.indexOf("<?")) : 0;
  let isApart = false;
  const add = (token: Omit<Token, "isApart">): void => {
    tokens.push(isApart ? { ...token, isApart } : token);
    at = token.end;
    isApart = false;
  };
  while (at < text.length && tokens.length < MOST) {
    const char = text.charAt(at);
    if (char === "\n") {
      add({ kind: "line", text: "\n", start: at, end: at + 1 });
      continue;
    }
    const next = matchAt(SPACE, text, at) ?? commentAt(text, at, kind);
    if (next !== undefined) {
      at = next;
      isApart = true;
      continue;
    }
    const found = textAt(text, at, kind, tokens.at(-1)) ?? wordAt(text, at);
    add(found);
  }
  return tokens;
}

function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function commentAt(text: string, at: number, kind: ScriptKind): number | undefined {
  const two = text.slice(at, at + 2);
  if (two === "/*" && (kind === "php" || kind === "go")) {
    const end = text.indexOf("*/", at + 2);
    return end < 0 ? text.length : end + 2;
  }
  const isLine =
    (text.charAt(at) === "#" && kind !== "go" && kind !== "lua") ||
    (two === "//" && (kind === "php" || kind === "go")) ||
    (two === "--" && kind === "lua");
  if (isLine) return lineEnd(text, at);
  // Whole blocks that begin a line: documents in Perl and Ruby.
  if ((at === 0 || text.charAt(at - 1) === "\n") && /^=[a-z]/.test(text.slice(at, at + 2))) {
    const end = text.slice(at, at + 200_000).search(/\n=(?:cut|end)\b/);
    return end < 0 ? text.length : lineEnd(text, at + end + 1);
  }
  return undefined;
}

function wordAt(text: string, start: number): Token {
  for (const [kind, pattern] of [
    ["name", NAME],
    ["number", NUMBER],
    ["mark", MARKS],
  ] as const) {
    const end = matchAt(pattern, text, start);
    if (end !== undefined) return { kind, text: text.slice(start, end), start, end };
  }
  return { kind: "mark", text: text.charAt(start), start, end: start + 1 };
}

/** A literal of a text, whichever way the language writes it. */
function textAt(
  text: string,
  at: number,
  kind: ScriptKind,
  before: Token | undefined,
): Token | undefined {
  const char = text.charAt(at);
  if (char === "'" || char === '"' || char === "`") {
    const isRaw = char === "'" || (char === "`" && kind === "go");
    return literal(
      text,
      at,
      at + 1,
      char,
      char === "`" && kind !== "go" ? "command" : "text",
      !isRaw,
    );
  }
  const heredoc = heredocAt(text, at);
  if (heredoc !== undefined) return heredoc;
  const isValue =
    before !== undefined &&
    (before.kind !== "mark" || /^[)\]}]$/.test(before.text)) &&
    before.kind !== "line";
  if (kind === "perl" && !isValue) {
    const quote = /^(qq|qx|qw|q|m|qr|s|tr)\s{0,2}([^\w\s,;=)])/.exec(text.slice(at, at + 5));
    if (quote !== null) return quoted(text, at, quote[0].length, quote[1] ?? "", quote[2] ?? "");
  }
  if (kind === "ruby" && char === "%" && !isValue) {
    const quote = /^%([qQwWxir]?)([({[<|!])/.exec(text.slice(at, at + 3));
    if (quote !== null)
      return quoted(text, at, quote[0].length, `%${quote[1] ?? ""}`, quote[2] ?? "");
  }
  // A pattern stands where a value is asked for.
  if (char === "/" && !isValue && (kind === "ruby" || kind === "perl")) {
    const end = text.indexOf("/", at + 1);
    if (end > 0 && end < lineEnd(text, at))
      return { kind: "number", text: "0", start: at, end: end + 1 };
  }
  return undefined;
}

function quoted(text: string, at: number, length: number, how: string, open: string): Token {
  const isCommand = how === "qx" || how === "%x";
  const isFilled = how === "qq" || how === "%Q" || how === "%" || isCommand;
  return literal(
    text,
    at,
    at + length,
    PAIRS[open] ?? open,
    isCommand ? "command" : "text",
    isFilled,
  );
}

function literal(
  text: string,
  start: number,
  from: number,
  close: string,
  kind: "text" | "command",
  isFilled: boolean,
): Token {
  let at = from;
  let depth = 0;
  const open = Object.keys(PAIRS).find((key) => PAIRS[key] === close);
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\") at++;
    else if (char === open) depth++;
    else if (char === close && depth-- === 0) break;
  }
  const inside = text.slice(from, Math.min(at, text.length));
  return {
    kind,
    text: inside,
    start,
    end: Math.min(at + 1, text.length),
    ...(isFilled ? { isFilled } : {}),
  };
}

/** `<<~END`, `<<"END"`, `<<<END`: the lines below, up to the mark. */
function heredocAt(text: string, start: number): Token | undefined {
  if (!text.startsWith("<<", start)) return undefined;
  const found = /^<<<?[~-]?\s?(["'`]?)([A-Z_][A-Z0-9_]{1,40})\1/.exec(
    text.slice(start, start + 60),
  );
  if (found === null) return undefined;
  const from = lineEnd(text, start) + 1;
  const mark = found[2] ?? "";
  const stop = new RegExp(`^[ \\t]{0,40}${mark}\\b`, "m").exec(text.slice(from, from + 100_000));
  const end = stop === null ? text.length : from + stop.index;
  // What stands behind it on its own line is passed over, so that the lines are read once.
  const close = end + (stop?.[0].length ?? 0);
  return {
    kind: "text",
    text: text.slice(from, end),
    start,
    end: close,
    ...(found[1] === "'" ? {} : { isFilled: true }),
  };
}
