/** Functions that read and write files. */
import type { Engine, Model } from "./engine.ts";
import type { Place } from "./facts.ts";
import type { Value } from "./value.ts";
import { addSources, known, mergeSources, shapeOf, unknown } from "./value.ts";
import { oneOf } from "../text/one-of.ts";

const HANDLE = { kind: "path", name: "open()" } as const;

const open: Model = (call, engine) => {
  const path = call.args[0] ?? call.named.get("file") ?? call.receiver;
  if (path === undefined) return undefined;
  const mode =
    (call.receiver === path ? call.args[0] : call.args[1])?.text ??
    call.named.get("mode")?.text ??
    "r";
  if (/[wax]/.test(mode)) return { sources: [], reference: HANDLE, receiver: path };
  const content = engine.readFile(path, call.name, call.place);
  return { ...content, reference: HANDLE, receiver: path };
};

const readPath: Model = (call, engine) => {
  const [path, , callback] = call.args;
  if (path === undefined) return undefined;
  const content = engine.readFile(path, call.name, call.place);
  for (const value of [call.args[1], callback])
    if (value?.reference?.kind === "function")
      engine.invoke(value, [unknown(), content], call.place);
  return content;
};

const readReceiver: Model = (call, engine) =>
  call.receiver === undefined ? undefined : engine.readFile(call.receiver, call.name, call.place);

const writePath: Model = (call, engine) => {
  const [path, content] = call.args;
  if (path !== undefined) engine.writeFile(path, content ?? unknown(), call.name, call.place);
  return unknown();
};

const writeReceiver: Model = (call, engine) => {
  if (call.receiver !== undefined)
    engine.writeFile(call.receiver, call.args[0] ?? unknown(), call.name, call.place);
  return unknown();
};

/** `open(path, "w").write(content)`. */
const writeHandle: Model = (call, engine) => {
  const path = call.receiver?.receiver;
  const [content] = call.args;
  if (path !== undefined && content !== undefined)
    engine.writeFile(path, content, "open", call.place);
  return unknown();
};

/** `json.dump(content, handle)`. */
const dumpTo: Model = (call, engine) => {
  const [content, handle] = call.args;
  if (content !== undefined && handle?.receiver !== undefined)
    engine.writeFile(handle.receiver, content, call.name, call.place);
  return unknown();
};

const copy: Model = (call, engine) => {
  const [from, to] = call.args;
  if (from === undefined || to === undefined) return undefined;
  engine.writeFile(to, engine.readFile(from, call.name, call.place), call.name, call.place);
  return unknown();
};

/** Names of files in a folder lead to what is in them. */
const list: Model = (call, engine) =>
  listFolder(
    call.name.startsWith("pathlib") ? call.receiver : (call.args[0] ?? call.receiver),
    call.name,
    call,
    engine,
  );

function listFolder(
  folder: Value | undefined,
  tool: string,
  call: Parameters<Model>[0],
  engine: Engine,
): Value | undefined {
  if (folder === undefined) return undefined;
  const shape = shapeOf(folder) ?? "";
  const below = shapeOf(call.receiver === folder ? call.args[0] : undefined);
  const path: Value = {
    parts: [below === undefined ? shape : `${shape}/${below}`],
    sources: folder.sources,
  };
  const sources = engine
    .readFile(path, tool, call.place)
    .sources.filter(({ kind }) => kind !== "file");
  return tool.startsWith("pathlib")
    ? { ...unknown(sources), reference: { kind: "path", name: "pathlib.Path()" } }
    : unknown(sources);
}

/** Archives take in files by their paths; the archive file then holds them. */
const archiveOpen: Model = (call, engine) => {
  const [path] = call.args;
  if (path === undefined) return undefined;
  const isWritten = /[wax]/.test((call.args[1] ?? call.named.get("mode"))?.text ?? "r");
  const sources = isWritten ? [] : engine.readFile(path, call.name, call.place).sources;
  return { sources, reference: { kind: "path", name: "archive()" }, receiver: path };
};

const archiveAdd: Model = (call, engine) => {
  const [path] = call.args;
  const archive = call.receiver?.receiver;
  if (path === undefined || archive === undefined) return undefined;
  const content = engine.readFile(path, call.name, call.place);
  const before = engine.contentOf(archive)?.sources ?? [];
  engine.writeFile(archive, unknown([...before, ...content.sources]), call.name, call.place);
  return unknown();
};

const makeArchive: Model = (call, engine) => {
  const [path, , root] = call.args;
  const folder = root ?? call.named.get("root_dir");
  if (path === undefined || folder === undefined) return undefined;
  const content = engine.readFile(folder, call.name, call.place);
  engine.writeFile(path, content, call.name, call.place);
  return { ...unknown(), written: content };
};

/** Removals and changes of rights, by what they are done to. */
const note: Model = (call, engine) => {
  const words = [call.receiver, ...call.args].flatMap(
    (value) => shapeOf(value) ?? (value === undefined ? [] : "…"),
  );
  engine.recorder.call({
    tool: call.name,
    words,
    sources: call.args.flatMap(({ sources }) => sources),
    place: call.place,
    decoding: engine.decoding,
  });
  return unknown();
};

