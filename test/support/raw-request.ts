/** Requests on a bare socket, whose bodies stop wherever a test likes. */
import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface RawRequest {
  readonly write: (bytes: string | Uint8Array) => void;
  /** The first answer, as soon as all of it is there; status 0 where the server hangs up without one. */
  readonly answer: Promise<RawAnswer>;
  /** When the server has hung up. */
  readonly closed: Promise<void>;
  readonly end: () => void;
}

/** Sends the head of a request, and nothing of its body. */
export function beginRequest(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): RawRequest {
  const { hostname, port, host } = new URL(url);
  const head = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n`);
  let received = "";
  const answer = new Promise<RawAnswer>((settle) => {
    const look = (isOver: boolean): void => {
      const found = readAnswer(received, isOver);
      if (found !== undefined) settle(found);
    };
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      received += chunk;
      look(false);
    });
    socket.on("close", () => look(true));
  });
  // A server that has heard enough breaks off, which is a refusal too.
  socket.on("error", () => {});
  return {
    write: (bytes) => socket.write(bytes),
    answer,
    closed: new Promise((settle) => {
      socket.on("close", () => settle());
    }),
    end: () => socket.destroy(),
  };
}

function readAnswer(received: string, isOver: boolean): RawAnswer | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end === -1) return isOver ? { status: 0, headers: {}, text: "" } : undefined;
  const [line = "", ...rest] = received.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    rest.map((item) => {
      const colon = item.indexOf(":");
      return [item.slice(0, colon).toLowerCase(), item.slice(colon + 1).trim()];
    }),
  );
  const text = received.slice(end + 4);
  const isWhole =
    headers["transfer-encoding"] === "chunked"
      ? text.endsWith("0\r\n\r\n")
      : text.length >= Number(headers["content-length"] ?? 0);
  if (!isWhole && !isOver) return undefined;
  return { status: Number(line.split(" ")[1]), headers, text };
}
