import type { GitObject } from "./objects.ts";
import { writePack } from "./pack.ts";
import { DELIMITER, FLUSH, line, onBand, type Packet, packet } from "./pkt-line.ts";
import { type Commit, MAIN, type Repository } from "./repository.ts";
import { type FetchRequest, objectsOf, select, type Selection } from "./select.ts";

/** Reads a file of a commit, by the name of its content. */
export type BlobReader = (commit: Commit) => Promise<ReadonlyMap<string, Uint8Array>>;

const AGENT = "agent=skillwright";
const CAPABILITIES = `side-band-64k shallow no-progress object-format=sha1 ${AGENT}`;

/** The first answer of the protocol that needs no second version. */
export function advertise({ head, references }: Repository): readonly Uint8Array[] {
  const all = [...(head === undefined ? [] : [{ name: "HEAD", id: head }]), ...references];
  const symbolic = head === undefined ? "" : ` symref=HEAD:${MAIN}`;
  const [first = { name: "capabilities^{}", id: "0".repeat(40) }, ...others] = all;
  return [
    line("# service=git-upload-pack"),
    FLUSH,
    packet(`${first.id} ${first.name}\0${CAPABILITIES}${symbolic}\n`),
    ...others.map(({ name, id }) => line(`${id} ${name}`)),
    FLUSH,
  ];
}

/** The first answer of the second version, which tells commands and no references. */
export function advertiseCommands(): readonly Uint8Array[] {
  return [
    line("# service=git-upload-pack"),
    FLUSH,
    line("version 2"),
    line(AGENT),
    line("ls-refs"),
    line("fetch=shallow"),
    line("object-format=sha1"),
    FLUSH,
  ];
}

/**
 * Each is compared with each reference. A client gets more than it asked for where it sends more of them, which the
 * protocol allows: they only save it lines.
 */
const MOST_PREFIXES = 256;

export function listReferences(
  { head, references }: Repository,
  lines: readonly string[],
): readonly Uint8Array[] {
  const prefixes = lines.flatMap((text) =>
    text.startsWith("ref-prefix ") ? [text.slice("ref-prefix ".length)] : [],
  );
  const listsAll = prefixes.length === 0 || prefixes.length > MOST_PREFIXES;
  const isAsked = (name: string): boolean =>
    listsAll || prefixes.some((prefix) => name.startsWith(prefix));
  const target = lines.includes("symrefs") ? ` symref-target:${MAIN}` : "";
  return [
    ...(head === undefined || !isAsked("HEAD") ? [] : [line(`${head} HEAD${target}`)]),
    ...references.filter(({ name }) => isAsked(name)).map(({ name, id }) => line(`${id} ${name}`)),
    FLUSH,
  ];
}

const ID = /^[0-9a-f]{40}$/u;

/** What a client asks for; a text where it asks for what is not offered. */
export function readFetch(packets: readonly Packet[]): FetchRequest | string {
  const found = { want: [] as string[], have: [] as string[], shallow: [] as string[] };
  let depth: number | undefined;
  let isDone = false;
  for (const item of packets) {
    if (item.kind !== "line") continue;
    const [word = "", value = ""] = item.text.split(/[ \0]/u);
    if (word === "want" || word === "have" || word === "shallow") {
      if (!ID.test(value)) return `not a name of an object: ${value.slice(0, 60)}`;
      found[word].push(value);
    } else if (word === "deepen") {
      depth = Number(value);
      if (!Number.isSafeInteger(depth) || depth < 1) return "not a depth";
    } else if (word.startsWith("deepen-") || word === "filter") return `${word} is not offered`;
    else if (word === "done") isDone = true;
  }
  const { want: wants, have: haves, shallow } = found;
  return { wants, haves, shallow, depth, isDone };
}

/** A name that the client wants and nobody offered. */
export function findUnknownCommit(
  { commits }: Repository,
  { wants }: FetchRequest,
): string | undefined {
  return wants.find((id) => !commits.has(id));
}

/** The answer to `fetch` of the second version. */
export async function* answerFetch(
  repository: Repository,
  request: FetchRequest,
  read: BlobReader,
): AsyncGenerator<Uint8Array> {
  const common = request.haves.filter((id) => repository.commits.has(id));
  if (!request.isDone) {
    yield line("acknowledgments");
    if (common.length === 0) yield line("NAK");
    for (const id of common) yield line(`ACK ${id}`);
    if (common.length === 0) {
      yield FLUSH;
      return;
    }
    yield line("ready");
    yield DELIMITER;
  }
  const selection = await select(repository, request);
  if (request.depth !== undefined) {
    yield line("shallow-info");
    yield* shallowLines(selection);
    yield DELIMITER;
  }
  yield line("packfile");
  yield* packOnBand(selection, read);
  yield FLUSH;
}

/** The answer of the first version; every request brings all that was said before. */
export async function* answerUpload(
  repository: Repository,
  request: FetchRequest,
  read: BlobReader,
): AsyncGenerator<Uint8Array> {
  const selection = await select(repository, request);
  if (request.depth !== undefined) {
    yield* shallowLines(selection);
    yield FLUSH;
  }
  const common = request.haves.find((id) => repository.commits.has(id));
  // A client that only asked how deep it can go says more in its next request.
  if (!request.isDone && request.haves.length === 0) return;
  yield line(common === undefined ? "NAK" : `ACK ${common}`);
  if (!request.isDone) return;
  yield* packOnBand(selection, read);
  yield FLUSH;
}

function* shallowLines({ shallow, unshallow }: Selection): Generator<Uint8Array> {
  for (const id of shallow) yield line(`shallow ${id}`);
  for (const id of unshallow) yield line(`unshallow ${id}`);
}

async function* packOnBand(selection: Selection, read: BlobReader): AsyncGenerator<Uint8Array> {
  const missing = new Set<string>();
  for await (const ids of objectsOf(selection.commits))
    for (const id of ids) if (!selection.known.has(id)) missing.add(id);
  const count = missing.size;
  for await (const part of writePack(count, objects(selection, missing, read))) yield* onBand(part);
}

async function* objects(
  { commits }: Selection,
  missing: Set<string>,
  read: BlobReader,
): AsyncGenerator<GitObject> {
  for (const commit of commits) {
    const { object, snapshot } = commit;
    for (const item of [object, ...snapshot.trees]) if (missing.delete(item.id)) yield item;
    if (!snapshot.files.some(({ id }) => missing.has(id))) continue;
    for (const [id, bytes] of await read(commit))
      if (missing.delete(id)) yield { kind: "blob", id, bytes };
  }
}
