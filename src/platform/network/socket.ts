import { type RawData, WebSocket } from "ws";
import { guardListener } from "../guard-listener.ts";

/** One end of a WebSocket connection that carries text. */
export interface Socket {
  /** False when the connection is not open, and the text went nowhere. */
  readonly send: (text: string) => boolean;
  readonly ping: () => void;
  /** Says goodbye and waits for the other end to do the same. */
  readonly close: (code: number, reason: string) => void;
  /** Cuts the connection. */
  readonly terminate: () => void;
}

export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
  /** Set where the connection never came to be: the answer to the request, or why there was none. */
  readonly refusal?: { readonly status: number; readonly body: string };
  readonly failure?: unknown;
}

export interface SocketListeners {
  readonly onOpen?: () => void;
  readonly onText: (text: string) => void;
  readonly onBinary: () => void;
  /** The other end has shown that it lives. */
  readonly onLife: () => void;
  /** Called once, and nothing after it. */
  readonly onEnd: (end: SocketEnd) => void;
}

/** Reasons travel in a frame that holds 123 bytes. */
const LONGEST_REASON = 120;

export function wrapSocket(webSocket: WebSocket): Socket {
  return {
    send: (text) => {
      if (webSocket.readyState !== WebSocket.OPEN) return false;
      webSocket.send(text);
      return true;
    },
    ping: () => {
      if (webSocket.readyState === WebSocket.OPEN) webSocket.ping();
    },
    close: (code, reason) => {
      webSocket.close(code, reason.slice(0, LONGEST_REASON));
    },
    terminate: () => {
      webSocket.terminate();
    },
  };
}

/** Listens from now on; must be called before the first message can arrive. */
export function listenTo(webSocket: WebSocket, listeners: SocketListeners): void {
  let failure: unknown;
  const cut = (error: unknown): void => {
    failure ??= error;
    webSocket.terminate();
  };
  const guarded = <Values extends readonly unknown[]>(
    listener: (...values: Values) => void,
  ): ((...values: Values) => void) => guardListener(listener, cut);
  const live = guarded(() => {
    listeners.onLife();
  });
  webSocket.on(
    "message",
    guarded((data: RawData, isBinary: boolean) => {
      listeners.onLife();
      if (isBinary) listeners.onBinary();
      else listeners.onText(toText(data));
    }),
  );
  webSocket.on("ping", live);
  webSocket.on("pong", live);
  // Without a listener an error would end the process; the end of the connection follows in any case.
  webSocket.on("error", (error) => {
    failure = error;
  });
  webSocket.on(
    "close",
    guarded((code: number, reason: Buffer) => {
      listeners.onEnd({
        code,
        reason: reason.toString("utf8"),
        ...(failure === undefined ? {} : { failure }),
      });
    }),
  );
}

function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.isBuffer(data) ? data.toString("utf8") : Buffer.from(data).toString("utf8");
}
