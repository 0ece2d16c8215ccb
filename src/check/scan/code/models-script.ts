/** Functions of Ruby, PHP and Go. */
import { fromBase64, fromHex, fromRot13 } from "./decode-text.ts";
import type { Call, Engine, Model } from "./engine.ts";
import { decoded, textMethods } from "./models-text.ts";
import { joinPaths } from "./paths.ts";
import { recordRun, runPath, runShell } from "./running.ts";
import { send } from "./sending.ts";
import type { Value } from "./value.ts";
import {
  HOLE,
  addSources,
  encodedOf,
  known,
  listOf,
  mergeSources,
  shapeOf,
  unknown,
} from "./value.ts";
import { oneOf } from "../text/one-of.ts";

const HANDLE = { kind: "path", name: "open()" } as const;

function isAddress(value: Value | undefined): boolean {
  return /^(?:https?|ftp):\/\//i.test(shapeOf(value) ?? "");
}

/** A file by its path, or a page by its address. */
const read: Model = (call, engine) => {
  const [path, second, third] = call.args;
  if (path === undefined) return undefined;
  const options = third ?? second;
  if (isAddress(path))
    return send(
      { tool: call.name, method: "GET", url: path, place: call.place, body: [options] },
      engine,
    );
  const isWritten = /^[wax+]|^\+?>/.test(second?.text ?? "");
  const handle = isWritten ? unknown() : engine.readFile(path, call.name, call.place);
  const value: Value = { ...handle, reference: HANDLE, receiver: path };
  const block = call.args.find(({ reference }) => reference?.kind === "function");
  return block === undefined ? value : (engine.invoke(block, [value], call.place) ?? value);
};

const write: Model = (call, engine) => {
  const [path, content] = call.args;
  const target = path?.reference === HANDLE ? path.receiver : path;
  if (
    path?.reference?.kind === "path" &&
    /socket|TCPSocket|fsockopen|Dial/i.test(path.reference.name)
  )
    return send(
      {
        tool: call.name,
        kind: "socket",
        method: "SEND",
        url: path.made?.[0],
        place: call.place,
        body: call.args.slice(1),
      },
      engine,
    );
  if (target !== undefined) engine.writeFile(target, content ?? unknown(), call.name, call.place);
  return unknown();
};

/** One line for a shell, or a program and its words. */
const run: Model = (call, engine) => {
  const words = call.args.filter(({ reference }) => reference?.kind !== "function");
  const [first] = words;
  if (first === undefined) return undefined;
  const list =
    first.items ?? (words.length > 1 && !/popen|Open3|capture/.test(call.name) ? words : undefined);
  const output =
    list === undefined
      ? runShell(first, call.name, call.place, engine)
      : engine.runWords(list, undefined, call.place);
  const block = call.args.find(({ reference }) => reference?.kind === "function");
  if (block !== undefined) engine.invoke(block, [output], call.place);
  return output;
};

const code: Model = (call, engine) => {
  const [value] = call.args;
  if (value === undefined) return undefined;
  recordRun({ kind: "code", tool: call.name, value, place: call.place }, engine);
  return value.text === undefined
    ? unknown(value.sources)
    : engine.runText(engine.language, value, call.place);
};

const load: Model = (call, engine) => {
  const value = call.args[0] ?? unknown();
  recordRun({ kind: "load", tool: call.name, value, place: call.place }, engine);
  return unknown(value.sources);
};

const METHOD = /(?:^|[._])(get|post|put|patch|delete|head)(?:_?form|_response|Form)?$/i;

function isHeader({ entries }: Value): boolean {
  return entries?.has("Authorization") === true || entries?.has("authorization") === true;
}

/** Clients of the network, by address and body in whatever order. */
const request: Model = (call, engine) => {
  const method = METHOD.exec(call.name)?.[1]?.toUpperCase() ?? "GET";
  const url = addressAmong(call);
  const rest = [...call.args.filter((value) => value !== url), ...call.named.values()];
  const answer = send(
    {
      tool: call.name,
      method,
      url,
      place: call.place,
      headers: [...rest.filter(isHeader), call.named.get("headers")],
      body: rest.filter((value) => !isHeader(value) && value !== call.named.get("headers")),
    },
    engine,
  );
  return { ...answer, made: call.args };
};

function addressAmong({ args, named, receiver }: Call): Value | undefined {
  return (
    named.get("url") ??
    named.get("uri") ??
    args.find(isAddress) ??
    args.flatMap(({ made }) => made ?? []).find(isAddress) ??
    args.find(
      (value) => value.reference?.kind === "path" && /URI|url/i.test(value.reference.name),
    ) ??
    receiver?.made?.[0]
  );
}

