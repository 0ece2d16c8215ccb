/** Programs that are started by their names: what they read, send, run and print. */
import { interpret, isInterpreter } from "./program-interpreter.ts";
import { readCurl } from "./program-curl.ts";
import type { Started } from "./programs-started.ts";
import { droppedCode } from "./dropped-code.ts";
import { decoded } from "./models-text.ts";
import { unescapeText } from "./escapes.ts";
import { fromBase64, fromHex } from "./decode-text.ts";
import type { Engine } from "./engine.ts";
import type { Place } from "./facts.ts";
import { joinPaths } from "./paths.ts";
import { readOperands } from "./program-operands.ts";
import { noteDisguise, recordRun, runPath, runShell } from "./running.ts";
import { finding, printing, selecting, withInput } from "./programs-read.ts";
import { printedSecret } from "./programs-secrets.ts";
import {
  copying,
  dropping,
  mailing,
  publishing,
  remoteShell,
  secureSocket,
  versioning,
} from "./programs-send.ts";
import {
  archive,
  compress,
  compressArchive,
  encrypt,
  isEncrypting,
  reverse,
  translate,
} from "./programs-transform.ts";
import { send } from "./sending.ts";
import type { Value } from "./value.ts";
import {
  HOLE,
  encodedOf,
  joined,
  known,
  mergeSources,
  pathValue,
  shapeOf,
  shownOf,
  unknown,
} from "./value.ts";

/** Programs that only start another one. */
const WRAPPERS =
  /^(?:sudo|doas|nohup|time|exec|command|builtin|stdbuf|setsid|nice|ionice|caffeinate|unbuffer|xargs|timeout|watch|start|busybox|then|do)$/;

export function runProgram(
  all: readonly Value[],
  input: Value | undefined,
  place: Place,
  engine: Engine,
): Value {
  const words = unwrap(spread(all));
  const [first, ...rest] = words;
  if (first === undefined) return input ?? unknown();
  const shape = shapeOf(first);
  const name = (shape ?? "").replace(/^.*[/\\]/, "").replace(/\.exe$/i, "");
  engine.recorder.command({
    tool: name,
    words: /^(?:rm|shred|unlink|srm)$/.test(name)
      ? all.map((word) => engine.located(shownOf(word)))
      : all.map(shownOf),
    sources: mergeSources([...rest, input]),
    place,
    decoding: engine.decoding,
  });
  noteDisguise(first, name, place, engine);
  const isPiped = all.some((word) => word.text === "xargs");
  const given = isPiped && input !== undefined ? withInput(rest, input) : rest;
  const started: Started = { name, words: given, input, place };
  if (shape === undefined) {
    recordRun({ kind: "shell", tool: "command", value: first, place }, engine);
    return unknown(mergeSources([...rest, input]));
  }
  if (/[/\\.]/.test(shape) && !isInterpreter(name) && engine.contentOf(first) !== undefined)
    return runPath(first, name, rest, place, engine);
  const printed = /^\.{0,2}\//.test(shape) ? engine.runFile(shape, rest, input) : undefined;
  return printed ?? printedSecret(started, engine) ?? programOf(name)(started, engine);
}

