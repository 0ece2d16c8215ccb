import { registryCodes, registryError } from "../../errors.ts";

/** Where a server of the Model Context Protocol is reached. */
export type McpAddress =
  | { readonly kind: "http"; readonly url: URL }
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly parameters: readonly string[];
    };

/** One word that is an address of the web, or a command with its arguments. */
export function readMcpAddress(words: readonly string[]): McpAddress {
  const [first = "", ...rest] = words;
  if (first === "")
    throw registryError(
      registryCodes.invalidAddress,
      "Missing server: give an address or a command.",
      { hint: "Name `http://127.0.0.1:PORT/mcp`, or `-- COMMAND…` for one that is started." },
    );
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(first))
    return { kind: "stdio", command: first, parameters: rest };
  if (rest.length > 0)
    throw registryError(
      registryCodes.invalidAddress,
      `Nothing can follow an address: remove \`${rest[0] ?? ""}\`.`,
    );
  return { kind: "http", url: readUrl(first) };
}

function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw registryError(
      registryCodes.invalidAddress,
      `The address \`${text}\` does not begin with http:// or https://.`,
    );
  if (url.username !== "" || url.password !== "")
    throw registryError(
      registryCodes.invalidAddress,
      "The address contains a user name or password.",
      { hint: "Addresses end up in files and logs; give a token with `--token-file`." },
    );
  return url;
}

/** The address as it may be shown and kept: no query, which may hold a key, and no value of a secret option. */
export function showAddress(address: McpAddress): string {
  if (address.kind === "stdio")
    return [address.command, ...address.parameters.map(hidden)].join(" ");
  const { origin, pathname } = address.url;
  return `${origin}${pathname}`;
}

const SECRET_OPTION = /^-(?=[\w-]*(?:key|token|secret|password|auth))[\w-]+$/i;

/** A word after an option that sounds like a secret, or behind the `=` of one. */
function hidden(word: string, index: number, words: readonly string[]): string {
  const [option = "", value] = word.split(/=(.*)/s);
  if (value !== undefined && SECRET_OPTION.test(option)) return `${option}=…`;
  return SECRET_OPTION.test(words[index - 1] ?? "") && !word.startsWith("-") ? "…" : word;
}

/** True for an address of this machine, where nobody can listen on the way. */
export function isLoopbackUrl({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}
