/** Folders as people name them: `~` for the home of somebody, and only the end of what is far down. */
const HOMES = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)(?=[/\\]|$)/u;
const MOST_PARTS = 3;

export function shortPath(path: string): string {
  const short = path.replace(HOMES, "~");
  const parts = short.split(/[/\\]/u);
  return parts.length <= MOST_PARTS + 1 ? short : `…/${parts.slice(-MOST_PARTS + 1).join("/")}`;
}
