/** Objects of libraries that hold what is put into them, and give it to somebody later. */
import type { Call, Engine, Model } from "./engine.ts";
import type { Source, SourceKind } from "./facts.ts";
import { recordEncryption } from "./programs-transform.ts";
import { recordRun } from "./running.ts";
import { send } from "./sending.ts";
import type { Value } from "./value.ts";
import { addSources, encodedOf, known, listOf, mergeSources, shapeOf, unknown } from "./value.ts";
import { oneOf } from "../text/one-of.ts";

const TEMPORARY: Value["reference"] = { kind: "path", name: "open()" };

/** A file with a name that the system makes up. */
const temporaryFile: Model = ({ args, named }) => {
  const ending = shapeOf(named.get("suffix") ?? args[0]) ?? "";
  const path: Value = { parts: ["/tmp/", unknown(), ending], sources: [] };
  return { sources: [], reference: TEMPORARY, receiver: path };
};

const temporaryPair: Model = (call, engine) => {
  const handle = temporaryFile(call, engine);
  return listOf([handle ?? unknown(), handle?.receiver ?? unknown()]);
};

const temporaryFolder: Model = () => ({ parts: ["/tmp/", unknown()], sources: [] });

const screen: Model = (call, engine) => {
  const shot = engine.source("screen", call.name, call.place);
  const [target] = [
    ...call.args.filter(({ text }) => text !== undefined),
    call.named.get("output"),
  ];
  if (target !== undefined) engine.writeFile(target, shot, call.name, call.place);
  return { ...shot, reference: { kind: "path", name: "picture()" } };
};

const inbox: Model = ({ name, place }, engine) => engine.source("messages", name, place);

/** A camera has a number; a film has a path. */
const camera: Model = ({ args: [first] }) =>
  first?.number === undefined
    ? undefined
    : { sources: [], reference: { kind: "path", name: "camera()" } };

/** `picture.save(target)`. */
const save: Model = (call, engine) => {
  const [target] = call.args;
  if (target !== undefined && call.receiver !== undefined)
    engine.writeFile(target, unknown(call.receiver.sources), call.name, call.place);
  return unknown(call.receiver?.sources);
};

/** What is never put into the hands of a library that speaks to others. */
const PRIVATE: ReadonlySet<SourceKind> = new Set([
  "environment",
  "env-file",
  "key-file",
  "cloud-credentials",
  "browser-store",
  "keychain",
  "messages",
  "history",
  "screen",
  "clipboard",
]);

function isPrivateSource({ kind, isPart }: Source): boolean {
  return PRIVATE.has(kind) && isPart !== true;
}

const GIVES = oneOf([
  /^(?:send(?!Keys|_keys|_signal|Signal|Status|File$|\w*(?:[Tt]ransaction|Tx))\w*|upload\w*|putObject|put_object|put_blob|publish|emit|sendMail|trigger|postMessage)$/,
  /^(?:chat_postMessage|files_upload\w*|create_?gist|createGist|insert_?one|insertOne|produce|xadd|storbinary|storlines|files_upload|upload_blob|upload_from_\w+)$/,
]);

/**
 * A function of a library without a model of its own that by its name hands something over. Only what is never
 * handed over honestly is told.
 */
export function looseSend(call: Call, engine: Engine): Value | undefined {
  const method = call.name.slice(call.name.lastIndexOf(".") + 1);
  if (!GIVES.test(method)) return undefined;
  const values = [...call.args, ...call.named.values()];
  const read = values.flatMap((value) =>
    /^upload|^put|stor/i.test(method) &&
    shapeOf(value) !== undefined &&
    /[./~]/.test(shapeOf(value) ?? "")
      ? [engine.readFile(value, call.name, call.place)]
      : [],
  );
  const body = [...values, ...read];
  if (!mergeSources(body).some(isPrivateSource)) return undefined;
  const url = [call.receiver?.made?.[0], ...call.args].find((value) =>
    /^\w+:\/\//.test(shapeOf(value) ?? ""),
  );
  return send(
    { tool: call.name, kind: "copy", method: "SEND", url, place: call.place, body },
    engine,
  );
}

/** Objects hold what they are given: a mail its text, a form its fields, an archive its files. */
export function holdArguments(call: Call): void {
  const { receiver, args, named } = call;
  if (receiver?.reference?.kind !== "path" || !receiver.reference.name.endsWith("()")) return;
  addSources(receiver, mergeSources([...args, ...named.values()]));
}

/** What a client was made with says who asks, and does not come back with the answer. */
export function answered(receiver: Value | undefined): Value | undefined {
  if (receiver?.reference?.kind !== "path" || !receiver.reference.name.includes("()"))
    return receiver;
  return {
    ...receiver,
    sources: receiver.sources.filter(({ kind }) => kind !== "variable" && kind !== "token"),
  };
}

