import {
  listFolder,
  readBytes,
  joinPath,
  fileExists,
  computeSha256,
} from "../../platform/index.ts";

/** A file of the page with the smaller forms that the build made of it. */
export interface WebFile {
  readonly type: string;
  readonly tag: string;
  readonly plain: Uint8Array;
  readonly gzip?: Uint8Array;
  readonly br?: Uint8Array;
}

/** The files by their address. */
export type WebFiles = ReadonlyMap<string, WebFile>;

const TYPES: { readonly [ending: string]: string } = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  woff2: "font/woff2",
};

/**
 * Reads the built page into memory, so that a build that takes its place meanwhile cannot mix two of them in one
 * visit. Undefined where there is none.
 */
export function loadWebFiles(folder: string): WebFiles | undefined {
  if (!fileExists(joinPath(folder, "index.html"))) return undefined;
  const files = new Map<string, WebFile>();
  for (const path of pathsIn(folder)) {
    const type = TYPES[/\.([a-z0-9]+)$/u.exec(path)?.[1] ?? ""];
    if (type === undefined) continue;
    const plain = readBytes(joinPath(folder, path));
    files.set(`/${path}`, {
      type,
      tag: `"${computeSha256(plain).slice(0, 22)}"`,
      plain,
      ...smaller(folder, path),
    });
  }
  return files;
}

function smaller(folder: string, path: string): Pick<WebFile, "gzip" | "br"> {
  const gzip = joinPath(folder, `${path}.gz`);
  const br = joinPath(folder, `${path}.br`);
  return {
    ...(fileExists(gzip) ? { gzip: readBytes(gzip) } : {}),
    ...(fileExists(br) ? { br: readBytes(br) } : {}),
  };
}

/** What begins with a dot belongs to the build. */
function pathsIn(folder: string): readonly string[] {
  const paths = listFolder(folder).map(({ path }) => path);
  return paths.filter((path) => !path.split("/").some((part) => part.startsWith(".")));
}
