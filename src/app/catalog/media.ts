/** Media types by the ending of a file name. */
const TYPES: { readonly [ending: string]: string } = {
  md: "text/markdown",
  markdown: "text/markdown",
  txt: "text/plain",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  toml: "application/toml",
  py: "text/x-python",
  sh: "application/x-sh",
  bash: "application/x-sh",
  js: "text/javascript",
  mjs: "text/javascript",
  ts: "text/typescript",
  html: "text/html",
  css: "text/css",
  csv: "text/csv",
  xml: "application/xml",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
  zip: "application/zip",
};

export const MARKDOWN = "text/markdown";
export const JSON_TYPE = "application/json";
/** What a folder is called in listings. */
export const FOLDER_TYPE = "inode/directory";

export function mediaType(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const ending = dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(TYPES, ending)
    ? (TYPES[ending] ?? "application/octet-stream")
    : "application/octet-stream";
}

/** The text of bytes where it says exactly the same; undefined for anything that is no UTF-8. */
export function losslessText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
