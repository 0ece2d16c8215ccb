/** Functions that only make text out of text: what is known before is known afterwards. */
import type { DecodeKind } from "../finding.ts";
import { fromBase64, fromHex, fromRot13, fromUrl } from "./decode-text.ts";
import type { Call, Engine, Model } from "./engine.ts";
import { listMethods, listModels } from "./models-lists.ts";
import { joinPaths } from "./paths.ts";
import type { Value } from "./value.ts";
import {
  HOLE,
  encodedOf,
  encodingAmong,
  joined,
  known,
  listOf,
  mergeSources,
  partsOf,
  shapeOf,
  unknown,
} from "./value.ts";

/** The text itself, whichever way its bytes are looked at. */
const same: Model = ({ receiver, args }) => receiver ?? args[0];

const firstArgument: Model = ({ args }) => args[0];

/** What comes out says nothing about what went in. */
const fresh: Model = () => unknown();

function mapText(change: (text: string) => string): Model {
  return ({ receiver, args }) => {
    const value = receiver ?? args[0];
    return value?.text === undefined ? undefined : known(change(value.text), value);
  };
}

/** Undoes an encoding; a text that the skill carries encoded is remembered as such. */
export function decoded(
  value: Value | undefined,
  kind: DecodeKind,
  decode: (text: string) => string | undefined,
  call: Call,
  engine: Engine,
): Value {
  const encoding = [...(value?.encoding ?? []), kind];
  const text = value?.text === undefined ? undefined : decode(value.text);
  if (text === undefined) {
    const isOwn = value?.text !== undefined || value?.encoding !== undefined;
    return { ...unknown(value?.sources), ...(isOwn ? { encoding } : {}) };
  }
  engine.recorder.decode({
    kind,
    text,
    tool: call.name,
    place: call.place,
    decoding: engine.decoding,
  });
  return { ...known(text, value), encoding };
}

function decoder(kind: DecodeKind, decode: (text: string) => string | undefined): Model {
  return (call, engine) => decoded(call.args[0] ?? call.receiver, kind, decode, call, engine);
}

/** Compressed text cannot be read here, but that it was compressed is known. */
const unpack: Model = ({ args }) => {
  const [value] = args;
  return value?.encoding === undefined
    ? undefined
    : { ...unknown(value.sources), encoding: value.encoding };
};

const encode: Model = ({ args, receiver }) => unknown(encodedOf(mergeSources([receiver, ...args])));

const join: Model = ({ receiver, args }) => {
  // `",".join(list)` in Python, `list.join(",")` in JavaScript.
  const isPython = receiver?.items === undefined;
  const items = isPython ? args[0]?.items : receiver.items;
  const separator = isPython ? receiver : args[0];
  if (items === undefined)
    return { ...unknown(mergeSources([receiver, ...args])), ...encodingAmong([receiver, ...args]) };
  const between = separator ?? known(",");
  const text = joined(items.flatMap((item, index) => (index === 0 ? [item] : [between, item])));
  return { ...text, sources: mergeSources([text, isPython ? args[0] : receiver]) };
};

