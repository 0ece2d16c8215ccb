/** Object types that occur more than once in the client, each declared once under a name. */
import { type FoundType, type NameType, objectType } from "./types.ts";

export interface SharedTypes {
  readonly nameType: NameType;
}

/** Types whose properties say what they are better than the words for where they stand. */
const KNOWN: { readonly [properties: string]: string } = {
  "id,context_window,price": "ModelEntry",
  "path,text": "InlineSkill",
  "line,column,offset": "Position",
  "name,version": "NameAndVersion",
  "email,password": "Credentials",
  "limit,offset": "Page",
  "limit,cursor": "CursorPage",
  "taken,of": "Share",
  "chunk_index,text": "Chunk",
};

interface Seen extends FoundType {
  /** The properties that have the type, by how often. */
  readonly properties: Map<string, number>;
  /** What the operations are about that have it. */
  readonly owners: string[];
  count: number;
}

type Names = ReadonlyMap<string, string>;

/** Prints once to see which types occur more than once, and then with their names. */
export function shareTypes(print: (share: SharedTypes) => readonly string[]): {
  readonly lines: readonly string[];
  readonly declarations: readonly string[];
} {
  const seen = new Map<string, Seen>();
  print({ nameType: (type) => note(seen, type) });
  const shared = [...seen.values()].filter(({ count }) => count > 1);
  let names = nameAll(shared);
  for (;;) {
    const nameType: NameType = ({ text }) => names.get(text);
    const lines = print({ nameType });
    const declarations = shared.flatMap(({ text, schema, property, owner, isAnswer }) => {
      const name = names.get(text);
      if (name === undefined) return [];
      return [
        // No interface: those do not fit where any keys are taken.
        `type ${name} = ${objectType(schema, { indent: "", nameType, property, owner, isAnswer })};`,
        "",
      ];
    });
    const all = [...lines, ...declarations].join("\n");
    // Once where it is declared; what is used once besides stays in its place.
    const needed = new Map([...names].filter(([, name]) => countWord(all, name) > 2));
    if (needed.size === names.size) return { lines, declarations };
    names = needed;
  }
}

function note(seen: Map<string, Seen>, type: FoundType): undefined {
  const { text, property } = type;
  const item = seen.get(text) ?? {
    ...type,
    properties: new Map<string, number>(),
    owners: [],
    count: 0,
  };
  item.count++;
  item.owners.push(type.owner);
  item.properties.set(property, (item.properties.get(property) ?? 0) + 1);
  seen.set(text, item);
}

function countWord(text: string, word: string): number {
  return text.match(new RegExp(`\\b${word}\\b(?!\\??:)`, "gu"))?.length ?? 0;
}

function nameAll(types: readonly Seen[]): Names {
  const names = new Map<string, string>();
  const taken = new Set(["Json", "Operations", "CallOptions", "OperationSpec", "StreamEvent"]);
  for (const type of types) {
    const name = wordsFor(type).find((word) => !taken.has(word));
    if (name === undefined) throw new Error(`No name is left for ${type.text}`);
    taken.add(name);
    names.set(type.text, name);
  }
  return names;
}

function wordsFor({ properties, owners, schema }: Seen): readonly string[] {
  const known = KNOWN[Object.keys(schema.properties ?? {}).join(",")];
  const words = [...properties].toSorted((a, b) => b[1] - a[1]).map(([word]) => toName(word));
  const longer = owners.flatMap((owner) => words.map((word) => `${toName(owner)}${word}`));
  return [...(known === undefined ? [] : [known]), ...words, ...longer].filter(
    (word) => !/^(?:|Body|Query|Param)$/u.test(word),
  );
}

/** `size_bytes` as `SizeByte`. */
function toName(property: string): string {
  const parts = property.split("_").map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return parts
    .join("")
    .replace(/ies$/u, "y")
    .replace(/(?<![su])s$/u, "");
}
