/**
 * What the letters of a program show, whatever its language: the stores of secrets that its strings name, the strangers whose
 * addresses it holds, and whether it sends or runs anything. For languages without a grammar this is all there is; for the
 * others it is what remains when a value went through something that the analysis has no model of.
 */
import type { Span } from "../../../skill/index.ts";
import type { ScanContext } from "../context.ts";
import { addressesIn, judgeHost } from "../text/hosts.ts";
import type { SourceKind } from "./facts.ts";
import { kindOfPath } from "./paths.ts";
import { oneOf } from "../text/one-of.ts";

export interface Surface {
  readonly file: string;
  /** Nothing follows values in this language. */
  readonly isUnmodelled: boolean;
  readonly stores: readonly { readonly path: string; readonly kind: SourceKind }[];
  readonly strangers: readonly { readonly host: string; readonly span: Span }[];
  readonly isSending: boolean;
  /** Where something is run that came from a stranger. */
  readonly run: { readonly host: string; readonly span: Span } | undefined;
}

/** Files of code that no reader knows, by their endings. */
const OTHER_CODE = oneOf([
  /\.(?:awk|gawk|p[lm]|lua|exs?|erl|rs?|jl|swift|kts?|java|cs|fsx?|vb|vbs|vba|wsf|scpt|applescript|bat|cmd|fish|nu|tcl|groovy|scala|hs|cljs?|dart|nim|zig|cr|d|ml|rkt|scm)$/,
  /\.(?:lisp|el|pas|f90|cob|raku|hx|v|sql|mk|just)$|(?:^|\/)(?:[Mm]akefile|[Jj]ustfile|Dockerfile|Rakefile|Vagrantfile)$/,
]);
const READ_BY_GRAMMAR: ReadonlySet<string> = new Set([
  "python",
  "javascript",
  "typescript",
  "shell",
  "powershell",
]);
const LONGEST = 200_000;
const MOST_STRINGS = 2000;

export function surfacesOf(context: ScanContext): readonly Surface[] {
  return context.files.flatMap(({ path, text, kind, language }) => {
    if (text === undefined || (kind !== "code" && !OTHER_CODE.test(path))) return [];
    // A shell is followed word by word, and names files of keys for many honest reasons.
    if (language === "shell" || language === "powershell") return [];
    return [readSurface(path, text.slice(0, LONGEST), READ_BY_GRAMMAR.has(language))];
  });
}

function readSurface(file: string, text: string, isModelled: boolean): Surface {
  const strings = stringsIn(withoutComments(text));
  const strangers = strangersIn(text, strings);
  const isAlone = strangers.length === 0;
  return {
    file,
    isUnmodelled: !isModelled,
    strangers,
    stores: isAlone ? [] : [...storesIn(strings), ...environmentIn(text, isModelled)],
    isSending: !isAlone && SENDS.test(text),
    run: isAlone || isModelled ? undefined : runOf(text, strangers),
  };
}

