import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex, Writable } from "node:stream";
import { guardListener } from "../guard-listener.ts";
import type { Meter } from "./throttle.ts";

/** So much of a refused body is read and thrown away, for so long at most. */
const MOST_DRAINED = 4 * 1024 * 1024;
const DRAIN_MS = 2000;

/**
 * A request that is refused counts as so many bytes, or a run could send them without an end: each one costs the
 * process of the server as much as one that is let through.
 */
const REFUSAL_BYTES = 64 * 1024;

/** Calls back when a refused request has been counted; a run that is over its limit gets no answer. */
export function afterCharge(meter: Meter, stream: Writable, answer: () => void): void {
  const pause = meter.charge(REFUSAL_BYTES);
  if (pause === undefined) {
    stream.destroy();
    return;
  }
  const timer = setTimeout(
    guardListener(
      () => {
        if (!stream.destroyed) answer();
      },
      () => stream.destroy(),
    ),
    pause < 5 ? 0 : pause,
  );
  stream.once("close", () => {
    clearTimeout(timer);
  });
}

export function dropInvalid(meter: Meter, socket: Duplex): void {
  meter.charge(REFUSAL_BYTES);
  socket.destroy();
}

/**
 * The answer goes out before the body is there, and the connection stays until it is: one that is closed before is
 * reset, and the client never reads why it was refused.
 */
export function refuse(
  meter: Meter,
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  reason: string,
): void {
  afterCharge(meter, response, () => {
    sendRefusal(request, response, status, reason);
  });
}

function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  reason: string,
): void {
  // Both ends of an exchange may fail at the same time.
  if (response.headersSent) return;
  const text = `The sandbox refused this request: ${reason}.\n`;
  response.writeHead(status, {
    "content-type": "text/plain",
    "content-length": Buffer.byteLength(text),
    connection: "close",
  });
  response.write(text);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, DRAIN_MS);
  let drained = 0;
  const drain = (chunk: Buffer): void => {
    drained += chunk.length;
    if (drained > MOST_DRAINED) end();
  };
  request.on(
    "data",
    guardListener(drain, () => response.destroy()),
  );
  request.once("end", end);
  request.once("close", end);
  if (request.readableEnded) end();
}
