import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CatalogChanges, ClientFacts, ChangeListener } from "../../../app/catalog/index.ts";

/** What can be told to everyone at once, as the handler of requests over HTTP does. */
export interface Notifier {
  readonly resourcesChanged: () => void;
  readonly promptsChanged: () => void;
  readonly toolsChanged: () => void;
  readonly resourceUpdated: (uri: string) => void;
}

type Era = "legacy" | "modern";

interface Member {
  readonly mcp: McpServer;
  readonly era: Era;
  /** Brings its tools up to date, which tells the client by itself. */
  readonly syncTools: () => void;
  /** Addresses that an older client has subscribed to. */
  readonly subscribed: Set<string>;
  /** What it says of itself, and the end of what it hears for that. */
  own?: { readonly key: string; readonly forget: () => void };
}

/** Has a listener hear of what changes for clients that say something of themselves. */
export type Follow = (client: ClientFacts, listener: ChangeListener) => () => void;

/** Takes what a connection says of itself; undefined where it says nothing. */
export type OnClient = (client: ClientFacts | undefined) => void;

/** An older client may subscribe to addresses of so many bytes together. */
const MOST_SUBSCRIBED = 128 * 1024;
/** What an address takes besides its characters. */
const ADDRESS_BYTES = 64;

/**
 * Everyone who is to hear of changes. A connection of the newer era says itself what it wants to hear, and
 * whoever carries it sorts that out; an older one subscribes to addresses one by one.
 */
export class Subscribers {
  readonly #members = new Set<Member>();
  readonly #notifiers = new Set<Notifier>();
  readonly #follow: Follow;
  readonly #onError: (error: unknown) => void;

  constructor(follow: Follow, onError: (error: unknown) => void) {
    this.#follow = follow;
    this.#onError = onError;
  }

  /** How many connections are listening. */
  get size(): number {
    return this.#members.size;
  }

  /** Adds a connection for as long as it lasts; a server that answers a single request hears of nothing. */
  join(mcp: McpServer, era: Era, syncTools: (() => void) | undefined): OnClient {
    const subscribed = new Set<string>();
    let bytes = 0;
    const { server } = mcp;
    if (era === "legacy") {
      server.setRequestHandler("resources/subscribe", async ({ params }) => {
        const { uri } = params;
        if (subscribed.has(uri)) return {};
        if (bytes + bytesOf(uri) > MOST_SUBSCRIBED)
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            "You have subscribed to too many addresses. Unsubscribe from one of them first.",
          );
        subscribed.add(uri);
        bytes += bytesOf(uri);
        return {};
      });
      server.setRequestHandler("resources/unsubscribe", async ({ params }) => {
        if (subscribed.delete(params.uri)) bytes -= bytesOf(params.uri);
        return {};
      });
    }
    if (syncTools === undefined) return () => {};
    const member: Member = { mcp, era, subscribed, syncTools };
    this.#members.add(member);
    const closed = server.onclose;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server has no other way
    server.onclose = () => {
      this.#members.delete(member);
      member.own?.forget();
      closed?.();
    };
    return (client) => this.#hear(member, client);
  }

  /** From now on the connection hears of what changes for it, and no longer of what changes here. */
  #hear(member: Member, client: ClientFacts | undefined): void {
    if (member.own?.key === client?.key || !this.#members.has(member)) return;
    member.own?.forget();
    delete member.own;
    if (client === undefined) return;
    const forget = this.#follow(client, (changes) => this.#tellMember(member, changes));
    member.own = { key: client.key, forget };
  }

  /** The same for whoever carries a client's wishes by itself. */
  addFor(client: ClientFacts, notifier: Notifier): () => void {
    return this.#follow(client, (changes) => notifySubscribers(notifier, changes));
  }

  add(notifier: Notifier): () => void {
    this.#notifiers.add(notifier);
    return () => this.#notifiers.delete(notifier);
  }

  tell(changes: CatalogChanges, areToolsOther: boolean): void {
    for (const notifier of this.#notifiers) {
      if (areToolsOther) notifier.toolsChanged();
      notifySubscribers(notifier, changes);
    }
    for (const member of this.#members) {
      if (areToolsOther && member.mcp.isConnected()) member.syncTools();
      if (member.own === undefined) this.#tellMember(member, changes);
    }
  }

  /** Brings the tools of all connections up to date where nothing new is to be told: nobody has seen those before. */
  syncTools(): void {
    for (const { mcp, syncTools } of this.#members) {
      const tell = mcp.sendToolListChanged.bind(mcp);
      mcp.sendToolListChanged = () => {};
      syncTools();
      mcp.sendToolListChanged = tell;
    }
  }

  #tellMember({ mcp, era, subscribed }: Member, changes: CatalogChanges): void {
    if (!mcp.isConnected()) return;
    const { server } = mcp;
    const send = (sent: Promise<void>): void => {
      sent.catch(this.#onError);
    };
    if (changes.resourcesListed) send(server.sendResourceListChanged());
    if (changes.promptsListed) send(server.sendPromptListChanged());
    if (era === "legacy" && subscribed.size === 0) return;
    for (const uri of changes.updated)
      if (era === "modern" || subscribed.has(uri)) send(server.sendResourceUpdated({ uri }));
  }
}

function bytesOf(address: string): number {
  return ADDRESS_BYTES + 2 * address.length;
}

function notifySubscribers(notifier: Notifier, changes: CatalogChanges): void {
  if (changes.resourcesListed) notifier.resourcesChanged();
  if (changes.promptsListed) notifier.promptsChanged();
  for (const uri of changes.updated) notifier.resourceUpdated(uri);
}
