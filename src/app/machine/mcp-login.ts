import {
  failure,
  fileExists,
  joinPath,
  makeFolder,
  parentOf,
  readText,
  reasonOf,
  resolvePath,
  writeFileAtomically,
} from "../../platform/index.ts";
import { findHome, openPage } from "../../platform/process/index.ts";
import type { RegisteredClient, StoredLogin, LoginOptions } from "../../registry/sources/index.ts";
import { isObject } from "../../skill/index.ts";
import type { LocalComputer } from "./local-computer.ts";

/** How to log in to a server of others. */
export interface LoginInput {
  readonly login?: boolean;
  readonly clientFile?: string;
}

type Computer = Pick<LocalComputer, "environment" | "err">;

/** Logins by the addresses of their servers. */
type LoginStore = { readonly [url: string]: StoredLogin };

/** How to log in to a server: by what is kept, and with `--login` by asking the user in a browser. */
export function readLoginOptions(
  computer: Computer,
  { login: asks = false, clientFile }: LoginInput,
  url: URL,
): LoginOptions {
  const server = `${url.origin}${url.pathname}`;
  const client = clientFile === undefined ? undefined : readClient(clientFile);
  return {
    read: () => readLogins(computer)[server] ?? {},
    keep: (login) => {
      writeLogins(computer, { ...readLogins(computer), [server]: login });
    },
    ...(client === undefined ? {} : { client }),
    ...(asks ? { ask: (page) => showPage(computer, page) } : {}),
  };
}

export function forgetMcpLogins(computer: Computer, server: URL): void {
  const logins = Object.entries(readLogins(computer));
  const others = logins.filter(([url]) => new URL(url).origin !== server.origin);
  if (others.length < logins.length) writeLogins(computer, Object.fromEntries(others));
}

async function showPage({ err, environment }: Computer, page: URL): Promise<void> {
  err(`Log in and agree on this page:\n  ${page.href}\n`);
  openPage(page, environment);
}

function settingsFolder({ environment }: Computer): string {
  return joinPath(findHome(environment), ".skillwright");
}

function loginsFile(computer: Computer): string {
  return joinPath(settingsFolder(computer), "mcp-logins.json");
}

function readLogins(computer: Computer): LoginStore {
  const file = loginsFile(computer);
  if (!fileExists(file)) return {};
  const value = readJson(file, "Delete it, and log in again.");
  // Written below by the same program, for the user alone.
  return Object.fromEntries(
    Object.entries(value).filter(([url, login]) => URL.canParse(url) && isObject(login)),
  ) as LoginStore;
}

function writeLogins(computer: Computer, logins: LoginStore): void {
  makeFolder(settingsFolder(computer));
  const text = `${JSON.stringify(logins, undefined, 2)}\n`;
  writeFileAtomically(loginsFile(computer), text, { mode: 0o600 });
}

/** A client that was registered by hand with the issuer of the server. */
function readClient(file: string): RegisteredClient {
  const client = readJson(
    file,
    "It holds a client as its issuer registered it: `client_id` and more.",
  );
  if (typeof client["client_id"] !== "string")
    throw failure("cli/unreadable", "The file has no `client_id`.", { file });
  const whole = withFiles(client, parentOf(resolvePath(file)));
  const secret = SECRETS.find((name) => Object.hasOwn(whole, name));
  if (secret !== undefined && typeof whole["issuer"] !== "string")
    throw failure(
      "cli/unreadable",
      `The client has a \`${secret}\`, but does not name its \`issuer\`.`,
      {
        file,
        hint: "Add the address of the issuer with which it was registered: otherwise the server says who gets the secret.",
      },
    );
  return { ...whole, client_id: client["client_id"] };
}

/** What is worth something to whoever hears it. A server names its issuer itself, so the user has to have named it before. */
const SECRETS: readonly string[] = [
  "client_secret",
  "private_key",
  "assertion",
  "identity_provider",
];

/** Tokens that others renew stand in files of their own: `assertion_file` of a workload, `id_token_file` of a company. */
function withFiles(value: StoredObject, folder: string): StoredObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (isObject(item)) return [name, withFiles(item, folder)];
      const isFile = name.endsWith("_file") && typeof item === "string";
      if (!isFile) return [name, item];
      return [name.slice(0, -"_file".length), readText(resolvePath(folder, item)).trim()];
    }),
  );
}

type StoredObject = { readonly [name: string]: unknown };

function readJson(file: string, hint: string): StoredObject {
  try {
    const value: unknown = JSON.parse(readText(file));
    if (isObject(value)) return value;
    throw new Error("it is no object");
  } catch (error) {
    throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
      file,
      hint,
      cause: error,
    });
  }
}
