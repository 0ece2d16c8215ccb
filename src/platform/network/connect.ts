import type { ClientRequest, IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { guardListener } from "../guard-listener.ts";
import {
  wrapSocket,
  listenTo,
  type Socket,
  type SocketEnd,
  type SocketListeners,
} from "./socket.ts";

export interface SocketRequest {
  readonly url: string;
  readonly protocol: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Longer messages end the connection. */
  readonly maxBytes: number;
}

export type Connector = (request: SocketRequest, listeners: SocketListeners) => Socket;

/** The code of a connection that ended without a word from the other side. */
const ABNORMAL = 1006;
const LONGEST_BODY = 4096;

export const connectSocket: Connector = (request, listeners) => {
  const webSocket = new WebSocket(request.url, request.protocol, {
    headers: { ...request.headers },
    handshakeTimeout: request.timeoutMs,
    maxPayload: request.maxBytes,
    perMessageDeflate: false,
    followRedirects: false,
  });
  const end = once(listeners.onEnd);
  const cut = (): void => {
    webSocket.terminate();
  };
  webSocket.on(
    "open",
    guardListener(() => listeners.onOpen?.(), cut),
  );
  webSocket.on(
    "unexpected-response",
    guardListener((sent: ClientRequest, response: IncomingMessage) => {
      readRefusal(response, (refusal) => {
        sent.destroy();
        end({ code: ABNORMAL, reason: "", refusal });
      });
    }, cut),
  );
  listenTo(webSocket, { ...listeners, onEnd: end });
  return wrapSocket(webSocket);
};

function readRefusal(
  response: IncomingMessage,
  callback: (refusal: NonNullable<SocketEnd["refusal"]>) => void,
): void {
  const status = response.statusCode ?? 0;
  let body = "";
  const finish = once(() => {
    callback({ status, body });
  });
  const take = (chunk: string): void => {
    body = (body + chunk).slice(0, LONGEST_BODY);
  };
  response.setEncoding("utf8");
  response.on(
    "data",
    guardListener(take, () => {
      finish();
    }),
  );
  response.on("end", finish);
  response.on("error", finish);
  response.on("close", finish);
}

function once<Value extends SocketEnd | void>(
  callback: (value: Value) => void,
): (value: Value) => void {
  let isDone = false;
  return (value) => {
    if (isDone) return;
    isDone = true;
    callback(value);
  };
}
