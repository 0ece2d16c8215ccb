/** What one connection may ask of the process that it leads to, before its first answer is there. */
import type { IncomingMessage, RequestListener } from "node:http";
import type { Duplex } from "node:stream";

/** Pieces of a body that may be as small as they like, and how many bytes the others have at least on average. */
const FREE_PIECES = 1000;
const LEAST_BYTES = 64;

export interface RequestBounds {
  /** Requests that wait for their answers on one connection. */
  readonly mostWaiting: number;
  readonly take: RequestListener;
  /** Hears of a connection that was ended. */
  readonly onEnded?: (connection: Duplex) => void;
}

export interface BoundedRequests {
  readonly take: RequestListener;
  /** Whether a request of the connection waits for the end of its answer. */
  readonly isAnswering: (connection: Duplex) => boolean;
}

/**
 * Ends a connection on which more requests wait for their answers than nearly all clients send behind each other, and
 * one whose body comes in crumbs: each of either costs the process as much as a whole one, and takes a few bytes to send.
 */
export function boundRequests({ mostWaiting, take, onEnded }: RequestBounds): BoundedRequests {
  const waiting = new WeakMap<Duplex, number>();
  const count = (connection: Duplex): number => waiting.get(connection) ?? 0;
  const end = (connection: Duplex): void => {
    connection.destroy();
    onEnded?.(connection);
  };
  return {
    take: (request, response) => {
      const connection: Duplex = request.socket;
      // What came together with the request for which it was ended is read to its end.
      if (connection.destroyed) return;
      if (count(connection) >= mostWaiting) {
        end(connection);
        return;
      }
      waiting.set(connection, count(connection) + 1);
      response.once("close", () => {
        waiting.set(connection, count(connection) - 1);
      });
      boundPieces(request, () => end(connection));
      take(request, response);
    },
    isAnswering: (connection) => count(connection) > 0,
  };
}

/**
 * Ends the body of a request or of an answer that comes in crumbs. The pieces are counted where they come in: behind that
 * each has cost what it costs.
 */
function boundPieces(message: IncomingMessage, end: () => void): void {
  if (message.headers["transfer-encoding"] === undefined) return;
  const push = message.push.bind(message);
  let [pieces, bytes, isOver] = [0, 0, false];
  message.push = (piece: Uint8Array | null, encoding?: BufferEncoding) => {
    // What came together with the piece for which it was ended is read to its end.
    if (isOver) return false;
    pieces += 1;
    bytes += piece?.length ?? 0;
    isOver = pieces > FREE_PIECES && bytes < pieces * LEAST_BYTES;
    if (!isOver) return push(piece, encoding);
    end();
    return false;
  };
}

/** The same for an answer to somebody here. */
export function boundAnswer(response: IncomingMessage): IncomingMessage {
  boundPieces(response, () => response.destroy(new Error("the answer comes in crumbs")));
  return response;
}
