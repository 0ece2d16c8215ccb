/** Functions that run programs, text or objects, and those that reach other functions by a name. */
import type { Call, Engine, Model } from "./engine.ts";
import { canonicalName, isTelling } from "./names.ts";
import { recordRun, runPath, runShell } from "./running.ts";
import { moduleName } from "./read-javascript-import.ts";
import type { Value } from "./value.ts";
import {
  eitherOf,
  listOf,
  mergeSources,
  pathOf,
  pathValue,
  shapeOf,
  unknown,
  wholeOf,
} from "./value.ts";

const shell: Model = (call, engine) => {
  const [line] = call.args;
  return line === undefined ? undefined : runShell(line, call.name, call.place, engine);
};

/** `subprocess.run(…)`: a list of words, or one line for a shell. */
const subprocess: Model = (call, engine) => {
  const command = call.args[0] ?? call.named.get("args");
  if (command === undefined) return undefined;
  const input = call.named.get("input") ?? call.named.get("stdin");
  noteStreams(call, engine);
  if (command.items !== undefined && call.named.get("shell") === undefined) {
    const output = engine.runWords(command.items, input, call.place);
    return { ...output, reference: PROCESS, made: [command] };
  }
  const line = command.items?.[0] ?? command;
  if (shapeOf(line) === undefined && call.named.get("shell") === undefined) {
    recordRun({ kind: "file", tool: call.name, value: line, place: call.place }, engine);
    return undefined;
  }
  return runShell(line, call.name, call.place, engine);
};

/** A shell whose input is a socket belongs to whoever is at the other end. */
function noteStreams(call: Call, engine: Engine): void {
  const streams = ["stdin", "stdout", "stderr"].flatMap((name) => call.named.get(name) ?? []);
  const isSocket = streams.some((value) => /^(?:socket|net)\./.test(pathOf(value) ?? ""));
  if (isSocket)
    engine.recorder.call({
      tool: "socket.stdin",
      words: [],
      sources: [],
      place: call.place,
      decoding: engine.decoding,
    });
}

const PROCESS = { kind: "path", name: "process()" } as const;

/** `spawn(program, [arguments], options)`. */
const spawn: Model = (call, engine) => {
  const [program, args] = call.args;
  if (program === undefined) return undefined;
  const isShell = call.args.some((value) => value.entries?.has("shell") === true);
  if (isShell) return runShell(program, call.name, call.place, engine);
  if (program.items !== undefined) return engine.runWords(program.items, undefined, call.place);
  const words = [
    program,
    ...(args?.items ?? (args?.entries === undefined && args !== undefined ? [args] : [])),
  ];
  const output = engine.runWords(words, undefined, call.place);
  return { ...output, reference: PROCESS, made: [listOf(words)] };
};

/** `exec(line, callback)`. */
const exec: Model = (call, engine) => {
  const [line] = call.args;
  if (line === undefined) return undefined;
  const output = runShell(line, call.name, call.place, engine);
  for (const callback of call.args)
    if (callback.reference?.kind === "function")
      engine.invoke(callback, [unknown(), output], call.place);
  return output;
};

/** `os.execvp(program, words)`, `os.execl(program, word, word)`. */
const replaceProcess: Model = (call, engine) => {
  const isSpawn = call.name.startsWith("os.spawn");
  const [program, ...rest] = isSpawn ? call.args.slice(1) : call.args;
  if (program === undefined) return undefined;
  const words = rest[0]?.items ?? rest;
  return engine.runWords([program, ...words.slice(1)], undefined, call.place);
};

const code: Model = (call, engine) => {
  const value = call.name === "Function" ? call.args.at(-1) : call.args[0];
  if (value === undefined || value.reference?.kind === "function") return undefined;
  recordRun({ kind: "code", tool: call.name, value, place: call.place }, engine);
  return value.text === undefined
    ? unknown(value.sources)
    : engine.runText(engine.language, value, call.place);
};

/** A timer takes a function, or text as a last resort of old. */
const timer: Model = (call, engine) =>
  call.args[0]?.text === undefined ? undefined : code(call, engine);

