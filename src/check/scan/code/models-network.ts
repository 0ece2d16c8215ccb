/** Functions of libraries that talk to other machines. */
import type { Call, Engine, Model } from "./engine.ts";
import { VISITOR } from "./members.ts";
import type { Request } from "./sending.ts";
import { optionsOf, send } from "./sending.ts";
import type { Value } from "./value.ts";
import { joined, known, listOf, mergeSources, shapeOf, unknown } from "./value.ts";
import { oneOf } from "../text/one-of.ts";

const HEADERS = ["headers", "auth", "cookies", "cookie", "cert"];
const QUERY = ["params"];
const BODY = ["data", "json", "files", "content", "body", "form", "fields"];

function namedOf(call: Call, names: readonly string[]): readonly Value[] {
  return names.flatMap((name) => call.named.get(name) ?? []);
}

/** `requests.post(url, data, json=…, headers=…)` and everything that is called like it. */
function pythonRequest(call: Call, engine: Engine): Value {
  const method = call.name.slice(call.name.lastIndexOf(".") + 1).toUpperCase();
  const isNamed = method === "REQUEST" || method === "STREAM";
  const [first, second, third] = call.args;
  const url = call.named.get("url") ?? (isNamed ? second : first);
  const positional = isNamed ? third : second;
  const isBody = /^(?:POST|PUT|PATCH)$/.test(method);
  const request: Request = {
    tool: call.name,
    method: isNamed ? (first?.text?.toUpperCase() ?? "…") : method,
    url,
    place: call.place,
    headers: [...namedOf(call, HEADERS), call.receiver?.entries?.get("headers")],
    query: [...namedOf(call, QUERY), ...(isBody || isNamed ? [] : [positional])],
    body: [...namedOf(call, BODY), ...(isBody ? [positional] : [])],
  };
  return send(request, engine);
}

/** `fetch(url, options)`, `axios.get(url, options)`, `http.request(url, options, callback)`. */
function scriptRequest(call: Call, engine: Engine): Value {
  const last = call.name.slice(call.name.lastIndexOf(".") + 1);
  const hasBody = /^(?:post|put|patch)(?:Form)?$/i.test(last);
  const [first, second, third] = call.args;
  const isOptions = first?.entries !== undefined;
  const options = optionsOf(
    isOptions ? first : hasBody && call.name.startsWith("axios") ? third : second,
  );
  const isCallback = second?.reference?.kind === "function";
  const answer = send(
    {
      ...(isCallback ? {} : options),
      tool: call.name,
      method:
        options.method ??
        (/^(?:post|put|patch|delete|head)$/i.test(last) ? last.toUpperCase() : "GET"),
      url: isOptions ? options.url : first,
      place: call.place,
      body: [
        ...(options.body ?? []),
        ...(hasBody && call.name.startsWith("axios") ? [second] : []),
      ],
    },
    engine,
  );
  for (const callback of call.args)
    if (callback.reference?.kind === "function") engine.invoke(callback, [answer], call.place);
  return { ...answer, made: call.args };
}

/** What is written to a request, a connection or a socket that was opened before. */
const write: Model = (call, engine) => {
  const address = call.receiver?.entries?.get("@address") ?? call.receiver?.made?.[0];
  const options = optionsOf(address);
  const kind = /socket|net\.|tls\.|dgram|WebSocket/i.test(call.name) ? "socket" : "http";
  const url = address?.entries === undefined ? address : options.url;
  return send(
    { tool: call.name, kind, method: "SEND", url, place: call.place, body: call.args },
    engine,
  );
};

const urlopen: Model = (call, engine) => {
  const [first, second] = call.args;
  const { entries } = first ?? {};
  const data = call.named.get("data") ?? second ?? entries?.get("data");
  const method = entries?.get("method")?.text ?? (data === undefined ? "GET" : "POST");
  return send(
    {
      tool: call.name,
      method,
      url: entries?.get("url") ?? first,
      place: call.place,
      headers: [entries?.get("headers")],
      body: [data],
    },
    engine,
  );
};

const request: Model = ({ args, named }) => {
  const entries = new Map(named);
  for (const [index, name] of ["url", "data", "headers"].entries()) {
    const value = args[index];
    if (value !== undefined) entries.set(name, value);
  }
  return { entries, sources: mergeSources([...entries.values()]) };
};

const retrieve: Model = (call, engine) => {
  const answer = send(
    { tool: call.name, method: "GET", url: call.args[0], place: call.place },
    engine,
  );
  const target = call.args[1] ?? call.named.get("filename");
  if (target !== undefined) engine.writeFile(target, answer, call.name, call.place);
  return target ?? answer;
};