/** `createSocket("udp4").send(message, port, host)`. */
const datagram: Model = (call, engine) => {
  const url = call.args
    .slice(1)
    .find(({ text }) => text !== undefined && /[.:]|^localhost$/.test(text));
  return send(
    {
      tool: call.name,
      kind: "socket",
      method: "SEND",
      url: url ?? known(""),
      place: call.place,
      body: call.args.slice(0, 1),
    },
    engine,
  );
};

/** What is written to a program that was started before. */
const feed: Model = (call, engine) => {
  // `child.stdin.write(…)` and `child.communicate(…)`.
  const command = (call.receiver?.made ?? call.receiver?.receiver?.made)?.[0];
  const input = call.named.get("input") ?? call.args[0];
  if (command?.items === undefined || input === undefined || input.sources.length === 0)
    return undefined;
  return engine.runWords(command.items, input, call.place);
};

/** Whatever the library, its name says what it does. */
const encryption: Model = (call, engine) => {
  const read = call.name.endsWith("File")
    ? call.args.slice(0, 1).map((path) => engine.readFile(path, call.name, call.place))
    : [];
  const content = unknown(encodedOf(mergeSources([...call.args, ...read])));
  recordEncryption(call.name, content, call.place, engine);
  const [, target] = call.args;
  if (read.length > 0 && target !== undefined)
    engine.writeFile(target, content, call.name, call.place);
  return content;
};

const ACCOUNT = /^0x[a-fA-F0-9]{40}$/;

/** `signer.sendTransaction({ to, value })`, where the code names who gets the money. */
const pay: Model = ({ args: [order], name, place }, engine) => {
  const to = order?.entries?.get("to")?.text;
  const isEmpty = order?.entries?.has("value") !== true || order.entries.get("value")?.text === "0";
  if (to !== undefined && ACCOUNT.test(to) && !isEmpty)
    engine.recorder.call({ tool: "pay", words: [name, to], sources: [], place, decoding: [] });
  return undefined;
};

/** Bytes that are put where the processor runs them. */
const memory: Model = ({ args, name: tool, place }, engine) => {
  const value = args.find(({ sources }) => sources.some(({ kind }) => kind === "remote"));
  if (value !== undefined) recordRun({ kind: "code", tool, value, place }, engine);
  return unknown(mergeSources(args));
};

export const objectModels: readonly (readonly [RegExp, Model])[] = [
  [/^tempfile\.(?:NamedTemporaryFile|TemporaryFile|SpooledTemporaryFile)$/, temporaryFile],
  [/^tempfile\.mkstemp$/, temporaryPair],
  [/^(?:tempfile\.(?:mkdtemp|mktemp|TemporaryDirectory)|fs\.mkdtemp(?:Sync)?)$/, temporaryFolder],
  [/^(?:tempfile\.gettempdir|os\.tmpdir|IO\.Path\.GetTempPath)$/i, () => known("/tmp")],
  [
    oneOf([
      /^(?:PIL\.)?ImageGrab\.grab\w*$|^pyautogui\.screenshot$|^pyscreenshot\.grab$|^mss\.mss\(\)\.(?:grab|shot|save)$|^screenshot-desktop(?:\.all)?$/,
      /^(?:electron\.)?desktopCapturer\.getSources$|^robotjs\.screen\.capture$|^d3dshot\..*screenshot$/,
    ]),
    screen,
  ],
  [
    /\.(?:encrypt|encryptFile|encrypt_file|encryptor\(\)\.update|TransformFinalBlock)$|^crypto\.createCipher(?:iv)?\(\)\.update$/,
    encryption,
  ],
  [/^cv2\.VideoCapture$/, camera],
  [
    /^camera\(\)\.(?:read|grab|retrieve)$|^(?:sounddevice\.(?:rec|InputStream)|speech_recognition\.Recognizer\(\)\.listen|pyaudio\.PyAudio\(\)\.open\(\)\.read)$/,
    screen,
  ],
  [/(?:^|\.)(?:sendTransaction|send_transaction|sendUncheckedTransaction)$/, pay],
  [/^ctypes\.(?:create_string_buffer|memmove|c_char_p)$|^mmap\.mmap\(\)\.write$/, memory],
  [/^imaplib\.IMAP4(?:_SSL)?\(\)\.(?:fetch|uid)$/, inbox],
  [/^picture\(\)\.save$/, save],
  [/^dgram\.createSocket\(\)\.send$/, datagram],
  [/^process\(\)\.(?:communicate|stdin\.(?:write|end))$/, feed],
];
