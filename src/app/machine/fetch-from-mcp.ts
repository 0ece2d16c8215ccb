import { failure } from "../../platform/index.ts";
import { type FetchedSkill, fetchSkill, readMcpAddress } from "../../registry/sources/index.ts";
import type { LocalComputer } from "./local-computer.ts";
import { type ConnectionInput, withConnection } from "./mcp-connection.ts";

interface Call {
  readonly computer: LocalComputer;
  readonly input: ConnectionInput;
  /** The sources that the user named in this very call. */
  readonly words: readonly string[];
}

/** Fetches a skill of a server of the web; one that has to be started takes more words than one. */
export async function fetchFromMcp(
  place: string,
  name: string | undefined,
  { computer, input, words }: Call,
): Promise<FetchedSkill> {
  const address = readMcpAddress([place]);
  if (address.kind === "stdio")
    throw failure("cli/usage", `\`mcp:${place}\` does not name an MCP server on the web.`, {
      hint: "`skillwright add mcp:stdio#NAME -- COMMAND…` starts one.",
    });
  // A lock file of a stranger names servers too: a token goes only where the user said so in this very call.
  const sendsToken = words.some((word) => originIn(word) === new URL(address.url).origin);
  return await withConnection(
    computer,
    input,
    address,
    (connection) => fetchSkill(connection, name),
    { sendsToken },
  );
}

/** The origin of `mcp:URL#NAME`; undefined for any other word. */
function originIn(word: string): string | undefined {
  const place = word.startsWith("mcp:") ? word.slice("mcp:".length) : "";
  return URL.canParse(place) ? new URL(place).origin : undefined;
}