const REMARK = /^[ \t]*(?:#(?!!)|\/\/|--|;|\*|%|REM\b)/;

/** Lines that only remark on something become blank, so that places stay what they are. */
function withoutComments(text: string): string {
  let isDocument = false;
  const lines = text.split("\n").map((line) => {
    if (/^=(?:cut|end)\b/.test(line)) isDocument = false;
    else if (/^=[a-z]/.test(line)) isDocument = true;
    return isDocument || REMARK.test(line) ? " ".repeat(line.length) : line;
  });
  return lines.join("\n");
}

interface Literal extends Span {
  readonly text: string;
}

const STRING =
  /"((?:[^"\\\n]|\\.){0,400})"|'((?:[^'\\\n]|\\.){0,400})'|`([^`\n]{0,400})`|~[cs]"([^"\n]{0,400})"/g;

function stringsIn(text: string): readonly Literal[] {
  const found: Literal[] = [];
  for (const match of text.matchAll(STRING)) {
    const inner = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    found.push({ text: inner, start: match.index, end: match.index + match[0].length });
    if (found.length >= MOST_STRINGS) break;
  }
  return found;
}

/** Marks that stand between the parts of one text, or of one list that is joined. */
const JOINT = /^\s{0,40}(?:[,+&/]|\.{1,2}|<>|\|\|)\s{0,40}$/;

/** Paths that a program names, also where several strings make one up. */
export function pathsIn(text: string): readonly string[] {
  const strings = stringsIn(withoutComments(text));
  const joined = chainsOf(text, strings).map((chain) => chain.map((one) => one.text).join("/"));
  return [...strings.map((one) => one.text), ...joined];
}

/** Addresses of strangers, also where several strings make one up. */
function strangersIn(text: string, strings: readonly Literal[]): Surface["strangers"] {
  const found = addressesIn(text).flatMap((address) => {
    const span = { start: address.index, end: address.index + address.url.length };
    const isInString = strings.some(({ start, end }) => start < span.start && span.start < end);
    return isInString && isStranger(address) ? [{ host: address.host, span }] : [];
  });
  if (found.length > 0) return found;
  for (const chain of chainsOf(text, strings)) {
    const span = { start: chain[0]?.start ?? 0, end: chain.at(-1)?.end ?? 0 };
    for (const mark of ["", ".", "/"]) {
      const joined = chain.map((part) => part.text).join(mark);
      const address = addressesIn(joined).find(isStranger);
      if (address?.host.includes(".") === true) return [{ host: address.host, span }];
    }
  }
  const socket = /\/inet\/tcp\/0\/([\w.-]{4,120})\//.exec(text);
  if (socket === null) return [];
  const span = { start: socket.index, end: socket.index + socket[0].length };
  return [{ host: socket[1] ?? "", span }];
}

function chainsOf(text: string, strings: readonly Literal[]): readonly (readonly Literal[])[] {
  const chains: Literal[][] = [];
  for (const one of strings) {
    const last = chains.at(-1)?.at(-1);
    if (last !== undefined && JOINT.test(text.slice(last.end, one.start))) chains.at(-1)?.push(one);
    else chains.push([one]);
  }
  return chains.filter((chain) => chain.length > 1 && chain.length < 40);
}

function isStranger(address: Parameters<typeof judgeHost>[0]): boolean {
  const { trust } = judgeHost(address);
  return trust === "ordinary" || trust === "suspect";
}

/** Stores of secrets that strings name, as paths or as parts of them. */
function storesIn(strings: readonly Literal[]): Surface["stores"] {
  const found = new Map<string, SourceKind>();
  for (const { text } of strings) {
    // What the system brings along is nobody's secret.
    if (text.includes("://")) continue;
    if ((!text.includes(".") && !text.includes("/")) || /^\/(?:usr|etc\/apt)\//.test(text))
      continue;
    const path = text.replace(/^.*?(?=~|\$HOME|\/\.|^\.)/, "").trim();
    const kind = kindOfPath(path);
    if (kind !== "file" && kind !== "personal-files") found.set(path, kind);
  }
  return [...found].map(([path, kind]) => ({ path, kind }));
}

/** All variables at once, in languages that nothing follows. */
const ENVIRONMENT = oneOf([
  /\bSystem\.(?:get_?env|getenv)\(\)|GetEnvironmentVariables\(|\bin ENVIRON\b|\benv::vars|\bSys\.(?:environment|getenv)\(\)|processInfo\.environment\b/,
  /popen\(["'](?:env|set|printenv)\b|\bPlatform\.environment\b|\bDict\(ENV\)|\benv_pairs\b|(?:keys|each|values|\\|=|\() ?%ENV\b/,
  /\bENV\.(?:to_h|to_a|map|each|inspect|collect|select|reject|filter)\b|\bos\.Environ\(\)|\bgetenv\(\)/,
]);

function environmentIn(text: string, isModelled: boolean): Surface["stores"] {
  const found = isModelled ? null : ENVIRONMENT.exec(text);
  return found === null ? [] : [{ path: found[0], kind: "environment" }];
}

/** Words for giving something to another machine, in most languages and libraries. */
const SENDS =
  /\b(?:post|put|patch|send|sendto|send_?request|sendmail|upload|urlopen|push|multipart|smtp\w{0,8}|mail)\b|\|&|\.write\(|\bPOST\b/i;
const FETCHES =
  /\b(?:get|fetch|download\w{0,12}|request|retrieve|getstore|open|read|urlopen|curl|wget|http[cs]?|slurp|source|load)\b/i;
const RUNS = oneOf([
  /\b(?:system|exec\w{0,4}|spawn\w{0,4}|popen|shell_?exec\w{0,4}|process\.(?:start|run)|eval\w{0,8}(?! ?\{)|loadstring|loadfile|dofile|require|instance_eval|system\.cmd)\b/i,
  /\b(?:port\.open|runtime\.\w{0,20}exec|wscript\.\w{0,8}run|do shell script)\b/i,
]);
const IDENTIFIER = /[$@]?[A-Za-z_]\w{0,40}/g;
const ASSIGNED =
  /(?:^|[\s;({])(?:my |local |let |var |val |const |def )?([$@]?[A-Za-z_]\w{0,40})\s{0,4}(?:=|<-|:=)(?!=)/;

/** A value that came from a stranger, or the file that it was put into, is run. */
function runOf(text: string, strangers: Surface["strangers"]): Surface["run"] {
  const lines = linesOf(text);
  const addresses = new Set<string>();
  const fetched = new Set<string>();
  for (const line of lines) {
    const holder = strangers.find(({ span }) => span.start >= line.start && span.start < line.end);
    const names = [...line.text.replace(STRING, " ").matchAll(IDENTIFIER)].map(([name]) => name);
    const target = ASSIGNED.exec(line.text)?.[1];
    const isReached = holder !== undefined || names.some((name) => addresses.has(name));
    const isFetching = FETCHES.test(line.text.replace(/https?:\S*/g, ""));
    if (isReached && isFetching) {
      if (isRunAtOnce(line.text)) return { host: strangers[0]?.host ?? "", span: line };
      for (const name of [target, ...names.slice(1)])
        if (name !== undefined && !addresses.has(name) && !FETCHES.test(name)) fetched.add(name);
    } else if (isReached && target !== undefined) addresses.add(target);
    else if (isRunning(line.text, fetched)) return { host: strangers[0]?.host ?? "", span: line };
    else if (target !== undefined && names.some((name) => name !== target && fetched.has(name)))
      fetched.add(target);
  }
  return undefined;
}

function isRunning(line: string, fetched: ReadonlySet<string>): boolean {
  const found = RUNS.exec(line);
  if (found === null) return false;
  const after = line.slice(found.index + found[0].length);
  return [...after.matchAll(IDENTIFIER)].some(([name]) => fetched.has(name));
}

/** `load(http.request(…))()`: what comes is run where it comes. */
function isRunAtOnce(line: string): boolean {
  return /\b(?:eval\w{0,8}|load|loadstring|exec\w{0,4}|system|instance_eval|compile)\s{0,2}[({ ][^)]{0,40}\b(?:get|fetch|download\w{0,12}|request|open|read|urlopen)\b/i.test(
    line,
  );
}

function linesOf(text: string): readonly Literal[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const one = { text: line.slice(0, 600), start, end: start + line.length };
    start = one.end + 1;
    return one;
  });
}