/** `HTTPSConnection(host).request(method, path, body, headers)`. */
const connectionRequest: Model = (call, engine) => {
  const [method, path, body, headers] = call.args;
  const host = call.receiver?.made?.[0] ?? unknown();
  return send(
    {
      tool: "http.client",
      method: method?.text ?? "…",
      url: joined([known("https://"), host, path ?? known("")]),
      place: call.place,
      headers: [headers ?? call.named.get("headers")],
      body: [body ?? call.named.get("body")],
    },
    engine,
  );
};

const connect: Model = (call, engine) => {
  const [first, second] = call.args;
  const address = first?.items?.[0] ?? (first?.number === undefined ? first : second);
  const host = first?.entries?.get("host") ?? address;
  const words = [
    shapeOf(host) ?? "…",
    shapeOf(first?.items?.[1] ?? first?.entries?.get("port")) ?? "",
  ];
  engine.recorder.call({
    tool: "socket.connect",
    words,
    sources: [],
    place: call.place,
    decoding: engine.decoding,
  });
  const name = `tcp://${shapeOf(host) ?? ""}`;
  if (call.receiver !== undefined && host !== undefined)
    (call.receiver.entries ??= new Map()).set("@address", host);
  const entries = host === undefined ? undefined : new Map([["@address", host]]);
  return {
    ...unknown([{ kind: "remote", name, place: call.place }]),
    reference: { kind: "path", name: "net.Socket()" },
    ...(entries === undefined ? {} : { entries }),
  };
};

const receive: Model = ({ receiver, place }) =>
  unknown([
    { kind: "remote", name: `tcp://${shapeOf(receiver?.entries?.get("@address")) ?? ""}`, place },
  ]);

