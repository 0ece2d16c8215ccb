import type { McpServerFactory, Transport } from "@modelcontextprotocol/server";
import { nextTurn } from "../../platform/machine/index.ts";

/**
 * Servers that answer the messages of a batch one after the other, with a turn for everybody else between them. The
 * SDK would begin all of them at once, and what needs no disk or network would be answered in one go.
 */
export function inTurns(factory: McpServerFactory): McpServerFactory {
  return async (request) => {
    const server = await factory(request);
    const connect = server.connect.bind(server);
    server.connect = async (transport: Transport): Promise<void> => {
      await connect(transport);
      const { onmessage } = transport;
      // A transport of the SDK has one handler, and no events to listen to.
      // oxlint-disable-next-line unicorn/prefer-add-event-listener
      if (onmessage !== undefined) transport.onmessage = queued(onmessage.bind(transport));
    };
    return server;
  };
}

type OnMessage = NonNullable<Transport["onmessage"]>;

/** The first is passed on at once; those that come in the same turn wait for turns of their own. */
function queued(onMessage: OnMessage): OnMessage {
  const waiting: Parameters<OnMessage>[] = [];
  let isBusy = false;
  const goOn = async (): Promise<void> => {
    for (;;) {
      await nextTurn();
      const next = waiting.shift();
      if (next === undefined) break;
      onMessage(...next);
    }
    isBusy = false;
  };
  return (...message) => {
    if (isBusy) {
      waiting.push(message);
      return;
    }
    isBusy = true;
    onMessage(...message);
    void goOn();
  };
}
