import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { SERVER_INFO } from "./early/server-info.ts";

/** Behind the address of a server: where what a client needs before it connects is told (SEP-2127). */
export const CARD_SUFFIX = "/server-card";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
/** The newer era is not among those that the SDK lists, which begin with a handshake. */
const NEWEST = "2026-07-28";

/** Who the server is and how it is reached; what it offers is asked of the server itself. */
export function serverCardAnswer(request: Request, url: string, version: string): Response {
  const headers = {
    "content-type": "application/mcp-server-card+json",
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET",
    "access-control-allow-headers": "Content-Type",
    "cache-control": "public, max-age=3600",
  };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
  if (request.method !== "GET" && request.method !== "HEAD")
    return new Response(null, { status: 405, headers: { allow: "GET, HEAD, OPTIONS" } });
  const { title, description, icons } = SERVER_INFO;
  const card = {
    $schema: SCHEMA,
    name: `${reversed(new URL(url).hostname)}/skills`,
    version,
    title,
    description,
    icons,
    remotes: [
      {
        type: "streamable-http",
        url,
        supportedProtocolVersions: [...new Set([NEWEST, ...SUPPORTED_PROTOCOL_VERSIONS])],
      },
    ],
  };
  return new Response(JSON.stringify(card), { headers });
}

/** Names of servers begin with the end of the name of their host; an address is none, and stays as it is. */
function reversed(host: string): string {
  const plain = host.replaceAll(/[[\]]/gu, "").replaceAll(":", "-");
  return /^[\d.]+$/u.test(plain) || !plain.includes(".")
    ? plain
    : plain.split(".").toReversed().join(".");
}
