/** Clients that read streams of tokens, of the provider itself or through the server. */
import { Agent, request } from "node:http";

export interface Stream {
  /** Milliseconds until the first token. */
  readonly first: number;
  readonly total: number;
  readonly tokens: number;
  /** Whether every token came, in its order, and the end was told. */
  readonly isWhole: boolean;
}

export type Open = (model: string) => {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly token: RegExp;
  readonly end: string;
};

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

export async function readStream(open: Open, model: string, expected: number): Promise<Stream> {
  const { url, headers, body, token, end } = open(model);
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Stream>();
  const sent = JSON.stringify(body);
  const call = request(
    url,
    {
      method: "POST",
      agent,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(sent),
        ...headers,
      },
    },
    (response) => {
      let first: number | undefined;
      const parts: string[] = [];
      response.setEncoding("utf8").on("data", (part: string) => {
        if (first === undefined && token.test(part)) first = performance.now() - began;
        parts.push(part);
      });
      response.on("error", reject);
      response.on("end", () => {
        const text = parts.join("");
        const said = [...text.matchAll(new RegExp(token, "gu"))].map((found) => Number(found[1]));
        const isInOrder = said.every((word, at) => word === at);
        resolve({
          first: first ?? Number.NaN,
          total: performance.now() - began,
          tokens: said.length,
          isWhole:
            response.statusCode === 200 &&
            isInOrder &&
            said.length === expected &&
            text.includes(end),
        });
      });
    },
  );
  call.on("error", reject);
  call.end(sent);
  return await promise;
}

export function direct(port: string): Open {
  return (model) => ({
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    headers: {},
    body: { model, stream: true, messages: [{ role: "user", content: "Go." }] },
    token: /"content":"w(\d+) "/u,
    end: "[DONE]",
  });
}

export function through(url: string, token: string): Open {
  return (model) => ({
    url: `${url}/api/v1/skills/go/run`,
    headers: { authorization: `Bearer ${token}` },
    body: { model: `ollama:${model}` },
    token: /"content":"w(\d+) "/u,
    end: '"status":"success"',
  });
}

/** So many streams at once, `count` in all. */
export async function readMany(
  open: Open,
  model: string,
  expected: number,
  { count, atOnce }: { readonly count: number; readonly atOnce: number },
): Promise<readonly Stream[]> {
  // One that was idle for long is about to be closed at its other end.
  agent.destroy();
  const streams: Stream[] = [];
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      streams.push(await readStream(open, model, expected));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return streams;
}