const format: Model = ({ receiver, args, named }) => {
  const template = receiver?.text;
  if (template === undefined) return undefined;
  let next = 0;
  const parts = template.split(/(\{[^{}]*\})/).map((part) => {
    if (!/^\{.*\}$/.test(part)) return known(part);
    const key = part.slice(1, -1).split(/[:!.[]/, 1)[0] ?? "";
    return (
      (/^\d*$/.test(key) ? args[key === "" ? next++ : Number(key)] : named.get(key)) ?? unknown()
    );
  });
  return joined(parts);
};

const percent: Model = ({ args: [template, given] }) => {
  if (template?.text === undefined) return undefined;
  const values = given?.items ?? (given === undefined ? [] : [given]);
  let next = 0;
  const parts = template.text
    .split(/(%(?:\(\w+\))?[#0 +-]{0,5}[\d.]{0,10}[sdrxfia])/)
    .map((part) => {
      const key = /^%\((\w+)\)/.exec(part)?.[1];
      if (key !== undefined) return given?.entries?.get(key) ?? unknown(given?.sources);
      return part.startsWith("%") && part.length > 1 ? (values[next++] ?? unknown()) : known(part);
    });
  return joined(parts);
};

const replace: Model = ({ receiver, args: [from, to] }) => {
  if (receiver?.text === undefined || from?.text === undefined || to?.text === undefined)
    return undefined;
  return { ...known(receiver.text.replaceAll(from.text, to.text), receiver), isPutTogether: true };
};

const split: Model = ({ receiver, args: [separator] }) => {
  if (receiver?.text === undefined) return undefined;
  const parts =
    separator?.text === undefined || separator.text === ""
      ? [...receiver.text]
      : receiver.text.split(separator.text);
  return listOf(parts.slice(0, 500).map((part) => known(part, receiver)));
};

const character: Model = ({ args }) => {
  const codes = args.flatMap((value) => value.items ?? [value]).map(({ number }) => number);
  if (codes.length === 0) return undefined;
  if (codes.some((code) => code === undefined))
    return { ...unknown(mergeSources(args)), encoding: ["escapes"] };
  const text = codes
    .map((code) => String.fromCodePoint(Math.min(Math.max(0, code ?? 0), 0x10_ff_ff)))
    .join("");
  return { ...known(text), isPutTogether: true, encoding: ["escapes"] };
};

const reverse: Model = ({ receiver, args }) => {
  const value = receiver ?? args[0];
  if (value?.text !== undefined)
    return { ...known([...value.text].reverse().join(""), value), encoding: ["reversed"] };
  return value?.items === undefined
    ? value
    : { ...listOf([...value.items].reverse()), encoding: ["reversed"] };
};

const arithmetic: Model = ({ name, args: [left, right] }) => {
  const first = left?.number;
  const second = right?.number;
  if (first === undefined || second === undefined) {
    const count = left?.text === undefined ? undefined : second;
    return name === "@*" && count !== undefined && left?.text !== undefined
      ? known(left.text.repeat(Math.min(Math.max(0, count), 64)), left)
      : undefined;
  }
  const number = name === "@^" ? first ^ second : name === "@-" ? first - second : first * second;
  return { number, sources: [] };
};

/** Buffers and strings tell by an argument how they are to be read. */
const bufferFrom: Model = (call, engine) => {
  const [value, kind] = call.args;
  if (kind?.text === "base64" || kind?.text === "base64url")
    return decoded(value, "base64", fromBase64, call, engine);
  if (kind?.text === "hex") return decoded(value, "hex", fromHex, call, engine);
  return value?.items === undefined ? value : character(call, engine);
};

const toText: Model = (call, engine) => {
  const [kind] = call.args;
  if (kind?.text === "base64" || kind?.text === "hex") return encode(call, engine);
  return call.receiver;
};

const codecs: Model = (call, engine) => {
  const [value, kind] = call.args;
  if (/^rot_?13$/.test(kind?.text ?? "")) return decoded(value, "escapes", fromRot13, call, engine);
  if (kind?.text?.startsWith("hex") === true) return decoded(value, "hex", fromHex, call, engine);
  if (kind?.text?.startsWith("base64") === true)
    return decoded(value, "base64", fromBase64, call, engine);
  return value;
};

const joinPath: Model = ({ args, receiver, name }) => {
  const parts =
    name.startsWith("pathlib.Path()") && receiver !== undefined ? [receiver, ...args] : args;
  const shapes = parts.map((part) => shapeOf(part) ?? HOLE);
  const sources = mergeSources(parts);
  const text = joinPaths(shapes);
  if (shapes.every((shape) => shape === HOLE)) return unknown(sources);
  const reference = name.startsWith("pathlib")
    ? ({ kind: "path", name: "pathlib.Path()" } as const)
    : undefined;
  return {
    ...(text.includes(HOLE) ? { parts: [text] } : { text }),
    sources,
    ...(reference === undefined ? {} : { reference }),
  };
};

const home: Model = ({ name }) => ({
  ...known("~"),
  ...(name.startsWith("pathlib")
    ? { reference: { kind: "path", name: "pathlib.Path()" } as const }
    : {}),
});

/** One entry of what was read. */
const entryOf: Model = ({ receiver, args: [key, initial], place }, engine) => {
  if (receiver === undefined) return undefined;
  if (receiver.entries !== undefined && key?.text !== undefined)
    return receiver.entries.get(key.text) ?? initial ?? unknown();
  return receiver.reference?.kind === "path" && key !== undefined
    ? engine.member(receiver, key, place)
    : unknown(partsOf(receiver.sources));
};

/** What a list or map takes in. */
const takeIn: Model = ({ receiver, args }) => {
  if (receiver === undefined) return undefined;
  receiver.items?.push(...args.slice(0, 10));
  for (const value of args)
    for (const [key, entry] of value.entries ?? []) receiver.entries?.set(key, entry);
  receiver.sources = mergeSources([receiver, ...args].map((value) => value)).map((source) =>
    source.isPart === true ? { ...source, isPart: false } : source,
  );
  return receiver;
};

export const textModels: Readonly<Record<string, Model>> = {
  ...listModels,
  "base64.b64decode": decoder("base64", fromBase64),
  "base64.urlsafe_b64decode": decoder("base64", fromBase64),
  "base64.standard_b64decode": decoder("base64", fromBase64),
  "base64.decodebytes": decoder("base64", fromBase64),
  "base64.b32decode": decoder("base64", () => undefined),
  "base64.b85decode": decoder("base64", () => undefined),
  "base64.a85decode": decoder("base64", () => undefined),
  "base64.b16decode": decoder("hex", fromHex),
  "binascii.a2b_base64": decoder("base64", fromBase64),
  "binascii.unhexlify": decoder("hex", fromHex),
  "binascii.a2b_hex": decoder("hex", fromHex),
  "bytes.fromhex": decoder("hex", fromHex),
  "bytearray.fromhex": decoder("hex", fromHex),
  "codecs.decode": codecs,
  atob: decoder("base64", fromBase64),
  decodeURIComponent: decoder("url", fromUrl),
  decodeURI: decoder("url", fromUrl),
  unescape: decoder("url", fromUrl),
  "urllib.parse.unquote": decoder("url", fromUrl),
  "Convert.FromBase64String": decoder("base64", fromBase64),
  "Convert.ToBase64String": encode,
  "Text.Encoding.UTF8.GetString": firstArgument,
  "Text.Encoding.ASCII.GetString": firstArgument,
  "Text.Encoding.Unicode.GetString": firstArgument,
  "Buffer.from": bufferFrom,
  "zlib.decompress": unpack,
  "gzip.decompress": unpack,
  "bz2.decompress": unpack,
  "lzma.decompress": unpack,
  "zlib.gunzipSync": unpack,
  "zlib.inflateSync": unpack,
  "zlib.brotliDecompressSync": unpack,
  "base64.b64encode": encode,
  "base64.urlsafe_b64encode": encode,
  "base64.encodebytes": encode,
  "binascii.hexlify": encode,
  btoa: encode,
  chr: character,
  "String.fromCharCode": character,
  "String.fromCodePoint": character,
  bytes: (call, engine) =>
    character({ ...call, args: call.args.slice(0, 1) }, engine) ?? call.args[0],
  bytearray: (call, engine) =>
    character({ ...call, args: call.args.slice(0, 1) }, engine) ?? call.args[0],
  list: firstArgument,
  tuple: firstArgument,
  set: firstArgument,
  str: firstArgument,
  String: firstArgument,
  reversed: reverse,
  "@%": percent,
  "@*": arithmetic,
  "@^": arithmetic,
  "@-": arithmetic,
  "os.path.join": joinPath,
  "path.join": joinPath,
  "path.resolve": joinPath,
  "IO.Path.Combine": joinPath,
  "upath.join": joinPath,
  "pathlib.Path": joinPath,
  "pathlib.PurePath": joinPath,
  "pathlib.PosixPath": joinPath,
  "pathlib.Path().joinpath": joinPath,
  "pathlib.Path().expanduser": same,
  "pathlib.Path().resolve": same,
  "pathlib.Path().absolute": same,
  "os.path.expanduser": firstArgument,
  "os.path.expandvars": firstArgument,
  "os.path.abspath": firstArgument,
  "os.path.realpath": firstArgument,
  "os.path.normpath": firstArgument,
  "os.fspath": firstArgument,
  "pathlib.Path.home": home,
  "os.homedir": home,
  "shlex.quote": ({ args }) =>
    unknown((args[0]?.sources ?? []).filter((source) => source.kind !== "input")),
  "os.urandom": fresh,
  "secrets.token_bytes": fresh,
  "crypto.randomBytes": fresh,
  "jwt.encode": fresh,
  "jwt.sign": fresh,
  "jsonwebtoken.sign": fresh,
  "hmac.new": fresh,
  "hmac.digest": fresh,
  "crypto.createHmac": fresh,
  "crypto.createHash": fresh,
  "crypto.createSign": fresh,
  "crypto.sign": fresh,
  len: fresh,
  bool: fresh,
  int: fresh,
  float: fresh,
  isinstance: fresh,
  hash: fresh,
  Boolean: fresh,
  Number: fresh,
  parseInt: fresh,
  "os.path.exists": fresh,
  "os.path.isfile": fresh,
  "os.path.isdir": fresh,
  "os.path.getsize": fresh,
  "fs.existsSync": fresh,
  "fs.statSync": fresh,
  "console.error": fresh,
  "console.warn": fresh,
};

/** By the name of the method alone, whatever it is called on. */
export const textMethods: Readonly<Record<string, Model>> = {
  ...listMethods,
  join,
  format,
  replace,
  replaceAll: replace,
  split,
  encode: same,
  decode: (call, engine) =>
    call.receiver === undefined
      ? undefined
      : codecs({ ...call, args: [call.receiver, ...call.args] }, engine),
  strip: mapText((text) => text.trim()),
  trim: mapText((text) => text.trim()),
  lower: mapText((text) => text.toLowerCase()),
  upper: mapText((text) => text.toUpperCase()),
  toLowerCase: mapText((text) => text.toLowerCase()),
  toUpperCase: mapText((text) => text.toUpperCase()),
  toString: toText,
  concat: ({ receiver, args }) =>
    receiver === undefined
      ? undefined
      : receiver.items === undefined
        ? joined([receiver, ...args])
        : listOf([...receiver.items, ...args.flatMap((value) => value.items ?? [value])]),
  reverse,
  get: entryOf,
  group: ({ receiver }) => unknown(partsOf(receiver?.sources ?? [])),
  append: takeIn,
  push: takeIn,
  add: takeIn,
  extend: takeIn,
  update: takeIn,
  digest: fresh,
  hexdigest: fresh,
  sign: fresh,
  exists: fresh,
  is_file: fresh,
  is_dir: fresh,
  startswith: fresh,
  startsWith: fresh,
  endswith: fresh,
  endsWith: fresh,
  includes: fresh,
  info: fresh,
  debug: fresh,
  error: fresh,
  warning: fresh,
};