const parseAddress: Model = ({ args: [address] }) => address;

/** `curl_init(url)`, `curl_setopt(handle, option, value)`, `curl_exec(handle)`. */
const curlOption: Model = ({ args, name }) => {
  const [handle, option, value] = args;
  if (handle === undefined) return undefined;
  const key = option?.reference?.kind === "path" ? option.reference.name : (option?.text ?? "");
  const entries = (handle.entries ??= new Map());
  const given: readonly (readonly [string, Value])[] =
    name === "curl_setopt_array" ? [...(option?.entries ?? [])] : [[key, value ?? unknown()]];
  for (const [one, what] of given) {
    if (one.endsWith("URL")) entries.set("url", what);
    else if (/HEADER|USERPWD|COOKIE/.test(one)) entries.set("headers", what);
    else if (/POSTFIELDS|INFILE|READDATA/.test(one)) entries.set("body", what);
  }
  return unknown();
};

const curlRun: Model = ({ args: [handle], name, place }, engine) =>
  send(
    {
      tool: name,
      method: handle?.entries?.has("body") === true ? "POST" : "GET",
      url: handle?.entries?.get("url") ?? handle?.made?.[0],
      headers: [handle?.entries?.get("headers")],
      body: [handle?.entries?.get("body")],
      place,
    },
    engine,
  );

const connect: Model = (call, engine) => {
  const named = call.named.get("PeerAddr") ?? call.named.get("PeerHost");
  const host =
    named ?? call.args.find(({ text }) => text !== undefined && /\./.test(text)) ?? unknown();
  engine.recorder.call({
    tool: "socket.connect",
    words: [shapeOf(host) ?? HOLE],
    sources: [],
    place: call.place,
    decoding: engine.decoding,
  });
  const socket: Value = {
    ...unknown([{ kind: "remote", name: `tcp://${shapeOf(host) ?? ""}`, place: call.place }]),
    reference: { kind: "path", name: "net.Socket()" },
    made: [host],
    entries: new Map([["@address", host]]),
  };
  const block = call.args.find(({ reference }) => reference?.kind === "function");
  return block === undefined ? socket : (engine.invoke(block, [socket], call.place) ?? socket);
};

const mail: Model = (call, engine) => {
  const [to] = call.args;
  const domain = (shapeOf(to) ?? "").replace(/^.*@/, "");
  return send(
    {
      tool: call.name,
      kind: "mail",
      method: "SEND",
      url: known(`mailto://${domain}`),
      place: call.place,
      body: call.args.slice(1),
    },
    engine,
  );
};

function decoder(
  kind: "base64" | "hex" | "escapes",
  decode: (text: string) => string | undefined,
): Model {
  return (call, engine) => decoded(call.args[0] ?? call.receiver, kind, decode, call, engine);
}

const unpacked: Model = ({ args: [value] }) =>
  value === undefined
    ? undefined
    : { ...unknown(value.sources), encoding: [...(value.encoding ?? []), "base64"] };

const encode: Model = ({ args, receiver }) => unknown(encodedOf(mergeSources([receiver, ...args])));

const pass: Model = ({ args, receiver }) => unknown(mergeSources([receiver, ...args]));

const joinPath: Model = ({ args }) => {
  const text = joinPaths(args.map((part) => shapeOf(part) ?? HOLE));
  return { ...(text.includes(HOLE) ? { parts: [text] } : { text }), sources: mergeSources(args) };
};

const variable: Model = ({ args: [name], place }, engine) =>
  name === undefined
    ? engine.source("environment", "", place)
    : engine.variable(shapeOf(name) ?? HOLE, place);

/** Files by a pattern: what is in them is what the pattern names. */
const glob: Model = (call, engine) => {
  const [pattern] = call.args;
  if (pattern === undefined) return undefined;
  const item: Value = { parts: [shapeOf(pattern) ?? HOLE], sources: pattern.sources };
  const { sources } = engine.readFile(item, call.name, call.place);
  const isWalk = /Walk|find$/.test(call.name);
  const found: Value = {
    ...unknown(sources.filter(({ kind }) => kind !== "file")),
    parts: [`${shapeOf(pattern) ?? HOLE}${isWalk ? "/*" : ""}`],
  };
  const block = call.args.find(({ reference }) => reference?.kind === "function");
  if (block !== undefined) engine.invoke(block, [found], call.place);
  return listOf([found]);
};

const note: Model = (call, engine: Engine) => {
  engine.recorder.call({
    tool: call.name,
    words: call.args.map((value) => shapeOf(value) ?? HOLE),
    sources: mergeSources(call.args),
    place: call.place,
    decoding: engine.decoding,
  });
  return unknown();
};

