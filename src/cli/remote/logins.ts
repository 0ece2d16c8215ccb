import {
  failure,
  fileExists,
  joinPath,
  makeFolder,
  readText,
  reasonOf,
  writeFileAtomically,
} from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { findHome } from "../../platform/process/index.ts";
import { withoutEnd } from "../../skill/model/index.ts";

/** Tokens by the addresses of their servers. */
type Logins = { readonly [url: string]: string };

function fileOf(context: Context): string {
  return joinPath(findHome(context.environment), ".skillwright/logins.json");
}

/** The token that was kept for a server. */
export function keptToken(context: Context, url: string): string | undefined {
  return readLogins(fileOf(context))[url];
}

/**
 * Finds the token for an address: only that of a server with the same origin, and with a path that the address begins
 * with, so that none is ever sent elsewhere.
 */
export function tokenFinder(context: Context): (address: URL) => string | undefined {
  const logins = Object.entries(readLogins(fileOf(context))).filter(([url]) => URL.canParse(url));
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
export function knownServers(context: Context): readonly string[] {
  return Object.keys(readLogins(fileOf(context)));
}

export function keepToken(context: Context, url: string, token: string | undefined): string {
  const file = fileOf(context);
  const { [url]: _old, ...others } = readLogins(file);
  const logins = token === undefined ? others : { ...others, [url]: token };
  makeFolder(joinPath(findHome(context.environment), ".skillwright"));
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
