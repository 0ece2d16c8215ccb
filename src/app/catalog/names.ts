import type { PreparedSkill } from "./prepare.ts";
import { slug } from "../../skill/index.ts";
import { withoutEnd } from "../../skill/model/index.ts";

export interface NamedSkill {
  readonly prepared: PreparedSkill;
  /** The name in the frontmatter that is served. */
  readonly name: string;
  /** The address: the name, or with a prefix where another skill has the same. Its last part is the name. */
  readonly path: string;
  /** Under which its document and its references stand: the path, but where a contract says another. */
  readonly id: string;
  readonly mend?: string;
  /** The skill that has the short address, where this one shares its name. */
  readonly namesake?: PreparedSkill;
}

/**
 * An address for each skill. Of those whose authors chose the same name the first has the name alone, as in every
 * system that has precedence, and the others the folders that they lie in before it. A name that was made here gives
 * way to any other, and takes a number.
 */
export function nameAll(all: readonly PreparedSkill[]): readonly NamedSkill[] {
  const holders = new Map<string, PreparedSkill>();
  const names = new Map<PreparedSkill, NamedSkill>();
  const later: PreparedSkill[] = [];
  for (const prepared of all) {
    const { name, mend } = prepared.wanted;
    if (mend !== undefined) continue;
    if (holders.has(name)) later.push(prepared);
    else {
      holders.set(name, prepared);
      names.set(prepared, { prepared, name, path: name, id: name });
    }
  }
  const ids = new Set<string>();
  for (const prepared of all) {
    const { name, mend, id } = prepared.wanted;
    if (mend === undefined) continue;
    const free = freeName(name, holders);
    holders.set(free, prepared);
    names.set(prepared, {
      prepared,
      name: free,
      path: free,
      id: id === undefined || ids.has(id) ? free : id,
      mend: mend.replaceAll(`\`${name}\``, `\`${free}\``),
    });
    if (id !== undefined) ids.add(id);
  }
  const addresses = new Addresses(holders.keys());
  for (const prepared of later) {
    const { name } = prepared.wanted;
    const path = addresses.take(prepared.found.inside, name);
    const namesake = holders.get(name);
    names.set(prepared, {
      prepared,
      name,
      path,
      id: documentId(path, name),
      ...(namesake === undefined ? {} : { namesake }),
    });
  }
  return all.flatMap((prepared) => names.get(prepared) ?? []);
}

/** `…/references/document` is the address of a reference, and so never that of a document. */
function documentId(path: string, name: string): string {
  return name === "references" ? `${path}-2` : path;
}

const MAX_NAME = 64;

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = withNumber(name, count);
  return free;
}

function withNumber(name: string, count: number): string {
  const ending = `-${count}`;
  return withoutEnd(name.slice(0, MAX_NAME - ending.length), "-") + ending;
}

/**
 * Addresses of which none is the beginning of another: what stands below the address of a skill are its files, and
 * one address never has two contents.
 */
class Addresses {
  readonly #taken: Set<string>;
  readonly #beginnings = new Set<string>();

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** The shortest free address of the folder: from the root, with the root, or with a number behind the root. */
  take([root = "", ...folders]: readonly string[], name: string): string {
    const parts = folders.map((part) => slug(part, MAX_NAME)).filter((part) => part !== "");
    if (parts.at(-1) === name) parts.pop();
    const base = slug(root, MAX_NAME) || "skills";
    let path = parts.length === 0 ? `${base}/${name}` : [...parts, name].join("/");
    for (let count = 1; !this.#isFree(path); count++) {
      const first = count === 1 ? base : withNumber(base, count);
      path = [first, ...parts, name].join("/");
    }
    this.#taken.add(path);
    for (const beginning of listPrefixes(path)) this.#beginnings.add(beginning);
    return path;
  }

  #isFree(path: string): boolean {
    if (this.#taken.has(path) || this.#beginnings.has(path)) return false;
    return listPrefixes(path).every((beginning) => !this.#taken.has(beginning));
  }
}

function listPrefixes(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}