/** A listener of a socket: what comes in is given to the function. */
const listen: Model = (call, engine) => {
  const [event, ...handlers] = call.args;
  const address = call.receiver?.entries?.get("@address") ?? call.receiver?.made?.[0];
  const host = (shapeOf(address) ?? "").replace(/^\w+:\/\//, "");
  const incoming = unknown([{ kind: "remote", name: `tcp://${host}`, place: call.place }]);
  if (event?.text !== undefined && /^(?:message|data|line|readable)$/.test(event.text))
    for (const handler of handlers)
      if (handler.reference?.kind === "function") engine.invoke(handler, [incoming], call.place);
  return incoming;
};

/** A server gives each request or connection of a visitor to its function. */
const serve: Model = (call, engine) => {
  const visitor = (): Value => ({
    ...unknown([{ kind: "remote", name: VISITOR, place: call.place }]),
    reference: { kind: "path", name: "net.Socket()" },
  });
  for (const handler of [...call.args, ...call.named.values()])
    if (handler.reference?.kind === "function")
      engine.invoke(handler, [visitor(), unknown(), unknown()], call.place);
  return call.name.endsWith("accept") ? listOf([visitor(), unknown()]) : undefined;
};

const lookup: Model = (call, engine) =>
  send(
    { tool: call.name, kind: "name-lookup", method: "QUERY", url: call.args[0], place: call.place },
    engine,
  );

const mail: Model = (call, engine) =>
  send(
    {
      tool: call.name,
      kind: "mail",
      method: "SEND",
      url: call.receiver?.made?.[0],
      place: call.place,
      body: call.args,
    },
    engine,
  );

/** `put(path, …)`, `storbinary(command, handle)`. */
const upload: Model = (call, engine) => {
  const [path] = call.args;
  const isNamed = path !== undefined && !/\.stor\w+$/.test(call.name);
  const content = isNamed ? engine.readFile(path, call.name, call.place) : undefined;
  const client = call.receiver?.made ?? call.receiver?.receiver?.made;
  return send(
    {
      tool: call.name,
      kind: "copy",
      method: "PUT",
      url: client?.[0],
      place: call.place,
      body: [content, ...call.args.slice(1)],
    },
    engine,
  );
};

/** PowerShell's `(New-Object Net.WebClient).DownloadString(…)`. */
const webClient: Model = (call, engine) => {
  const [first, second] = call.args;
  const isUpload = /\.Upload/i.test(call.name);
  const answer = send(
    {
      tool: call.name,
      method: isUpload ? "POST" : "GET",
      url: first,
      place: call.place,
      body: isUpload ? call.args.slice(1) : [],
    },
    engine,
  );
  if (/\.DownloadFile$/i.test(call.name) && second !== undefined)
    engine.writeFile(second, answer, call.name, call.place);
  return answer;
};

export const networkModels: readonly (readonly [RegExp, Model])[] = [
  [
    oneOf([
      /^(?:requests(?:\.[Ss]ession\(\))?|httpx(?:\.(?:Async)?Client\(\))?|aiohttp\.ClientSession\(\))\.?(?:get|post|put|patch|delete|head|options|request|stream)$/,
      /^(?:urllib3\.(?:PoolManager\(\)\.)?|cloudscraper\.create_scraper\(\))\.?(?:get|post|put|patch|delete|head|options|request|stream)$/,
    ]),
    pythonRequest,
  ],
  [/^urllib3\.PoolManager\(\)\.request$/, pythonRequest],
  [/^urllib\.request\.Request$/, request],
  [
    /^urllib\.request\.urlopen$|^urllib\.urlopen$|^urllib\.request\.build_opener\(\)\.open$/,
    urlopen,
  ],
  [/^urllib\.request\.urlretrieve$|^urllib\.urlretrieve$|^wget\.download$/, retrieve],
  [/^http\.client\.HTTPS?Connection\(\)\.request$/, connectionRequest],
  [
    /^(?:fetch|axios|got|ky|superagent|needle|request|phin|undici\.request)(?:\.(?:get|post|put|patch|delete|head|request|postForm))?$/,
    scriptRequest,
  ],
  [/^axios\.create\(\)\.(?:get|post|put|patch|delete|head|request)$/, scriptRequest],
  [/^https?\.(?:get|request)$/, scriptRequest],
  [/^https?\.request\(\)\.(?:write|end)$/, write],
  [
    /^navigator\.sendBeacon$/,
    (call, engine) =>
      send(
        {
          tool: call.name,
          method: "POST",
          url: call.args[0],
          place: call.place,
          body: call.args.slice(1),
        },
        engine,
      ),
  ],
  [/^(?:WebSocket|ws|websockets?\.(?:connect|create_connection))\(\)\.send$/, write],
  [
    /^XMLHttpRequest\(\)\.open$/,
    (call) => {
      (call.receiver ?? unknown()).entries = new Map([["@address", call.args[1] ?? unknown()]]);
      return unknown();
    },
  ],
  [/^XMLHttpRequest\(\)\.send$/, write],
  [
    /^(?:socket\.(?:socket|create_connection)|net\.(?:Socket|connect|createConnection)|tls\.connect|Net\.Sockets\.TCPClient)\(\)\.(?:send|sendall|sendto|write|end)$/,
    write,
  ],
  [
    /^socket\.socket\(\)\.connect$|^socket\.create_connection$|^net\.(?:connect|createConnection)$|^net\.Socket\(\)\.connect$|^tls\.connect$/,
    connect,
  ],
  [
    /^(?:net\.Socket|tls\.connect|WebSocket|ws(?:\.WebSocket)?|socket\.io-client(?:\.io)?)\(\)\.(?:on|once|addEventListener)$/,
    listen,
  ],
  [/^(?:socket\.socket|net\.Socket)\(\)\.(?:recv|read|makefile)$/, receive],
  [
    oneOf([
      /^socket\.socket\(\)\.accept$|^(?:net|tls|http|https)\.createServer$|^express\(\)\.(?:get|post|put|all|use)$/,
      /^(?:ws|WebSocketServer|ws\.(?:WebSocket)?Server|socket\.io\.Server|node-telegram-bot-api|TelegramBot|Telegraf|discord\.js\.Client)\(\)\.(?:on|onText|hears|command)$/,
      /^(?:websockets\.serve|asyncio\.start_server|http\.HandleFunc)$/,
    ]),
    serve,
  ],
  [
    /^socket\.(?:gethostbyname|getaddrinfo|gethostbyname_ex)$|^dns\.(?:resolve\w*|lookup)$|^dns\.resolver\.(?:resolve|query)$/,
    lookup,
  ],
  [/^smtplib\.SMTP(?:_SSL)?\(\)\.(?:sendmail|send_message)$/, mail],
  [
    /^(?:ftplib\.FTP(?:_TLS)?\(\)\.stor\w+|paramiko\.SFTPClient.*\.put|.*open_sftp\(\)\.put)$/,
    upload,
  ],
  [/^(?:New-Object\(\)|Net\.WebClient\(\)|Net\.WebClient)\.(?:Download|Upload)\w+$/i, webClient],
];

/** Calls on receivers of which nothing is known, where the first argument is an address. */
export const looseRequest: Model = (call, engine) =>
  /^https?:\/\//i.test(shapeOf(call.args[0] ?? call.named.get("url")) ?? "")
    ? engine.language === "python"
      ? pythonRequest(call, engine)
      : scriptRequest(call, engine)
    : undefined;