const load: Model = (call, engine) => {
  const value = call.args[0] ?? unknown();
  recordRun({ kind: "load", tool: call.name, value, place: call.place }, engine);
  return {
    ...unknown(value.sources),
    ...(value.encoding === undefined ? {} : { encoding: value.encoding }),
  };
};

/** `yaml.load` with a loader that makes objects. */
const unsafeLoad: Model = (call, engine) => {
  const loader = call.named.get("Loader") ?? call.args[1];
  const name = loader?.reference?.kind === "path" ? loader.reference.name : "";
  return /Safe|Base/.test(name) && !name.includes("Unsafe") ? undefined : load(call, engine);
};

const runModule: Model = (call, engine) => {
  // The name of a module stands before the place of its file.
  const path = call.name.endsWith("_location")
    ? (call.named.get("location") ?? call.args[1])
    : call.args[0];
  return path === undefined ? undefined : runPath(path, call.name, [], call.place, engine);
};

/** A module by a name that may have been put together. */
const dynamicImport: Model = (call, engine) => {
  const [name] = call.args;
  if (name === undefined) return undefined;
  const written = engine.contentOf(name);
  if (written !== undefined) {
    recordRun({ kind: "code", tool: call.name, value: written, place: call.place }, engine);
    return unknown();
  }
  // An address that holds the code itself, of which a part came from elsewhere.
  if ((shapeOf(name) ?? "").startsWith("data:") || (name.text === undefined && isWholeRemote(name)))
    recordRun({ kind: "code", tool: call.name, value: name, place: call.place }, engine);
  if (name.text === undefined) return undefined;
  if (/^https?:\/\//.test(name.text)) {
    const fetched = engine.source("remote", name.text, call.place);
    recordRun({ kind: "code", tool: call.name, value: fetched, place: call.place }, engine);
    return unknown();
  }
  const path = canonicalName(moduleName(name.text));
  if (name.isPutTogether === true || name.encoding !== undefined)
    engine.recorder.disguise({
      name: path,
      tool: call.name,
      place: call.place,
      decoding: engine.decoding,
    });
  return pathValue(path);
};

function isWholeRemote({ parts, sources }: Value): boolean {
  return parts === undefined && sources.some(({ kind }) => kind === "remote");
}

const getattr: Model = (call, engine) => {
  const [object, name, initial] = call.args;
  if (object === undefined || name === undefined) return undefined;
  const found = engine.member(object, name, call.place);
  const path = pathOf(found);
  if (
    (name.isPutTogether === true || name.encoding !== undefined) &&
    path !== undefined &&
    isTelling(path)
  )
    engine.recorder.disguise({
      name: path,
      tool: call.name,
      place: call.place,
      decoding: engine.decoding,
    });
  return initial === undefined ? found : eitherOf([found, initial]);
};

/** `globals()` is the room of all names: a member of it is the name itself. */
const namespace: Model = ({ args }) => args[0] ?? pathValue("globals()");

/** `f.call(self, a)`, `f.apply(self, [a])`, `f.bind(self)`, `partial(f, a)`: the function itself. */
const indirect: Model = (call, engine) => {
  const [first, second, ...rest] = call.args;
  if (/partial$|^Reflect\.apply$/.test(call.name)) {
    if (first === undefined) return undefined;
    const args = call.name === "Reflect.apply" ? rest[0]?.items : call.args.slice(1);
    return engine.invoke(first, args ?? [], call.place);
  }
  if (call.receiver === undefined || call.name.endsWith(".bind")) return call.receiver;
  const args = call.name.endsWith(".apply") ? (second?.items ?? []) : call.args.slice(1);
  return engine.invoke(call.receiver, args, call.place);
};

const sameFunction: Model = ({ args }) => args[0];

const getenv: Model = (call, engine) => {
  const [name, initial] = call.args;
  if (name === undefined) return engine.source("environment", "", call.place);
  const value = engine.variable(shapeOf(name) ?? "…", call.place);
  return initial?.text === undefined
    ? value
    : { ...value, ...(initial.text.startsWith("http") ? { parts: [value] } : {}) };
};

