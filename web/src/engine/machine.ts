/**
 * In a page there is no machine. The build puts these functions in the place of `src/platform`: remedies are
 * put into words with them, and nothing is fetched or installed.
 */
export function joinPath(...parts: readonly string[]): string {
  return normalize(parts.filter((part) => part !== "").join("/"));
}

export function resolvePath(...parts: readonly string[]): string {
  const start = parts.findLastIndex((part) => part.startsWith("/"));
  return normalize(`/${parts.slice(Math.max(0, start)).join("/")}`);
}

export function parentOf(path: string): string {
  return normalize(`${path}/..`);
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder.replace(/\/$/u, "")}/`);
}

/** Tells texts apart; it is no protection, and none is needed for words. */
export function hashOf(text: string): string {
  let sum = 5381;
  for (const letter of text) sum = (sum * 33 + (letter.codePointAt(0) ?? 0)) % 4_294_967_296;
  return sum.toString(16).padStart(8, "0");
}

export function isAddress(host: string): boolean {
  return host.includes(":") || /^\d{1,3}(?:\.\d{1,3}){3}$/u.test(host);
}

/** Nothing is fetched from here, so that no address needs to be taken for an open one. */
export function isPublicAddress(_address: string): boolean {
  return false;
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/u.test(host);
}

function normalize(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (part !== "" && part !== "." && !(part === ".." && path.startsWith("/")))
      kept.push(part);
  }
  return `${path.startsWith("/") ? "/" : ""}${kept.join("/")}` || ".";
}
