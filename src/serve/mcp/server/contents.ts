import {
  type ReadResourceResult,
  ResourceNotFoundError,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import {
  type Catalog,
  locateSkill,
  type ServedFile,
  type ServedSkill,
  type CatalogView,
  digestOf,
  JSON_TYPE,
  losslessText,
  CATALOG_URI,
  INDEX_URI,
  MANIFEST_FILE,
  readUri,
  type Target,
} from "../../../app/catalog/index.ts";
import { catalogDocument, indexDocument, manifestDocument } from "./documents.ts";
import { buildMeta } from "./meta.ts";

type Content = ReadResourceResult["contents"][number];

/** The content at an address, with a digest over exactly these bytes; fails where nothing is served there. */
export async function readResource(view: CatalogView, uri: string): Promise<ReadResourceResult> {
  const target = readUri(uri);
  if (target !== undefined) await demandTarget(view, target);
  const content = target === undefined ? undefined : await contentOf(view, uri, target);
  if (content !== undefined) return { contents: [content] };
  if (target?.kind === "path" && locateSkill(view.current, target.parts)?.inside === "")
    throw new ResourceNotFoundError(
      uri,
      `${uri} is a directory; read it with resources/directory/read`,
    );
  throw new ResourceNotFoundError(uri);
}

/** What is asked for is scanned first, where nobody has yet. */
async function demandTarget(view: CatalogView, target: Target): Promise<void> {
  if (target.kind === "path") await view.demand(target.parts.join("/"));
  else if (target.kind === "document" || target.kind === "reference") await view.demand(target.id);
  else await view.settled();
}

/** The same answer; fails where it is larger than the connection bears. */
export function fitting(
  result: ReadResourceResult,
  mostBytes: number | undefined,
): ReadResourceResult {
  if (mostBytes === undefined) return result;
  const bytes = result.contents.reduce((sum, content) => sum + travelBytes(content), 0);
  if (bytes <= mostBytes) return result;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `${result.contents[0]?.uri ?? ""} is too large for this connection; start the server with --http to read it`,
  );
}

function travelBytes(content: Content): number {
  return "text" in content
    ? Buffer.byteLength(JSON.stringify(content.text))
    : Buffer.byteLength(content.blob);
}

async function contentOf(
  view: CatalogView,
  uri: string,
  target: Target,
): Promise<Content | undefined> {
  if (target.kind === "index") return json(INDEX_URI, indexDocument(view.current));
  if (target.kind === "catalog") return json(CATALOG_URI, catalogDocument(view.current));
  if (target.kind === "document")
    return readFile(view, uri, byId(target.id), (item) => item.authored);
  if (target.kind === "reference") return readReference(view, uri, target);
  const found = locateSkill(view.current, target.parts);
  if (found === undefined || found.inside === "") return undefined;
  const { skill, inside } = found;
  if (inside === MANIFEST_FILE && !skill.files.has(MANIFEST_FILE))
    return json(uri, manifestDocument(skill));
  return readFile(view, uri, byPath(skill.path), (item) => item.files.get(inside));
}

type Find = (catalog: Catalog) => ServedSkill | undefined;

function byPath(path: string): Find {
  return (catalog) => catalog.byPath.get(path);
}

function byId(id: string): Find {
  return (catalog) => catalog.byId.get(id);
}

function json(uri: string, value: unknown): Content {
  return { uri, mimeType: JSON_TYPE, text: JSON.stringify(value, null, 2) };
}

async function readReference(
  view: CatalogView,
  uri: string,
  { id, reference }: Extract<Target, { readonly kind: "reference" }>,
): Promise<Content | undefined> {
  const found = (catalog: ServedSkill): ReturnType<typeof findReference> =>
    findReference(catalog, reference);
  const content = await readFile(view, uri, byId(id), (skill) => found(skill)?.file);
  const skill = view.current.byId.get(id);
  const item = skill === undefined ? undefined : found(skill);
  if (content === undefined || skill === undefined || item === undefined) return content;
  const meta = { ...content["_meta"], ref_id: item.id, ...buildMeta(skill) };
  return { ...content, mimeType: item.mimeType, _meta: meta };
}

/** By its id, or by one that it had before; an id of today counts more than one of yesterday. */
function findReference(
  { references }: ServedSkill,
  id: string,
): ServedSkill["references"][number] | undefined {
  return (
    references.find((item) => item.id === id) ??
    references.find(({ aliases }) => aliases.includes(id))
  );
}

async function readFile(
  view: CatalogView,
  uri: string,
  find: Find,
  choose: (skill: ServedSkill) => ServedFile | undefined,
): Promise<Content | undefined> {
  const locate = (catalog: Catalog): ServedFile | undefined => {
    const skill = find(catalog);
    return skill === undefined ? undefined : choose(skill);
  };
  const isThere = locate(view.current) !== undefined;
  const read = await view.read(locate);
  if (read === undefined) {
    if (!isThere || locate(view.current) === undefined) return undefined;
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      `${uri} changes too fast to be read; try again`,
    );
  }
  const { file, bytes } = read;
  const { mimeType, path } = file;
  const meta = { skill_id: find(view.current)?.id, path, digest: digestOf(file.sha256) };
  const text = losslessText(bytes);
  if (text !== undefined) return { uri, mimeType, text, _meta: meta };
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return { uri, mimeType, blob, _meta: meta };
}
