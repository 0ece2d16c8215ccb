import { z } from "zod";
import { isObject } from "../../../skill/model/index.ts";

/** A program that asks to be let in, as it describes itself. */
export interface OAuthClient {
  readonly id: string;
  /** As it calls itself. */
  readonly name: string;
  /** The host at which its description stands, where it was read from there. */
  readonly host?: string;
  readonly redirectUris: readonly string[];
}

/** Gets the description of a program from its own address, for a user or an address; undefined where there is none. */
export type FetchClient = (address: URL, owner: string) => Promise<unknown>;

const MOST_URIS = 10;
const MOST_LENGTH = 500;
const PREFIX = "swc_";

const described = z.object({
  client_name: z.string().max(200).optional(),
  redirect_uris: z.array(z.string().max(MOST_LENGTH)).min(1).max(MOST_URIS),
});

/**
 * Registers a program. Nothing is kept: its id is what it said of itself, so that strangers cannot fill a table, and one
 * that was made up by hand says no more than one that was registered.
 */
export function registerClient(said: unknown): OAuthClient | undefined {
  const { data } = described.safeParse(said);
  if (data === undefined || !data.redirect_uris.every(isAllowedRedirect)) return undefined;
  const name = cleanName(data.client_name ?? "");
  const text = JSON.stringify([name, ...data.redirect_uris]);
  return {
    id: `${PREFIX}${Buffer.from(text).toString("base64url")}`,
    name,
    redirectUris: data.redirect_uris,
  };
}

/** The program behind an id: one that registered, or one whose id is the address of its description. */
export async function findClient(
  id: string,
  owner: string,
  fetchClient: FetchClient,
): Promise<OAuthClient | undefined> {
  if (id.startsWith(PREFIX)) return readId(id);
  const address = URL.parse(id);
  const isAddress =
    address?.protocol === "https:" && address.pathname !== "/" && address.href === id;
  if (address === null || !isAddress || id.length > MOST_LENGTH) return undefined;
  const document = await fetchClient(address, owner);
  // A description counts for the address at which it stands alone.
  if (!isObject(document) || document["client_id"] !== id) return undefined;
  const client = registerClient(document);
  return client === undefined ? undefined : { ...client, id, host: address.host };
}

function readId(id: string): OAuthClient | undefined {
  try {
    const said: unknown = JSON.parse(
      Buffer.from(id.slice(PREFIX.length), "base64url").toString("utf8"),
    );
    if (!Array.isArray(said)) return undefined;
    const [name, ...uris] = said as readonly unknown[];
    const client = registerClient({ client_name: name, redirect_uris: uris });
    return client?.id === id ? client : undefined;
  } catch {
    return undefined;
  }
}

/** Control characters could make the page say something else than what was asked for. */
function cleanName(name: string): string {
  const clean = name.replaceAll(/\p{C}/gu, "").trim().slice(0, 100);
  return clean === "" ? "A program without a name" : clean;
}

/** The protocol allows addresses of the web that are encrypted, and this very machine. */
function isAllowedRedirect(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.hash !== "" || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopback(url);
}

/** A program that waits for its answer on the machine of the browser. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** Letter by letter, but for the port of this machine, which a program takes as it is free. */
export function mayRedirect({ redirectUris }: OAuthClient, wanted: string): boolean {
  if (!isAllowedRedirect(wanted)) return false;
  return (
    redirectUris.includes(wanted) || redirectUris.some((known) => isSameButPort(known, wanted))
  );
}

function isSameButPort(known: string, wanted: string): boolean {
  const [a, b] = [new URL(known), new URL(wanted)];
  if (!isLoopback(a) || !isLoopback(b)) return false;
  b.port = a.port;
  return a.href === b.href;
}