/** `request.body = …`, `request.set_form_data(…)`: held by the request. */
const hold: Model = ({ receiver, args, named }) => {
  if (receiver !== undefined) addSources(receiver, mergeSources([...args, ...named.values()]));
  return unknown();
};

/** A handle to a file that is made, which Go fills by `io.Copy`. */
const create: Model = ({ name, args: [path], place }) => {
  const isTemporary = name === "os.CreateTemp";
  const target = isTemporary || path === undefined ? known(`/tmp/${place.span.start}`) : path;
  return { ...unknown(), reference: HANDLE, receiver: target };
};

const copy: Model = ({ args: [to, from], name, place }, engine) => {
  if (to?.reference === HANDLE && to.receiver !== undefined)
    engine.writeFile(to.receiver, from ?? unknown(), name, place);
  else if (to !== undefined) addSources(to, mergeSources([from]));
  return unknown();
};

/** `URI.parse(address).open`, `client.Do(request)`. */
const opened: Model = (call, engine) =>
  isAddress(call.receiver)
    ? send({ tool: call.name, method: "GET", url: call.receiver, place: call.place }, engine)
    : undefined;

/** A file that is loaded as code. */
const loaded: Model = (call, engine) => {
  const [value] = call.args;
  if (value === undefined) return undefined;
  const isPath = /^[~./]|\.(?:rb|php|lua|pl)$/.test(shapeOf(value) ?? "");
  return isPath ? runPath(value, call.name, [], call.place, engine) : code(call, engine);
};

/** Methods of a path are told by what it begins with; of anything else nothing is known here. */
function onPath(model: Model, other?: Model): Model {
  return (call, engine) =>
    /^[~/]/.test(shapeOf(call.receiver) ?? "") ? model(call, engine) : other?.(call, engine);
}

const joinReceiver: Model = (call, engine) =>
  joinPath({ ...call, args: [call.receiver ?? unknown(), ...call.args] }, engine);

const readReceiver: Model = (call, engine) =>
  engine.readFile(call.receiver ?? unknown(), call.name, call.place);

/** What is written to a connection leaves by it. */
const sendOver: Model = (call, engine) => {
  const url = call.receiver?.made?.[0] ?? call.receiver?.entries?.get("@address");
  const { name: tool, place, args: body } = call;
  return send({ tool, kind: "socket", method: "SEND", url, place, body }, engine);
};

