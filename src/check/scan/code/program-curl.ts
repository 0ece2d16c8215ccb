import type { Engine } from "./engine.ts";
import type { Started } from "./programs-started.ts";
import { send } from "./sending.ts";
import type { Value } from "./value.ts";
import { known, shapeOf, shownOf } from "./value.ts";
import { oneOf } from "../text/one-of.ts";

const BODY =
  /^(?:-d|--data(?:-\w+)*|-F|--form(?:-string)?|-T|--upload-file|--post-data|--post-file|--body-data|--body-file|--json|-body|-infile|-form)$/i;
const HEADER =
  /^(?:-H|--header|-u|--user|--oauth2-bearer|-b|--cookie|-A|--user-agent|--password|--http-password|-headers|-credential|-token)$/;
const OUTPUT = /^(?:-o|--output|-O|--output-document|-outfile|-destination)$/i;
const URL = /^(?:--url|-uri|-source)$/i;
const METHOD = /^(?:-X|--request|--method|-method)$/i;
/** Options with a value that says nothing here. */
const OTHER = oneOf([
  /^(?:-m|--max-time|--connect-timeout|--retry\S*|-w|--write-out|-x|--proxy|--cacert|--cert|--key|-e|--referer|-C|--resolve|-T|--timeout|-t|--tries|-P|--directory-prefix)$/,
  /^(?:--limit-rate|-c|--cookie-jar|-D|--dump-header|-r|--range|-contenttype|-timeoutsec)$/,
]);

interface Parts {
  readonly urls: Value[];
  readonly body: Value[];
  readonly headers: Value[];
  readonly outputs: Value[];
  method: string | undefined;
}

/** `curl`, `wget` and the web commands of PowerShell: what is sent where, and where the answer goes. */
export function readCurl(started: Started, engine: Engine): Value {
  const parts = partsOf(started, engine);
  const { name, place } = started;
  const input = started.input ?? engine.input;
  const body = [
    ...parts.body,
    ...(input !== undefined && parts.body.some(({ text }) => text === "@-") ? [input] : []),
  ];
  if (input !== undefined && /^i/i.test(name)) body.push(input);
  const method = parts.method ?? (body.length > 0 ? "POST" : "GET");
  const url = parts.urls[0];
  const answer = send({ tool: name, method, url, place, headers: parts.headers, body }, engine);
  for (const output of parts.outputs) engine.writeFile(output, answer, name, place);
  return answer;
}

function partsOf({ name, words, place, input }: Started, engine: Engine): Parts {
  const parts: Parts = { urls: [], body: [], headers: [], outputs: [], method: undefined };
  const isCurl = name === "curl";
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? known("");
    const shape = shapeOf(word) ?? "";
    const inline = /^(--?[\w-]+)=/.exec(shape)?.[1];
    // `-sT` is `-s -T`.
    const cluster =
      isCurl && /^-[a-zA-Z]{1,8}[dFTHXu]$/.test(shape) ? `-${shape.slice(-1)}` : shape;
    const option = inline ?? cluster;
    const value = inline === undefined ? words[index + 1] : word;
    const isOption =
      BODY.test(option) ||
      HEADER.test(option) ||
      URL.test(option) ||
      METHOD.test(option) ||
      OTHER.test(option);
    if (isCurl && /^-[a-zA-Z]*O$/.test(shape)) parts.outputs.push(known(lastPart(parts, words)));
    else if (OUTPUT.test(option) || /^-[a-zA-Z]+o$/.test(shape)) {
      if (value !== undefined && value.text !== "-") parts.outputs.push(value);
      if (inline === undefined) index++;
    } else if (isOption) {
      take(option, value, parts, { name, words, place, input }, engine);
      if (inline === undefined) index++;
    } else if (/^-d\S/.test(shape) && isCurl) parts.body.push(word);
    else if (!shape.startsWith("-") && !shape.startsWith(">")) parts.urls.push(word);
  }
  if (name === "wget" && parts.outputs.length === 0)
    parts.outputs.push(known(lastPart(parts, words)));
  return parts;
}

function take(
  option: string,
  value: Value | undefined,
  parts: Parts,
  started: Started,
  engine: Engine,
): void {
  if (value === undefined) return;
  if (METHOD.test(option)) parts.method = shownOf(value).toUpperCase();
  else if (URL.test(option)) parts.urls.unshift(value);
  else if (HEADER.test(option)) parts.headers.push(value);
  else if (BODY.test(option)) parts.body.push(value, ...filesIn(option, value, started, engine));
}

/** `-d @file`, `-F name=@file`, `-T file`. */
function filesIn(
  option: string,
  value: Value,
  { name, place, input }: Started,
  engine: Engine,
): readonly Value[] {
  const shape = shapeOf(value) ?? "";
  const path =
    /^(?:[\w.-]+=)?[@<]([^;]+)/.exec(shape)?.[1] ??
    (/^(?:-T|--upload-file|--post-file|--body-file|-infile)$/i.test(option) ? shape : undefined);
  if (path === undefined || path === "") return [];
  if (path === "-") return input === undefined ? [] : [input];
  return [
    engine.readFile(
      { ...known(path), ...(value.written === undefined ? {} : { written: value.written }) },
      name,
      place,
    ),
  ];
}

function lastPart(parts: Parts, words: readonly Value[]): string {
  const url =
    shapeOf(parts.urls[0]) ??
    words.map((word) => shapeOf(word) ?? "").find((shape) => /:\/\//.test(shape)) ??
    "";
  return (url.split(/[?#]/, 1)[0] ?? "").split("/").at(-1) ?? "";
}