/** A shell splits what a variable or braces hold into words: `$line`, `{curl,-s,address}`. */
function spread(words: readonly Value[]): readonly Value[] {
  const [first, ...rest] = words;
  const text = first?.text?.trim();
  if (first === undefined || text === undefined) return words;
  const braced = /^\{?([^{},]+(?:,[^{},]+)+)\}$/.exec(text)?.[1];
  if (braced !== undefined)
    return [...braced.split(",").map((word) => known(word, first)), ...rest];
  if (!/\s/.test(text) || /^["'/~]|^[A-Za-z]:/.test(text)) return words;
  return [...text.split(/\s+/).map((word) => known(word, first)), ...rest];
}

function unwrap(words: readonly Value[]): readonly Value[] {
  let rest = words;
  for (let turns = 0; turns < 6; turns++) {
    const name = shapeOf(rest[0])?.replace(/^\\/, "") ?? "";
    const isEnv = name === "env" && rest.length > 1;
    if (!isEnv && !WRAPPERS.test(name)) break;
    let index = 1;
    while (index < rest.length && /^-|^\d+[smh]?$|^\w+=/.test(shapeOf(rest[index]) ?? "")) index++;
    if (index >= rest.length) break;
    rest = rest.slice(index);
  }
  return rest;
}

type Program = (started: Started, engine: Engine) => Value;

function programOf(name: string): Program {
  if (isInterpreter(name)) return interpret;
  const lower = name.toLowerCase();
  return PROGRAMS.find(([pattern]) => pattern.test(lower))?.[1] ?? passing;
}

/** What goes in comes out, and files go where an option leads: `--from-file=/tmp/x --server=https://…`. */
const passing: Program = ({ name, words, input, place }, engine) => {
  const shapes = words.map((word) => shapeOf(word) ?? "");
  const url = shapes
    .map((shape) => /^--?[\w-]{1,40}=(https?:\/\/.+)$/i.exec(shape)?.[1])
    .find(Boolean);
  if (url !== undefined) {
    const body = shapes.flatMap((shape) => {
      const file = known(shape.replace(/^--?[\w-]{1,40}=/, ""));
      return engine.contentOf(file) ?? [];
    });
    if (body.length > 0) send({ tool: name, method: "POST", url: known(url), place, body }, engine);
  }
  return unknown(mergeSources([...words, input]));
};

const echo: Program = (started, engine) => {
  const shown = echoed(started);
  engine.print([shown]);
  return shown;
};

function echoed({ words, name }: Started): Value {
  const shown = words.filter((word, index) => index > 0 || !/^-[neE]+$/.test(shapeOf(word) ?? ""));
  const isFormat = name === "printf" && words.length > 1;
  const isEscaped = name === "printf" || words.some((word) => /^-\w*e/.test(shapeOf(word) ?? ""));
  const parts = isFormat ? words.slice(/%/.test(shapeOf(words[0]) ?? "") ? 1 : 0) : shown;
  const text = joined(parts.flatMap((word, index) => (index === 0 ? [word] : [known(" "), word])));
  if (!isEscaped || text.text === undefined || !text.text.includes("\\")) return text;
  const plain = unescapeText(text.text);
  // Line ends are what escapes are for; letters are written so by those who hide them.
  const isHiding = /\\(?:x[2-7][0-9a-f]|[01]?[0-7]{2}|u00[2-7])/i.test(text.text);
  return { ...known(plain, text), ...(isHiding ? { encoding: ["escapes"] } : {}) };
}

const base64: Program = ({ name, words, input, place }, engine) => {
  const isDecoding = words.some((word) => /^(?:-d|-D|--decode|-di)$/.test(shapeOf(word) ?? ""));
  const file = words.find(
    (word, index) =>
      !(shapeOf(word) ?? "-").startsWith("-") &&
      // `-w 40` is the width of a line.
      !/^(?:-[wb]|--wrap|--break)$/.test(shapeOf(words[index - 1]) ?? ""),
  );
  const value = input ?? (file === undefined ? undefined : engine.readFile(file, name, place));
  if (!isDecoding) return unknown(encodedOf(value?.sources ?? []));
  const call = { name: `${name} -d`, args: [], named: new Map<string, Value>(), place };
  const isHex = name === "xxd";
  return decoded(value, isHex ? "hex" : "base64", isHex ? fromHex : fromBase64, call, engine);
};

/** Programs that print a file or their input as numbers. */
const dump: Program = ({ name, words, input, place }, engine) => {
  const files = words.filter((word) => /^[~/.]|\.\w+$|^\$/.test(shapeOf(word) ?? ""));
  const contents = files.map((file) => engine.readFile(file, name, place));
  return unknown(encodedOf(mergeSources([...contents, input])));
};

const xxd: Program = (started, engine) => {
  const isReverse = started.words.some((word) => /^-\w*r/.test(shapeOf(word) ?? ""));
  if (!isReverse) return dump(started, engine);
  return base64({ ...started, words: [known("-d")] }, engine);
};

const openssl: Program = (started, engine) => {
  const verb = started.words[0]?.text ?? "";
  if (isEncrypting(started)) return encrypt(started, engine);
  if (verb === "s_client") return secureSocket(started, engine);
  if (verb !== "base64" && verb !== "enc") return passing(started, engine);
  const words = started.words.slice(1).filter((word) => (shapeOf(word) ?? "").startsWith("-d"));
  return base64({ ...started, words }, engine);
};

const environment: Program = ({ name: program, words, place }, engine) => {
  // `set -e` and `export NAME=value` print nothing.
  if (/^(?:set|export)$/.test(program) && words.length > 0 && words[0]?.text !== "-p")
    return unknown();
  const name = words.find((word) => !(shapeOf(word) ?? "").startsWith("-"));
  return name === undefined
    ? engine.source("environment", "", place)
    : engine.variable(shownOf(name), place);
};

const lookup: Program = ({ name, words, place }, engine) => {
  const sources = mergeSources(words);
  const host =
    words.find((word) => word.sources.length > 0) ??
    words.find((word) => /^[^-+@].*\./.test(shapeOf(word) ?? ""));
  const answer = send(
    { tool: name, kind: "name-lookup", method: "QUERY", url: host, place },
    engine,
  );
  return unknown(
    mergeSources([answer, { sources: sources.filter(({ kind }) => kind !== "input") }]),
  );
};

const netcat: Program = ({ name, words, input, place }, engine) => {
  const host = words.find((word) => /^[\w…-]+(?:\.[\w…-]+)+$/.test(shapeOf(word) ?? ""));
  return send(
    { tool: name, kind: "socket", method: "SEND", url: host, place, body: [input, ...words] },
    engine,
  );
};

const copyFile: Program = ({ name, words, place }, engine) => {
  const { files, options } = readOperands(name, words);
  const path = options.get("path") ?? options.get("literalpath");
  const named = options.get("destination") ?? options.get("t") ?? options.get("target-directory");
  const from = [...(path === undefined ? [] : [path]), ...files];
  const to = named ?? from.pop();
  if (to === undefined || from.length === 0) return unknown();
  const isFolder =
    from.length > 1 ||
    options.has("t") ||
    options.has("target-directory") ||
    (shapeOf(to) ?? "").endsWith("/");
  for (const file of from) {
    const content = engine.readFile(file, name, place);
    engine.writeFile(to, isFolder ? merged(engine, to, content) : content, name, place);
  }
  return unknown();
};

/** A folder holds what was put into it before as well. */
function merged(engine: Engine, folder: Value, content: Value): Value {
  return unknown(mergeSources([engine.contentOf(folder), content]));
}

const tee: Program = ({ name, words, input, place }, engine) => {
  const { files, options } = readOperands(name, words);
  const path = options.get("path") ?? options.get("literalpath") ?? options.get("filepath");
  // `Set-Content notes.txt hello`: the second is what is written.
  const isTee = !name.includes("-");
  const [first, second] = path === undefined ? files : [path, ...files];
  const content = input ?? options.get("value") ?? (isTee ? undefined : second) ?? unknown();
  for (const file of isTee ? files : [first])
    if (file !== undefined && shapeOf(file) !== undefined)
      engine.writeFile(file, content, name, place);
  return content;
};

const evaluateText: Program = ({ name, words, input, place }, engine) => {
  const line =
    words.length === 0
      ? input
      : joined(words.flatMap((word, index) => (index === 0 ? [word] : [known(" "), word])));
  return line === undefined ? unknown() : runShell(line, name, place, engine);
};

const sourceFile: Program = ({ name, words, place }, engine) => {
  const [file] = words;
  if (file === undefined || engine.takeOver(shownOf(file))) return unknown();
  return runPath(file, name, words.slice(1), place, engine);
};

const startProcess: Program = ({ name, words, place }, engine) => {
  const file = words.find((word) => !(shapeOf(word) ?? "-").startsWith("-"));
  return file === undefined ? unknown() : runPath(file, name, [], place, engine);
};

/** Programs of Windows that fetch as well. */
const fetching: Program = ({ name, words, place }, engine) => {
  const url = words.find((word) => /^https?:/i.test(shapeOf(word) ?? ""));
  if (url === undefined) return unknown();
  const answer = send({ tool: name, method: "GET", url, place }, engine);
  const target = words.at(-1);
  if (/^(?:certutil|bitsadmin)$/i.test(name)) {
    if (target !== undefined && target !== url) engine.writeFile(target, answer, name, place);
  } else recordRun({ kind: "file", tool: name, value: answer, place }, engine);
  return answer;
};

const changeMode: Program = () => unknown();

/** Names after it are those of files in this folder. */
const entering: Program = ({ words }, engine) => {
  const folder = words.find((word) => !(shapeOf(word) ?? "").startsWith("-")) ?? known("~");
  engine.enter(shownOf(folder));
  return unknown();
};

/** Lines that are handed to a timer run later. */
const scheduling: Program = ({ name, words, input, place }, engine) => {
  const file = words.find((word) => !(shapeOf(word) ?? "-").startsWith("-"));
  const given = input ?? (file === undefined ? undefined : engine.contentOf(file));
  if (given === undefined) return unknown();
  const dropped = droppedCode(name === "crontab" ? "/etc/crontab" : "job.sh", given);
  return dropped === undefined ? unknown() : engine.runText("bash", dropped.code, place);
};

/** PowerShell joins paths by a command. */
const joinedPath: Program = ({ words }) => {
  const parts = words.filter((word) => !(shapeOf(word) ?? "").startsWith("-"));
  const text = joinPaths(parts.map(shownOf).map((part) => part.replaceAll("\\", "/")));
  return { ...(text.includes(HOLE) ? { parts: [text] } : { text }), sources: mergeSources(parts) };
};

/** PowerShell makes objects of .NET by a command. */
const newObject: Program = ({ words }) =>
  pathValue(`${shownOf(words[0] ?? known("")).replace(/^System\./i, "")}()`);

/** An agent that asks nobody does what it is given as if it were code. */
const prompting: Program = (started, engine) => {
  const { name, words, input, place } = started;
  const isLoose = words.some((word) =>
    /^--(?:dangerously-[\w-]+|yolo|full-auto|permission-mode=bypass\w+)$|^bypassPermissions$/.test(
      shapeOf(word) ?? "",
    ),
  );
  const value = joined(input === undefined ? words : [...words, input]);
  if (isLoose) recordRun({ kind: "code", tool: name, value, place }, engine);
  return passing(started, engine);
};

const PROGRAMS: readonly (readonly [RegExp, Program])[] = [
  [
    /^(?:curl|wget|http|https|xh|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod|start-bitstransfer)$/,
    readCurl,
  ],
  [
    /^(?:cat|head|tail|less|more|sort|type|get-content|gc|strings|nl|tac|ls|fd|locate|mdfind|dir)$/,
    printing,
  ],
  [/^find$/, finding],
  [/^(?:claude|codex|gemini|opencode|cursor-agent|openclaw|goose|amp|aider)$/, prompting],
  [/^(?:cd|pushd|set-location)$/, entering],
  [/^(?:crontab|at|batch)$/, scheduling],
  [/^(?:echo|printf|write-output|write-host)$/, echo],
  [/^(?:g?base64|base32|basenc|uuencode)$/, base64],
  [/^(?:od|hexdump|hd)$/, dump],
  [/^xxd$/, xxd],
  [/^openssl$/, openssl],
  [/^(?:grep|egrep|rg|awk|sed|cut|jq|yq)$/, selecting],
  [/^rev$/, reverse],
  [/^tr$/, translate],
  [/^new-object$/, newObject],
  [/^join-path$/, joinedPath],
  [
    /^(?:env|printenv|set|export|get-childitem|gci)$/,
    (started, engine) =>
      /^(?:get-childitem|gci)$/i.test(started.name) &&
      !/^env:/i.test(shapeOf(started.words[0]) ?? "")
        ? printing(started, engine)
        : environment({ ...started, words: /^g/i.test(started.name) ? [] : started.words }, engine),
  ],
  [/^(?:dig|nslookup|host|drill|ping|getent|resolvectl|traceroute|resolve-dnsname)$/, lookup],
  [/^(?:nc|ncat|netcat|socat|telnet)$/, netcat],
  [
    /^(?:scp|rsync|sftp|aws|gsutil|gcloud|az|rclone|ftp|lftp|ncftpput|s3cmd|s5cmd|mc|b2|azcopy|tftp)$/,
    copying,
  ],
  [/^(?:ssh|plink|dbclient|sshpass)$/, remoteShell],
  [/^(?:mail|mailx|sendmail|mutt|msmtp|swaks|sendemail|s-nail|send-mailmessage)$/, mailing],
  [/^(?:croc|wormhole|ffsend|transfer|sharefile|filepizza)$/, dropping],
  [/^(?:gh|glab)$/, publishing],
  [/^git$/, versioning],
  [/^(?:tar|bsdtar|gtar|zip|7z|7za|7zz|rar|ditto)$/, archive],
  [/^compress-archive$/, compressArchive],
  [/^(?:gzip|pigz|bzip2|xz|zstd|lz4|brotli|compress)$/, compress],
  [
    /^(?:gpg2?|age|rage|ccrypt|ccencrypt|mcrypt|scrypt|aescrypt)$/,
    (started, engine) =>
      isEncrypting(started) ? encrypt(started, engine) : printing(started, engine),
  ],
  [/^(?:cp|mv|install|copy-item|move-item|ln)$/, copyFile],
  [/^tee$|^set-content$|^out-file$|^add-content$/, tee],
  [/^(?:eval|iex|invoke-expression)$/, evaluateText],
  [/^(?:source|\.)$/, sourceFile],
  [
    /^(?:pbpaste|xclip|xsel|wl-paste|get-clipboard)$/,
    ({ place }, engine) => engine.source("clipboard", "", place),
  ],
  [/^(?:start-process|saps|start|open)$/, startProcess],
  [/^(?:certutil|bitsadmin|mshta|regsvr32|rundll32|msiexec)$/, fetching],
  [
    /^(?:chmod|chown|rm|mkdir|touch|test|\[|exit|return|sleep|npm|pip|pip3|brew|apt|apt-get)$/,
    changeMode,
  ],
];