/** What flows into a file is written, what flows into a request is sent. */
function pipe(
  from: Value | undefined,
  target: Value | undefined,
  place: Place,
  engine: Engine,
): Value | undefined {
  if (from === undefined || target === undefined) return target;
  if (target.reference === HANDLE && target.receiver !== undefined)
    engine.writeFile(target.receiver, from, "pipe", place);
  const to = target.reference?.kind === "path" ? target.reference.name : "";
  if (
    /^(?:https?\.request|net\.\w+|tls\.connect|request(?:\.\w+)?|got\.stream(?:\.\w+)?|axios\S*|needle\S*)\(\)/.test(
      to,
    )
  )
    engine.invoke(engine.member(target, known("write"), place), [from], place);
  // Whatever a stream is changed by on its way, it still holds what it was.
  return { ...target, sources: mergeSources([from, target]) };
}

/** A parser holds what stood in the files that it was told to read. */
const parse: Model = (call, engine) => {
  const paths = call.args.flatMap((value) => value.items ?? [value]);
  const read = paths.map((path) => engine.readFile(path, call.name, call.place));
  if (call.receiver !== undefined) addSources(call.receiver, mergeSources(read));
  return undefined;
};

export const fileModels: readonly (readonly [RegExp, Model])[] = [
  [/^configparser\.(?:Raw)?ConfigParser\(\)\.read$/, parse],
  [/^(?:open|io\.open|codecs\.open|aiofiles\.open)$|^pathlib\.Path\(\)\.open$/, open],
  [/^pathlib\.Path\(\)\.read_(?:text|bytes)$/, readReceiver],
  [/^pathlib\.Path\(\)\.write_(?:text|bytes)$/, writeReceiver],
  [/^pathlib\.Path\(\)\.(?:glob|rglob|iterdir|walk)$/, list],
  [/^open\(\)\.(?:write|writelines)$/, writeHandle],
  [/^(?:json|pickle|yaml|marshal|plistlib)\.(?:dump|safe_dump)$/, dumpTo],
  [
    /^fs\.(?:readFile|readFileSync|createReadStream)$|^Deno\.read(?:Text)?File(?:Sync)?$|^Bun\.file$|^IO\.File\.ReadAll\w+$/i,
    readPath,
  ],
  [
    /^fs\.(?:writeFile|writeFileSync|appendFile|appendFileSync)$|^Deno\.write(?:Text)?File(?:Sync)?$|^Bun\.write$|^IO\.File\.WriteAll\w+$/i,
    writePath,
  ],
  [
    /^fs\.createWriteStream$/,
    (call) => ({
      sources: [],
      reference: HANDLE,
      ...(call.args[0] === undefined ? {} : { receiver: call.args[0] }),
    }),
  ],
  [
    /\.pipe$/,
    ({ receiver, args: [target], place }, engine) => pipe(receiver, target, place, engine),
  ],
  [
    /^(?:stream\.)?(?:promises\.)?pipeline$/,
    ({ args, place }, engine) =>
      pipe(
        unknown(mergeSources(args.slice(0, -1))),
        args.findLast(({ reference }) => reference?.kind === "path"),
        place,
        engine,
      ),
  ],
  [
    /^shutil\.(?:copy|copy2|copyfile|copytree|move)$|^fs\.(?:copyFile|copyFileSync|cp|cpSync|rename|renameSync)$|^os\.(?:rename|replace)$/,
    copy,
  ],
  [
    /^(?:os\.(?:listdir|walk|scandir)|glob\.(?:i?glob|globSync|sync)|glob|globby(?:\.\w+)?|fast-glob(?:\.\w+)?|tinyglobby\.\w+|fs\.glob(?:Sync)?|fs\.readdir(?:Sync)?)$/,
    list,
  ],
  [/^(?:zipfile\.ZipFile|tarfile\.open|tarfile\.TarFile(?:\.open)?)$/, archiveOpen],
  [/^(?:sqlite3\.connect|sqlite3\.Database|better-sqlite3|bun:sqlite\.Database)$/, readPath],
  [/^archive\(\)\.(?:add|write)$/, archiveAdd],
  [/^shutil\.make_archive$/, makeArchive],
  [
    oneOf([
      /^(?:shutil\.rmtree|os\.(?:remove|unlink|rmdir|removedirs|chmod|chown|setuid|dup2|kill|fork)|fs\.(?:rm|rmSync|rmdir|rmdirSync|unlink|unlinkSync|chmod|chmodSync))$/,
      /^(?:pathlib\.Path\(\)\.(?:unlink|rmdir|chmod)|winreg\.SetValueEx|winreg\.CreateKey|ctypes\..*VirtualAlloc|ctypes\.CDLL|sys\.settrace|sys\.gettrace)$/,
    ]),
    note,
  ],
];
