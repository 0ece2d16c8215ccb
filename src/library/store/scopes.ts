import { readConflict } from "./core.ts";
import { storeCodes, storeError } from "./diagnostics.ts";
import { type ScopedSkill, selectSkills } from "./scope-list.ts";
import {
  agentPrefix,
  isSkillFile,
  normalizeSkillPath,
  owningSkill,
  readPathOf,
  type ScopeName,
  SKILLS,
} from "./scope-paths.ts";
import type { PutOptions, Store, StoreObject } from "./store.ts";

export interface ScopedFile {
  readonly kind: "file";
  /** As it was asked for. */
  readonly path: string;
  /** The file as it is, byte for byte: as text, or in Base64 where it is no UTF-8. */
  readonly content: string;
  readonly encoding: "utf-8" | "base64";
  /** In bytes. */
  readonly size: number;
  /** ISO 8601. */
  readonly lastModified: string;
  /** The key in the store. */
  readonly resolvedPath: string;
  readonly resolvedSource: ScopeName;
  readonly version: string;
}

/** Both scopes in one: paths from `skills/` on, each once, folders with a slash at their end. */
export interface ScopedFolder {
  readonly kind: "folder";
  readonly path: string;
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

export interface ScopedWrite {
  readonly path: string;
  readonly resolvedPath: string;
  readonly size: number;
  readonly version: string;
}

export interface ScopedEdit extends ScopedWrite {
  /** Where the text came from; what was shared is the agent's own now. */
  readonly resolvedSource: ScopeName;
}

/** What one agent sees of a store: its own skills over those that all agents share. */
export interface Scopes {
  /** Its own skills first, in key order, then the shared ones that no folder of the same name hides. */
  list(): Promise<readonly ScopedSkill[]>;
  /** A file, its own before the shared one; else what is in the folder; undefined: neither is there. */
  read(path: string): Promise<ScopedFile | ScopedFolder | undefined>;
  /** Always to the agent's own skills. The expectation is about its own file. */
  write(path: string, content: string | Uint8Array, options?: PutOptions): Promise<ScopedWrite>;
  /** Changes the text of a file. A shared skill becomes the agent's own first, with all its files. */
  edit(path: string, change: (text: string) => string): Promise<ScopedEdit>;
  /** The path under which the agent reads the skill at a location; undefined: it cannot. */
  readPath(location: string): string | undefined;
}

interface View {
  readonly store: Store;
  readonly agentId: string;
  /** Where the agent's own skills lie. */
  readonly own: string;
}

/** Opens an agent's own skills over the shared ones of a store. */
export function openScopes(store: Store, agentId: string): Scopes {
  const view: View = { store, agentId, own: agentPrefix(agentId) };
  return {
    list: () => list(view),
    read: (path) => read(view, path),
    write: (path, content, options) => write(view, path, content, options),
    edit: (path, change) => edit(view, path, change),
    readPath: (location) => readPathOf(location, agentId),
  };
}

async function list({ store, own, agentId }: View): Promise<readonly ScopedSkill[]> {
  return selectSkills(
    [...(await keysUnder(store, own)), ...(await keysUnder(store, SKILLS))],
    agentId,
  );
}

async function keysUnder(store: Store, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of store.keys(prefix)) keys.push(key);
  return keys;
}

interface ResolvedScope {
  readonly object: StoreObject;
  readonly source: ScopeName;
}

/** `path` is in the form `skills/…`. */
async function resolve({ store, own }: View, path: string): Promise<ResolvedScope | undefined> {
  if (!path.startsWith(SKILLS)) return undefined;
  const agent = await store.get(own + path.slice(SKILLS.length));
  if (agent !== undefined) return { object: agent, source: "agent" };
  const shared = await store.get(path);
  return shared && { object: shared, source: "global" };
}

