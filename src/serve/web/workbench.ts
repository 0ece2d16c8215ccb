import type { WebFile, WebFiles } from "./files.ts";

/** The page at an address, or undefined where that address is none of the page's. */
export type AnswerPage = (request: Request) => Response | undefined;

/**
 * Nothing of another host, nothing inline: text of a skill that slips through everything else still cannot run.
 * Pictures may be in the text itself (`data:`) or made by the page (`blob:`), never fetched from elsewhere.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const ABSENT =
  "This server was built without the workbench. Its API answers under /api/v1 and is described at /openapi.json.\n";

export function createWorkbench(
  files: WebFiles | undefined,
  reserved: readonly string[],
): AnswerPage {
  return (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const { pathname } = new URL(request.url);
    if (files === undefined) return pathname === "/" ? absent() : undefined;
    const file = files.get(pathname);
    if (file !== undefined && pathname !== "/index.html")
      return answerFile(request, file, pathname.startsWith("/assets/"));
    const index = files.get("/index.html");
    return index !== undefined && isPage(request, pathname, reserved)
      ? answerFile(request, index, false)
      : undefined;
  };
}

/** Addresses of pages have no ending, and only a browser that opens one asks for HTML. */
function isPage(request: Request, pathname: string, reserved: readonly string[]): boolean {
  if (pathname === "/" || pathname === "/index.html") return true;
  if (!/^\/[a-z][a-z-]*(?:\/|$)/u.test(pathname)) return false;
  if (reserved.some((beginning) => `${pathname}/`.startsWith(`/${beginning}/`))) return false;
  return (request.headers.get("accept") ?? "").includes("text/html");
}

function answerFile(request: Request, file: WebFile, isHashed: boolean): Response {
  const headers: Record<string, string> = {
    "content-type": file.type,
    "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": POLICY,
    etag: file.tag,
    vary: "accept-encoding",
  };
  if (request.headers.get("if-none-match")?.includes(file.tag) === true)
    return new Response(null, { status: 304, headers });
  const { bytes, encoding } = chosen(request, file);
  if (encoding !== undefined) headers["content-encoding"] = encoding;
  headers["content-length"] = String(bytes.byteLength);
  const body = request.method === "HEAD" ? null : Uint8Array.from(bytes);
  return new Response(body, { headers });
}

function chosen(
  request: Request,
  { plain, gzip, br }: WebFile,
): { readonly bytes: Uint8Array; readonly encoding?: string } {
  const accepted = request.headers.get("accept-encoding") ?? "";
  if (br !== undefined && accepts(accepted, "br")) return { bytes: br, encoding: "br" };
  if (gzip !== undefined && accepts(accepted, "gzip")) return { bytes: gzip, encoding: "gzip" };
  return { bytes: plain };
}

function accepts(header: string, encoding: string): boolean {
  const entry = header.split(",").find((item) => item.trim().split(";")[0] === encoding);
  return entry !== undefined && !/;\s*q=0(?:\.0*)?\s*$/u.test(entry);
}

function absent(): Response {
  return new Response(ABSENT, {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
