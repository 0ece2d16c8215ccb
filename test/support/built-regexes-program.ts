/** Loads modules and prints the regular expressions that they build meanwhile, with their places. */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./source.ts";

interface Row {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const rows = new Map<string, Row>();

function note({ source, flags }: RegExp): void {
  // The first line that is not of this file.
  const caller = (new Error().stack ?? "")
    .split("\n")
    .find((line) => line.includes("file://") && !line.includes(import.meta.url));
  const match = /(file:\/\/.+):(\d+):\d+\)?$/u.exec(caller ?? "");
  if (match === null) return;
  const path = relative(root, fileURLToPath(match[1] ?? "")).replaceAll("\\", "/");
  const place = `${path}:${match[2] ?? ""}`;
  rows.set(`${place} ${source} ${flags}`, { place, source, flags });
}

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, parts: [string, string?]) {
    const pattern = new target(...parts);
    note(pattern);
    return pattern;
  },
});

for (const path of process.argv.slice(2)) await import(join(root, path));
process.stdout.write(JSON.stringify([...rows.values()]));
