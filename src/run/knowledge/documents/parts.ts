/** Documents that are written as a zip of XML files, which refer to each other. */
import { readZip } from "../../../platform/archive/index.ts";

/** What a packed document may unfold into; a book of a thousand pages has some 10 MB of XML. */
const EXPANDED = { maxBytes: 48 * 1024 * 1024, maxEntries: 5000 };

export type Parts = ReadonlyMap<string, Uint8Array>;

export function unpackParts(
  bytes: Uint8Array,
  isWanted?: (name: string) => boolean,
): Promise<Parts> {
  return readZip(bytes, EXPANDED, isWanted);
}

export interface XmlVisitor {
  /** Names come without their prefix, those of attributes with it. */
  readonly open?: (name: string, attributes: { readonly [name: string]: string }) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Goes through a part; one that is not there has nothing in it. Entities of the file's own are not read. */
export async function visitXml(bytes: Uint8Array | undefined, visitor: XmlVisitor): Promise<void> {
  if (bytes === undefined) return;
  const [{ Parser }, { decodeText }] = await Promise.all([
    import("htmlparser2"),
    import("./plain.ts"),
  ]);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => visitor.open?.(withoutPrefix(name), attributes),
      ontext: (text) => visitor.text?.(text),
      onclosetag: (name) => visitor.close?.(withoutPrefix(name)),
    },
    { xmlMode: true },
  );
  parser.write(decodeText(bytes));
  parser.end();
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The part that a reference in another one leads to; undefined for what lies outside of the document. */
export function resolvePart(from: string, reference: string): string | undefined {
  const base = `part:///${from.split("/").map(encodeURIComponent).join("/")}`;
  if (!URL.canParse(reference, base)) return undefined;
  const { protocol, host, pathname } = new URL(reference, base);
  if (protocol !== "part:" || host !== "") return undefined;
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return undefined;
  }
}

export interface Relation {
  /** The last word of its type, such as `slide`. */
  readonly type: string;
  readonly part: string;
}

/** What a part of an Office document refers to, by id. */
export async function readRelations(
  parts: Parts,
  part: string,
): Promise<ReadonlyMap<string, Relation>> {
  const slash = part.lastIndexOf("/") + 1;
  const file = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  const relations = new Map<string, Relation>();
  await visitXml(parts.get(file), {
    open: (name, { Id: id, Type: type = "", Target: target = "", TargetMode: mode }) => {
      const found = resolvePart(part, target);
      if (name !== "Relationship" || id === undefined || mode === "External") return;
      if (found !== undefined)
        relations.set(id, { type: type.slice(type.lastIndexOf("/") + 1), part: found });
    },
  });
  return relations;
}

/** The attribute by which an element refers to a relation, whatever the prefix of its namespace. */
export function readRelation(attributes: { readonly [name: string]: string }): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1];
}

/** The main part of an Office document. */
export async function findMain(parts: Parts): Promise<string | undefined> {
  const relations = [...(await readRelations(parts, "")).values()];
  return relations.find(({ type }) => type === "officeDocument")?.part;
}
