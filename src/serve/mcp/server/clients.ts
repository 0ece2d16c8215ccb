import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { simulateHost } from "../../../library/hosts/index.ts";
import { getKey, isObject, type Json, type JsonObject } from "../../../skill/model/index.ts";
import {
  type CatalogView,
  type ClientFacts,
  findDialect,
  type LiveCatalog,
} from "../../../app/catalog/index.ts";
import { findUser } from "../job-owner.ts";
import type { OnClient } from "./subscribers.ts";

/** Under this name among its capabilities a client says what it is: its system, and its machine. */
export const CLIENT_EXTENSION = "skillwright/client";

/** A machine with a thousand programs and variables needs less. */
export const MOST_FACTS = 65_536;

/** The skills as whoever sent a request is offered them. */
export type ViewOf = (context: ServerContext) => CatalogView | Promise<CatalogView>;

/** Most clients say nothing of their own, and share what this machine offers. */
export function viewsOf(live: LiveCatalog, { server }: McpServer, hear: OnClient): ViewOf {
  return (context) => {
    const envelope: unknown = context.mcpReq.envelope;
    // An older client says it once, at the handshake; a newer one with every request.
    const said = isObject(envelope)
      ? getKey(envelope, CLIENT_CAPABILITIES_META_KEY)
      : server.getClientCapabilities();
    const client = readClient(said, findUser(context.http?.authInfo));
    hear(client);
    return client === undefined ? live : live.viewFor(client);
  };
}

/** The same for lists, whose first page waits for skills that are still to be scanned. */
export async function loadedView(
  viewOf: ViewOf,
  context: ServerContext,
  cursor?: string,
): Promise<CatalogView> {
  const view = await viewOf(context);
  if (cursor === undefined) await view.settled();
  return view;
}

/** What the capabilities of a client say of it; what cannot be is refused once it asks for something. */
export function clientIn(capabilities: unknown, user?: string): ClientFacts | undefined {
  try {
    return readClient(capabilities, user);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/** The same for a message of the newer era, which says it beside every request. */
export function readClientFacts(message: unknown, user?: string): ClientFacts | undefined {
  const params = isObject(message) ? getKey(message, "params") : undefined;
  const meta = isObject(params) ? getKey(params, "_meta") : undefined;
  const said = isObject(meta) ? getKey(meta, CLIENT_CAPABILITIES_META_KEY) : undefined;
  return clientIn(said, user);
}

/** The request with which a client of the newer era asks to hear of changes. */
export const LISTEN_METHOD = "subscriptions/listen";

function readClient(capabilities: unknown, user: string | undefined): ClientFacts | undefined {
  const facts = { ...readFacts(capabilities), ...(user === undefined ? {} : { user }) };
  return Object.keys(facts).length === 0 ? undefined : { ...facts, key: keyOf(facts) };
}

function readFacts(capabilities: unknown): Pick<ClientFacts, "as" | "host"> {
  if (!isObject(capabilities)) return {};
  const said = ["extensions", "experimental"]
    .map((group) => getKey(capabilities, group))
    .map((group) => (isObject(group) ? getKey(group, CLIENT_EXTENSION) : undefined))
    .find((item) => item !== undefined);
  if (!isObject(said)) return {};
  const { length } = JSON.stringify(said);
  if (length > MOST_FACTS)
    throw refused(`The facts of a client can have ${MOST_FACTS} characters, not ${length}.`);
  const host = getKey(said, "host");
  return {
    ...systemOf(getKey(said, "as")),
    ...(host === undefined ? {} : hostOf(host)),
  };
}

/** What makes no difference to what a client is offered is not in it, so that it shares a catalog with others. */
function keyOf({ as, host, user }: Omit<ClientFacts, "key">): string {
  if (host === undefined) return JSON.stringify([as?.id, user]);
  const { env, bins, capabilities, ...rest } = host;
  const programs = Object.entries(bins).map((entry) => JSON.stringify(entry));
  const sorted = [env.toSorted(), programs.toSorted(), capabilities.toSorted()];
  return JSON.stringify([as?.id, user, ...sorted, rest]);
}

function systemOf(id: JsonObject[string] | undefined): Pick<ClientFacts, "as"> {
  if (id === undefined) return {};
  const as = typeof id === "string" ? findDialect(id) : undefined;
  if (as !== undefined) return { as };
  throw refused(`\`${JSON.stringify(id)}\` in \`as\` is not the id of a format.`);
}

function hostOf(said: Json): Pick<ClientFacts, "host"> {
  const { value, diagnostics } = simulateHost(said);
  if (value !== undefined) return { host: value };
  throw refused(diagnostics.map(({ message }) => message).join(" "));
}

function refused(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${CLIENT_EXTENSION}: ${message}`);
}