export const scriptModels: readonly (readonly [RegExp, Model])[] = [
  [
    /^(?:File|IO)\.(?:read|binread|readlines|foreach|open|new)$|^(?:file_get_contents|file|readfile|fopen|read_file|slurp|io\.(?:open|lines)|os\.(?:ReadFile|Open)|ioutil\.ReadFile)$/,
    read,
  ],
  [
    /^(?:File|IO)\.(?:write|binwrite)$|^(?:file_put_contents|fwrite|fputs|write_file|os\.WriteFile|ioutil\.WriteFile)$/,
    write,
  ],
  [
    /^(?:system|exec|spawn|popen|shell_exec|passthru|proc_open|pcntl_exec|IO\.popen|Kernel\.(?:system|exec|spawn)|Process\.spawn|Open3\.\w+|PTY\.spawn|io\.popen|os\.execute|exec\.Command|syscall\.Exec)$/,
    run,
  ],
  [
    /^(?:(?:[\w.()]+\.)?(?:instance_eval|class_eval|module_eval)|Kernel\.eval|create_function|assert|loadstring|dostring|binding\.eval|TOPLEVEL_BINDING\.eval)$/,
    code,
  ],
  [/^(?:load|require|require_relative|include|include_once|require_once|dofile|loadfile)$/, loaded],
  [/^Pathname(?:\.new)?$/, ({ args: [path] }) => path],
  [/^net\.Socket\(\)\.(?:write|puts|print|send|Write|WriteString|sendmsg|syswrite|<<)$/, sendOver],
  [/^(?:File|filepath|Path)\.(?:join|Join)$/, joinPath],
  [/\.(?:join|child)$/, onPath(joinReceiver, textMethods["join"])],
  [/\.(?:read|readlines|binread|each_line)$/, onPath(readReceiver)],
  [/^os\.(?:Create|CreateTemp|OpenFile)$/, create],
  [/^open\(\)\.Name$/, ({ receiver }) => receiver?.receiver],
  [/^io\.(?:Copy|CopyN|CopyBuffer)$/, copy],
  [/(?:^|\.)(?:WriteString|WriteRune)$/, hold],
  [/^http\.NewRequest(?:WithContext)?$/, request],
  [/^(?:io|ioutil)\.ReadAll$/, pass],
  [/^(?:Marshal\.load|YAML\.(?:load|unsafe_load)|unserialize|Storable\.thaw|thaw)$/, load],
  [/^URI(?:\.parse|\.join)?$|^Addressable\.URI\.parse$|^url\.Parse$/, parseAddress],
  [
    oneOf([
      /^(?:Net\.HTTP|HTTParty|RestClient|Faraday|Excon|Typhoeus|HTTP)\.(?:get|post|put|patch|delete|post_form|get_response|PostForm|Post|Get|postForm|request)$/,
      /^(?:HTTPClient\.new\(\)|LWP\.Simple|LWP\.UserAgent\.new\(\))\.(?:get|post|put|patch|delete|post_form|get_response|PostForm|Post|Get|postForm|request)$/,
      /^(?:HTTP\.Tiny\.new\(\)|Mojo\.UserAgent\.new\(\)|REST\.Client\.new\(\)|http)\.(?:get|post|put|patch|delete|post_form|get_response|PostForm|Post|Get|postForm|request)$/,
      /^(?:Http|GuzzleHttp\.Client\(\)|GuzzleHttp\.Client\.new\(\))\.(?:get|post|put|patch|delete|post_form|get_response|PostForm|Post|Get|postForm|request)$/,
      /^(?:URI\.open|getstore|getprint|open-uri)$/,
    ]),
    request,
  ],
  [
    /^(?:Net\.HTTP\.\w+(?:\(\))?|Net\.HTTP|LWP\.UserAgent\.new\(\)|http\.(?:Client|DefaultClient))(?:\.new\(\))?\.(?:request|Do|simple_request)$/,
    request,
  ],
  [/^Net\.HTTP\.(?:Post|Put|Patch)\.new\(\)\.(?:set_form_data|set_form|body=)$/, hold],
  [/^curl_setopt(?:_array)?$/, curlOption],
  [/^curl_(?:exec|multi_exec)$/, curlRun],
  [
    /^(?:TCPSocket|UDPSocket|Socket\.tcp|IO\.Socket\.(?:INET|SSL))(?:\.(?:new|open))?$|^(?:fsockopen|pfsockopen|stream_socket_client|net\.Dial|socket\.connect|socket\.tcp)$/,
    connect,
  ],
  [/^(?:mb_send_)?mail$|^Mail\.deliver$|^Net\.SMTP\.start$|^smtp\.SendMail$/, mail],
  [
    /^(?:Base64\.(?:decode64|strict_decode64|urlsafe_decode64)|base64_decode|decode_base64|MIME\.Base64\.decode(?:_base64)?|base64\.StdEncoding\.DecodeString)$/,
    decoder("base64", fromBase64),
  ],
  [/^(?:hex2bin|hex\.DecodeString)$/, decoder("hex", fromHex)],
  [/^str_rot13$/, decoder("escapes", fromRot13)],
  [/^strrev$/, decoder("escapes", (text) => [...text].reverse().join(""))],
  [
    /^(?:gzinflate|gzuncompress|gzdecode|Zlib\.(?:inflate|Inflate\.inflate|gunzip)|uncompress)$/,
    unpacked,
  ],
  [
    /^(?:Base64\.(?:encode64|strict_encode64|urlsafe_encode64)|base64_encode|encode_base64|bin2hex|base64\.StdEncoding\.EncodeToString|gzcompress|gzencode)$/,
    encode,
  ],
  [
    oneOf([
      /^(?:json_encode|serialize|http_build_query|urlencode|rawurlencode|JSON\.(?:generate|dump)|URI\.encode_www_form|encode_json|to_json|CGI\.escape|implode|array_map)$/,
      /^(?:stream_context_create|json\.Marshal|bytes\.NewBuffer|bytes\.NewReader|strings\.NewReader)$/,
    ]),
    pass,
  ],
  [/^File\.expand_path$|^File\.absolute_path$|^realpath$/, ({ args }) => args[0]],
  [/^Dir\.home$|^os\.UserHomeDir$|^posix_getpwuid$/, () => known("~")],
  [/^(?:getenv|os\.getenv|os\.Getenv|process\.env\.(?:fetch|dig))$/, variable],
  [/^os\.Environ$/, (call, engine) => engine.source("environment", "", call.place)],
  [
    /^(?:Dir\.(?:glob|children|entries|each_child)|glob|scandir|readdir|opendir|Find\.find|filepath\.(?:Walk|WalkDir|Glob)|os\.ReadDir)$/,
    glob,
  ],
  [
    /^(?:unlink|File\.(?:delete|unlink)|FileUtils\.(?:rm_rf|rm_r|rm|remove_dir)|rmtree|rmdir|os\.(?:Remove|RemoveAll))$/,
    note,
  ],
  [/(?:^|\.)open$/, opened],
];