const wholeEnvironment: Model = (call, engine) => engine.source("environment", "", call.place);

const clipboard: Model = (call, engine) => engine.source("clipboard", "", call.place);

const keychain: Model = (call, engine) =>
  engine.source("keychain", call.args.map((value) => shapeOf(value) ?? "…").join(" "), call.place);

/** What asks for the password of the machine, rather than for that of a service. */
const SYSTEM =
  /\b(?:sudo|root|admin\w*|system|mac(?:os)?|windows|login|keychain|unlock|computer|device)\b/i;

/** What is typed without being shown. */
const typed: Model = (call, engine) => {
  const words = call.args.map((value) => shapeOf(value) ?? "").join(" ");
  const shown = words === "" ? call.name : words;
  return engine.source(SYSTEM.test(words) ? "keychain" : "token", shown, call.place);
};

/** Bytes that are put into memory in order to run there. */
const inject: Model = (call, engine) => {
  const value = unknown(mergeSources(call.args));
  const encoding = call.args.find((one) => one.encoding !== undefined)?.encoding;
  const held = { ...value, ...(encoding === undefined ? {} : { encoding }) };
  recordRun({ kind: "load", tool: call.name, value: held, place: call.place }, engine);
  return value;
};

/** What a library of a cloud takes from the files and variables of the user. */
const cloudLogin: Model = (call, engine) =>
  engine.source("cloud-credentials", "~/.aws/credentials", call.place);

const programArguments: Model = (call, engine) =>
  (/stdin|^input$/.test(call.name) ? engine.input : engine.args) ??
  engine.args ??
  engine.source("input", call.name, call.place);

/** Many things made into one text. */
const serialise: Model = (call, engine) => {
  const sources = wholeOf(mergeSources(call.args));
  engine.recorder.call({
    tool: call.name,
    words: [],
    sources: mergeSources(call.args),
    isGathering: true,
    place: call.place,
    decoding: engine.decoding,
  });
  return { ...unknown(sources), noted: [...call.args] };
};

const compile: Model = ({ args }) => args[0];

const entries: Model = ({ args }) => {
  const [value] = args;
  if (value?.entries === undefined) return value;
  return listOf([...value.entries.values()]);
};

/** Who the machine is, whether it is watched. */
const note: Model = (call, engine) => {
  const words = call.args.map((value: Value) => shapeOf(value) ?? "…");
  engine.recorder.call({
    tool: call.name,
    words,
    sources: [],
    place: call.place,
    decoding: engine.decoding,
  });
  return undefined;
};

