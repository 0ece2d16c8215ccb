/** The addresses under which skills are served, and the way back from an address to what it names. */

/** Scheme of the skills extension. */
const SKILL_SCHEME = "skill://";
/** Where the authored files and their references stand. */
const DOCUMENT_BASE = "resource://skills/";
export const INDEX_URI = "skill://index.json";
export const CATALOG_URI = "resource://skills/catalog";

export const TEMPLATES = {
  file: "skill://{+path}",
  manifest: "skill://{+name}/_manifest",
  document: "resource://skills/{+id}/document",
  reference: "resource://skills/{+id}/references/{ref}",
} as const;

export const MANIFEST_FILE = "_manifest";
export const SKILL_FILE = "SKILL.md";

/** The address of a skill's folder by its path, or of a file in it; both with `/` between the parts. */
export function skillUri(path: string, file?: string): string {
  return SKILL_SCHEME + encodePath(file === undefined ? path : `${path}/${file}`);
}

export function documentUri(id: string): string {
  return `${DOCUMENT_BASE}${encodePath(id)}/document`;
}

export function referenceUri(id: string, reference: string): string {
  return `${DOCUMENT_BASE}${encodePath(id)}/references/${encodeURIComponent(reference)}`;
}

function encodePath(path: string): string {
  // Most paths have nothing to escape, and thousands of them are written at a start.
  if (/^[\w./-]*$/.test(path)) return path;
  return path.split("/").map(encodeURIComponent).join("/");
}

/** True for an address under which only this server could serve something about a skill. */
export function isOwnUri(uri: string): boolean {
  const text = uri.trim();
  return text.startsWith(SKILL_SCHEME) || (text.startsWith(DOCUMENT_BASE) && text !== CATALOG_URI);
}

/** What an address asks for. Whether it is there is another question. */
export type Target =
  | { readonly kind: "index" }
  | { readonly kind: "catalog" }
  /** The path of a skill, and of a file or folder in it: which parts are which, the catalog knows. */
  | { readonly kind: "path"; readonly parts: readonly string[] }
  | { readonly kind: "document"; readonly id: string }
  | { readonly kind: "reference"; readonly id: string; readonly reference: string };

/** The longest address that is looked at; no served file has one near to it. */
const MAX_LENGTH = 8192;

/**
 * Reads an address. The parts are compared with what is served and never joined to a path of the machine,
 * so nothing outside a skill can be named; those that no file of ours has are refused at once.
 */
export function readUri(uri: string): Target | undefined {
  if (uri.length > MAX_LENGTH) return undefined;
  if (uri === INDEX_URI) return { kind: "index" };
  if (uri === CATALOG_URI) return { kind: "catalog" };
  if (uri.startsWith(DOCUMENT_BASE)) return readDocumentUri(uri.slice(DOCUMENT_BASE.length));
  if (!uri.startsWith(SKILL_SCHEME)) return undefined;
  const parts = partsOf(uri.slice(SKILL_SCHEME.length));
  return parts === undefined ? undefined : { kind: "path", parts };
}

function readDocumentUri(way: string): Target | undefined {
  const parts = partsOf(way);
  if (parts === undefined) return undefined;
  const last = parts.at(-1);
  if (parts.length >= 3 && parts.at(-2) === "references" && last !== undefined)
    return { kind: "reference", id: parts.slice(0, -2).join("/"), reference: last };
  if (parts.length >= 2 && last === "document")
    return { kind: "document", id: parts.slice(0, -1).join("/") };
  return undefined;
}

/** The decoded parts; undefined where one of them could mean something else to a file system. */
function partsOf(way: string): readonly string[] | undefined {
  const parts: string[] = [];
  for (const part of way.split("/")) {
    const decoded = decode(part);
    if (decoded === undefined || isHostile(decoded)) return undefined;
    parts.push(decoded);
  }
  return parts;
}

function decode(part: string): string | undefined {
  if (/[?#]/.test(part)) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Parts that no served path has: empty ones, dots alone, separators of any system, control characters. */
export function isHostile(part: string): boolean {
  if (part === "" || /^\.+$/.test(part)) return true;
  return /[/\\\u0000-\u001f\u007f]/.test(part);
}
