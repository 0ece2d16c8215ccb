/** A proxy before an S3 server that does what networks and busy servers do, on demand. */
import { once } from "node:events";
import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";

/**
 * `lose-answer`: the server does the write, and the client never hears of it; `overtaken`: 409, nothing done;
 * `broken`: 500, nothing done.
 */
export type Fault = "lose-answer" | "overtaken" | "broken";

export interface FaultyProxy {
  readonly endpoint: string;
  /** What happens to the next writes, one each. */
  readonly faults: Fault[];
  stop(): Promise<void>;
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  const server = createServer((request, response) => {
    const fault = request.method === "PUT" ? faults.shift() : undefined;
    if (fault === "overtaken") refuse(request, response, 409, "ConditionalRequestConflict");
    else if (fault === "broken") refuse(request, response, 500, "InternalError");
    else forward(target, request, response, fault === "lose-answer");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    faults,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  losesAnswer: boolean,
): void {
  const { hostname, port } = new URL(target);
  const { method, url, headers } = request;
  const outgoing = send({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
    if (losesAnswer) {
      answer.resume().on("end", () => request.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  request.pipe(outgoing);
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  code: string,
): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>busy</Message></Error>`;
  request.resume().on("end", () => {
    response.writeHead(status, { "content-type": "application/xml" }).end(body);
  });
}
