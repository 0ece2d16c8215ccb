/** Object types that occur more than once in the client, each declared once under a name. */
import {
  type BaseType,
  type FoundType,
  type NameType,
  objectType,
  type Printing,
  propertyTexts,
} from "./types.ts";

export type SharedTypes = Pick<Printing, "nameType" | "findBase">;

/** The least number of properties that are worth a type of their own. */
const FEWEST_SHARED = 4;

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

interface CountedType extends FoundType {
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
  const seen = new Map<string, CountedType>();
  print({ nameType: (type) => note(seen, type), findBase: () => undefined });
  const bases = findBases([...seen.values()]);
  const extended = new Set(bases.values());
  const shared = [...seen.values()].filter((type) => type.count > 1 || extended.has(type));
  let names = nameAll(shared);
  for (;;) {
    const nameType: NameType = ({ text }) => names.get(text);
    const findBase = (text: string): BaseType | undefined => {
      const base = bases.get(text);
      const name = names.get(base?.text ?? "");
      if (base === undefined || name === undefined) return undefined;
      return { name, properties: new Set(Object.keys(base.schema.properties ?? {})) };
    };
    const lines = print({ nameType, findBase });
    const declarations = shared.flatMap(({ text, schema, property, owner, isAnswer }) => {
      const name = names.get(text);
      if (name === undefined) return [];
      return [
        // No interface: those do not fit where any keys are taken.
        `type ${name} = ${objectType(schema, { indent: "", nameType, findBase, property, owner, isAnswer })};`,
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

function note(seen: Map<string, CountedType>, type: FoundType): undefined {
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

/** By the text of a type: the largest other one all of whose properties it has. */
function findBases(types: readonly CountedType[]): ReadonlyMap<string, CountedType> {
  const parts = new Map(
    types.map((type) => [type, [...propertyTexts(type.schema, type.isAnswer)]] as const),
  );
  const bySize = types.toSorted(
    (a, b) => (parts.get(b)?.length ?? 0) - (parts.get(a)?.length ?? 0),
  );
  const bases = new Map<string, CountedType>();
  for (const type of types) {
    const own = propertyTexts(type.schema, type.isAnswer);
    const base = bySize.find((other) => {
      const theirs = parts.get(other) ?? [];
      return (
        other.isAnswer === type.isAnswer &&
        theirs.length >= FEWEST_SHARED &&
        theirs.length < own.size &&
        theirs.every(([name, text]) => own.get(name) === text)
      );
    });
    if (base !== undefined) bases.set(type.text, base);
  }
  return bases;
}

function countWord(text: string, word: string): number {
  return text.match(new RegExp(`\\b${word}\\b(?!\\??:)`, "gu"))?.length ?? 0;
}

function nameAll(types: readonly CountedType[]): Names {
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

function wordsFor({ properties, owners, schema }: CountedType): readonly string[] {
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