export const runModels: readonly (readonly [RegExp, Model])[] = [
  [
    /^(?:os\.(?:system|popen)|subprocess\.get(?:status)?output|commands\.getoutput|asyncio\.create_subprocess_shell|shelljs\.exec|execa\.command(?:Sync)?|popen2\.\w+|pexpect\.(?:run|spawn))$/,
    shell,
  ],
  [/^subprocess\.(?:run|call|check_call|check_output|Popen)$/, subprocess],
  [
    /^asyncio\.create_subprocess_exec$|^pty\.spawn$/,
    (call, engine) => {
      if (call.name === "pty.spawn") note(call, engine);
      const [first] = call.args;
      return engine.runWords(first?.items ?? call.args, undefined, call.place);
    },
  ],
  [/^child_process\.(?:exec|execSync)$|^exec(?:a\.)?Sync$/, exec],
  [
    /^child_process\.(?:spawn|spawnSync|execFile|execFileSync|fork)$|^execa(?:Sync)?$|^Bun\.spawn(?:Sync)?$|^Deno\.(?:Command|run)$/,
    spawn,
  ],
  [/^os\.(?:exec|spawn)[lv]p?e?$|^os\.posix_spawnp?$/, replaceProcess],
  [
    /^(?:eval|exec|execfile|Function|vm\.(?:runInThisContext|runInNewContext|runInContext|compileFunction|Script)|code\.InteractiveInterpreter\(\)\.runcode|Invoke-Expression)$/,
    code,
  ],
  [/^setTimeout$|^setInterval$/, timer],
  [/^compile$/, compile],
  [
    /^(?:pickle|marshal|joblib|shelve|torch)\.(?:loads?|open)$|^(?:types|new)\.(?:CodeType|FunctionType)$|^Reflection\.Assembly\.Load\w*$/i,
    load,
  ],
  [/^yaml\.(?:load|unsafe_load|full_load)$/, unsafeLoad],
  [
    /(?:^|\.)(?:RtlMoveMemory|RtlCopyMemory|WriteProcessMemory|NtWriteVirtualMemory|CreateRemoteThread|QueueUserAPC|Marshal\.Copy)$|^ctypes\.memmove$/,
    inject,
  ],
  [
    /^(?:getpass\.getpass|pwinput\.pwinput|maskpass\.askpass|tkinter\.simpledialog\.askstring|Read-Host)$/,
    typed,
  ],
  [/^runpy\.run_path$|^importlib\.util\.spec_from_file_location$|^os\.startfile$/, runModule],
  [
    /^(?:__import__|importlib\.import_module|importlib\.__import__|require|import|process\.mainModule\.require|module\.require)$/,
    dynamicImport,
  ],
  [/^getattr$|^Reflect\.get$/, getattr],
  [/^(?:globals|locals|vars)$/, namespace],
  [
    /^(?:eval|exec\w*|Function|spawn|child_process\.\w+|os\.system|fetch|require)\.(?:call|apply|bind)$|^functools\.partial$|^partial$|^Reflect\.apply$/,
    indirect,
  ],
  [
    /^util\.promisify$|^module\.createRequire$|^createRequire$/,
    (call, engine) =>
      call.name.endsWith("createRequire") ? pathValue("require") : sameFunction(call, engine),
  ],
  [
    /^os\.getenv$|^os\.environ\.(?:get|pop|setdefault|__getitem__)$|^Deno\.env\.get$|^Environment\.GetEnvironmentVariable$/i,
    getenv,
  ],
  [
    /^(?:os\.environ\.(?:copy|items|values|keys|__iter__)|Deno\.env\.toObject|Environment\.GetEnvironmentVariables)$/i,
    wholeEnvironment,
  ],
  [
    /^(?:pyperclip\.paste|clipboardy\.read(?:Sync)?|navigator\.clipboard\.readText|win32clipboard\.GetClipboardData|tkinter\.Tk\(\)\.clipboard_get)$/,
    clipboard,
  ],
  [
    /^(?:keyring\.get_(?:password|credential)|keytar\.(?:getPassword|findCredentials)|browser_cookie3\.\w+|win32crypt\.CryptUnprotectData)$/,
    keychain,
  ],
  [
    /^(?:boto3\.(?:session\.)?Session\(\)|botocore\.session\.(?:get_session|Session)\(\))\.get_credentials$|^@aws-sdk\/credential-provider(?:s|-\w+)\.\w+$/,
    cloudLogin,
  ],
  [
    /^sys\.stdin\.(?:read|readline|readlines)$|^input$|^argparse\.ArgumentParser\(\)\.parse_args$|^sys\.argv$|^process\.argv$/,
    programArguments,
  ],
  [
    /^(?:json\.dumps|JSON\.stringify|pickle\.dumps|yaml\.(?:safe_)?dump|urllib\.parse\.urlencode|querystring\.stringify|URLSearchParams)$/,
    serialise,
  ],
  [
    /^(?:print|console\.(?:log|info)|(?:sys|process)\.stdout\.write|Write-Output)$/,
    (call, engine) => {
      engine.print(call.args);
      return unknown();
    },
  ],
  [/^Object\.(?:entries|values|assign)$|^dict$/, entries],
  [
    /^(?:sys\.gettrace|ctypes\.windll\..*IsDebuggerPresent|platform\.\w+|uuid\.getnode|socket\.gethostname|psutil\.\w+)$/,
    note,
  ],
];
