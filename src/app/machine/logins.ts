import {
  failure,
  fileExists,
  joinPath,
  makeFolder,
  readText,
  reasonOf,
  writeFileAtomically,
} from "../../platform/index.ts";
import { findHome } from "../../platform/process/index.ts";
import { protectsSecrets } from "../../library/hosts/index.ts";
import { withoutEnd } from "../../skill/model/index.ts";
import type { LocalComputer } from "./local-computer.ts";

type Computer = Pick<LocalComputer, "environment">;

/** Tokens by the addresses of their servers. */
type Logins = { readonly [url: string]: string };

function loginsFile(computer: Computer): string {
  return joinPath(findHome(computer.environment), ".skillwright/logins.json");
}

/** The token that was kept for a server. */
export function findStoredToken(computer: Computer, url: string): string | undefined {
  return readLogins(loginsFile(computer))[url];
}

/**
 * Finds the token for an address: only that of a server with the same origin, and with a path that the address begins
 * with, so that none is ever sent elsewhere.
 */
export function tokenFinder(computer: Computer): (address: URL) => string | undefined {
  const logins = Object.entries(readLogins(loginsFile(computer))).filter(([url]) =>
    URL.canParse(url),
  );
  return (address) =>
    logins.find(([url]) => {
      const server = new URL(url);
      const path = withoutEnd(server.pathname, "/");
      return (
        server.origin === address.origin &&
        (address.pathname === path || address.pathname.startsWith(`${path}/`))
      );
    })?.[1];
}

/** Addresses of servers for which a token is kept. */
export function knownServers(computer: Computer): readonly string[] {
  return Object.keys(readLogins(loginsFile(computer)));
}

export function storeToken(computer: Computer, url: string, token: string | undefined): string {
  const file = loginsFile(computer);
  const { [url]: _old, ...others } = readLogins(file);
  const logins = token === undefined ? others : { ...others, [url]: token };
  makeFolder(joinPath(findHome(computer.environment), ".skillwright"));
  writeFileAtomically(file, `${JSON.stringify(logins, undefined, 2)}\n`, { mode: 0o600 });
  return file;
}

function readLogins(file: string): Logins {
  if (!fileExists(file)) return {};
  try {
    const value: unknown = JSON.parse(readText(file));
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([url, token]) =>
        typeof token === "string" ? [[url, token]] : [],
      ),
    );
  } catch (error) {
    throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
      file,
      hint: "Delete it, and log in again.",
      cause: error,
    });
  }
}

/** Refuses to send a secret over the network unencrypted, unless the user allows it. */
export function requireEncryption(url: URL, isAllowed = false): void {
  if (protectsSecrets(url) || isAllowed) return;
  throw failure(
    "cli/usage",
    `The connection to \`${url.host}\` is not encrypted; beyond this machine, \`https\` is required.`,
    {
      hint: "Passwords, tokens and documents would be readable on the network. Put TLS or a tunnel in front, or allow this with `--plain-text`.",
    },
  );
}
