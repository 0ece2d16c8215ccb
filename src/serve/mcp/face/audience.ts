import type { McpServer } from "@modelcontextprotocol/server";
import type { CatalogChanges } from "../catalog/diff.ts";

/** What can be told to everyone at once, as the handler of requests over HTTP does. */
export interface Notifier {
  readonly resourcesChanged: () => void;
  readonly promptsChanged: () => void;
  readonly toolsChanged: () => void;
  readonly resourceUpdated: (uri: string) => void;
}

/** What is another than before, in the catalog and in what follows from it. */
export interface Changes extends CatalogChanges {
  readonly toolsListed: boolean;
}

type Era = "legacy" | "modern";

interface Member {
  readonly mcp: McpServer;
  readonly era: Era;
  /** Brings its tools up to date, which tells the client by itself. */
  readonly syncTools: () => void;
  /** Addresses that an older client has subscribed to. */
  readonly subscribed: Set<string>;
}

/** An older client may subscribe to so many addresses. */
const MOST_SUBSCRIPTIONS = 10_000;

/**
 * Everyone who is to hear of changes. A connection of the newer era says itself what it wants to hear, and
 * whoever carries it sorts that out; an older one subscribes to addresses one by one.
 */
export class Audience {
  readonly #members = new Set<Member>();
  readonly #notifiers = new Set<Notifier>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** How many connections are listening. */
  get size(): number {
    return this.#members.size;
  }

  /** Adds a connection for as long as it lasts; a server that answers a single request hears of nothing. */
  join(mcp: McpServer, era: Era, syncTools: (() => void) | undefined): void {
    const subscribed = new Set<string>();
    const { server } = mcp;
    if (era === "legacy") {
      server.setRequestHandler("resources/subscribe", async ({ params }) => {
        if (subscribed.size < MOST_SUBSCRIPTIONS) subscribed.add(params.uri);
        return {};
      });
      server.setRequestHandler("resources/unsubscribe", async ({ params }) => {
        subscribed.delete(params.uri);
        return {};
      });
    }
    if (syncTools === undefined) return;
    const member: Member = { mcp, era, subscribed, syncTools };
    this.#members.add(member);
    const closed = server.onclose;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server has no other way
    server.onclose = () => {
      this.#members.delete(member);
      closed?.();
    };
  }

  add(notifier: Notifier): () => void {
    this.#notifiers.add(notifier);
    return () => this.#notifiers.delete(notifier);
  }

  tell(changes: Changes): void {
    for (const notifier of this.#notifiers) {
      if (changes.toolsListed) notifier.toolsChanged();
      if (changes.resourcesListed) notifier.resourcesChanged();
      if (changes.promptsListed) notifier.promptsChanged();
      for (const uri of changes.updated) notifier.resourceUpdated(uri);
    }
    for (const member of this.#members) this.#tellMember(member, changes);
  }

  #tellMember({ mcp, era, subscribed, syncTools }: Member, changes: Changes): void {
    if (!mcp.isConnected()) return;
    const { server } = mcp;
    const send = (sent: Promise<void>): void => {
      sent.catch(this.#onError);
    };
    if (changes.toolsListed) syncTools();
    if (changes.resourcesListed) send(server.sendResourceListChanged());
    if (changes.promptsListed) send(server.sendPromptListChanged());
    for (const uri of changes.updated)
      if (era === "modern" || subscribed.has(uri)) send(server.sendResourceUpdated({ uri }));
  }
}