async function read(view: View, path: string): Promise<ScopedFile | ScopedFolder | undefined> {
  const plain = normalizeSkillPath(path);
  const found = await resolve(view, plain);
  if (found === undefined) return readFolder(view, path, plain);
  const { object, source } = found;
  const text = decode(object.bytes);
  return {
    kind: "file",
    path,
    content: text ?? Buffer.from(object.bytes).toString("base64"),
    encoding: text === undefined ? "base64" : "utf-8",
    size: object.size,
    lastModified: object.modified.toISOString(),
    resolvedPath: object.key,
    resolvedSource: source,
    version: object.version,
  };
}

async function readFolder(
  view: View,
  path: string,
  plain: string,
): Promise<ScopedFolder | undefined> {
  const inside = `${plain}/`.slice(SKILLS.length);
  const files = new Set<string>();
  const directories = new Set<string>();
  for (const scope of [view.own, SKILLS]) {
    for (const key of await keysUnder(view.store, scope + inside)) {
      const [name = "", ...rest] = key.slice((scope + inside).length).split("/");
      if (rest.length === 0) files.add(SKILLS + inside + name);
      else directories.add(`${SKILLS}${inside}${name}/`);
    }
  }
  const isEmpty = files.size === 0 && directories.size === 0;
  if (isEmpty && inside !== "") return undefined;
  return { kind: "folder", path, files: [...files].sort(), directories: [...directories].sort() };
}

async function write(
  { store, own }: View,
  path: string,
  content: string | Uint8Array,
  options: PutOptions = {},
): Promise<ScopedWrite> {
  const plain = normalizeSkillPath(path);
  if (!plain.startsWith(SKILLS)) {
    throw storeError(
      storeCodes.pathInvalid,
      `The path \`${path}\` is not a file below \`${SKILLS}\`.`,
      { hint: "Name the folder of the skill and the file, for example `skills/a/SKILL.md`." },
    );
  }
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const resolvedPath = own + plain.slice(SKILLS.length);
  const version = await store.put(resolvedPath, bytes, options);
  return { path, resolvedPath, size: bytes.length, version };
}

async function edit(
  view: View,
  path: string,
  change: (text: string) => string,
): Promise<ScopedEdit> {
  const plain = normalizeSkillPath(path);
  const found = await resolve(view, plain);
  if (found === undefined) {
    throw storeError(
      storeCodes.notFound,
      `No file \`${path}\`, neither the agent's own nor a shared one.`,
      { hint: "List its folder to see which files there are." },
    );
  }
  const { object, source } = found;
  const text = decode(object.bytes);
  if (text === undefined) {
    throw storeError(
      storeCodes.notText,
      `\`${object.key}\` is not UTF-8 text and cannot be edited.`,
      { hint: "Write the file as a whole instead." },
    );
  }
  const content = change(text);
  const others = source === "agent" ? [] : await sharedSiblings(view, plain);
  // The agent's copy hides the shared skill from the moment its SKILL.md is there: so that comes last.
  for (const key of others.filter((other) => !isSkillFile(other))) await copy(view, key);
  const expect = source === "agent" ? object.version : null;
  const written = await write(view, plain, content, { expect });
  for (const key of others.filter(isSkillFile)) await copy(view, key);
  return { ...written, path, resolvedSource: source };
}

/** The other files of the shared skill that a file belongs to, without those of skills nested in it. */
async function sharedSiblings({ store }: View, path: string): Promise<readonly string[]> {
  const top = path.split("/").slice(0, 2).join("/");
  const keys = new Set(await keysUnder(store, `${top}/`));
  const folder = owningSkill(path, keys);
  if (folder === undefined) return [];
  return [...keys].filter((key) => key !== path && owningSkill(key, keys) === folder);
}

/** What the agent has already stays as it is. */
async function copy({ store, own }: View, key: string): Promise<void> {
  const object = await store.get(key);
  if (object === undefined) return;
  try {
    await store.put(own + key.slice(SKILLS.length), object.bytes, { expect: null });
  } catch (error) {
    if (readConflict(error) === undefined) throw error;
  }
}

/** Keeps a byte order mark, which is part of the file. Undefined: no UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
