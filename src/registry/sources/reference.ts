import { kindOf, resolvePath } from "../../platform/index.ts";
import { fail, registryCodes, registryError } from "../errors.ts";
import { isTag } from "../contract/index.ts";
import { ANY, isRange } from "../resolve/index.ts";
import { type GitAddress, readGitAddress } from "./git/index.ts";

/** Where a skill is to come from, as somebody wrote it. */
export type Reference =
  | {
      readonly kind: "registry" | "clawhub";
      /** Where absent, the usual one. */
      readonly server?: string;
      readonly name: string;
      /** A range, or a tag that stands for a version. */
      readonly range: string;
    }
  | { readonly kind: "well-known" | "web"; readonly url: string; readonly name?: string }
  | { readonly kind: "git"; readonly address: GitAddress; readonly name?: string }
  | { readonly kind: "folder" | "archive"; readonly path: string; readonly name?: string }
  /** What follows is read by whoever can connect. */
  | { readonly kind: "mcp"; readonly place: string; readonly name?: string };

const ARCHIVE = /\.(?:zip|tar|tgz|tar\.gz)$/iu;
const SCHEMES = ["registry", "clawhub"] as const;

/** Reads `NAME[@RANGE]`, a path, an address, or one of them with the kind before it; paths count from the folder. */
export function readReference(word: string, folder: string): Reference {
  for (const kind of SCHEMES)
    if (word.startsWith(`${kind}:`)) return readNamed(kind, word.slice(kind.length + 1));
  const [place, name] = splitName(word);
  const named = name === undefined ? {} : { name };
  if (place.startsWith("mcp:")) return { kind: "mcp", place: place.slice(4), ...named };
  if (place.startsWith("well-known:"))
    return { kind: "well-known", url: place.slice("well-known:".length), ...named };
  const git = gitIn(place);
  if (git !== undefined) return { kind: "git", address: readGitAddress(git), ...named };
  if (/^https?:\/\//iu.test(place)) return { kind: "web", url: place, ...named };
  const path = pathIn(place, folder);
  if (path !== undefined)
    return { kind: kindOf(path) === "folder" ? "folder" : "archive", path, ...named };
  return { kind: "registry", ...readWanted(word) };
}

function splitName(word: string): readonly [string, string | undefined] {
  const hash = word.indexOf("#");
  if (hash === -1) return [word, undefined];
  const name = decoded(word.slice(hash + 1));
  return [word.slice(0, hash), name === "" ? undefined : name];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `[SERVER#]NAME[@RANGE]` */
function readNamed(kind: "registry" | "clawhub", text: string): Reference {
  const hash = text.lastIndexOf("#");
  const server = hash === -1 ? undefined : text.slice(0, hash);
  const wanted = readWanted(text.slice(hash + 1));
  return { kind, ...wanted, ...(server === undefined ? {} : { server }) };
}

/** `NAME[@RANGE]`; a name may begin with an `@` itself. */
function readWanted(word: string): { readonly name: string; readonly range: string } {
  const at = word.indexOf("@", 1);
  const name = at === -1 ? word : word.slice(0, at);
  const range = at === -1 ? ANY : word.slice(at + 1).trim();
  if (!/^(?:@[A-Za-z0-9][A-Za-z0-9._-]*\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u.test(name))
    throw registryError(
      registryCodes.unsafePath,
      `The name \`${name}\` is not valid: use letters, digits, dots, hyphens and underscores.`,
      { hint: "A path begins with `./` or `/`." },
    );
  if (!isRange(range) && !isTag(range)) throw fail("registry/invalid-range", { range });
  return { name, range };
}

/** The address of a repository, where the word is one. */
function gitIn(place: string): string | undefined {
  if (place.startsWith("git:") && !place.startsWith("git://")) return place.slice(4);
  if (place.startsWith("git+")) return place.slice(4);
  if (/^[\w.-]+@[\w.-]+:/u.test(place) || /^(?:ssh|git):\/\//u.test(place)) return place;
  const last = place.slice(place.lastIndexOf("/") + 1);
  return /^https?:\/\/[^#]+$/iu.test(place) && /\.git(?:@|$)/iu.test(last) ? place : undefined;
}

/** The path, where the word is one: a bare word is a name, unless it ends as archives do. */
function pathIn(place: string, folder: string): string | undefined {
  if (place.startsWith("file:"))
    return resolvePath(folder, place.slice("file:".length).replace(/^\/\/(?=\/)/u, ""));
  const isPath = /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/])/u.test(place) || ARCHIVE.test(place);
  return isPath ? resolvePath(folder, place) : undefined;
}
