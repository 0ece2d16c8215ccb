import { listenHttp } from "../../../platform/network/index.ts";

/** Where the browser of a user brings the answer of an authorization server. */
export interface Callback {
  readonly url: string;
  readonly port: number;
  /** Waits for the answer with this state; others are turned away. */
  readonly expect: (state: string) => void;
  readonly answer: () => Promise<URLSearchParams>;
  readonly close: () => Promise<void>;
}

export const CALLBACK_PATH = "/callback";
const HOST = "127.0.0.1";
const WAIT_MS = 300_000;

/** Listens on this machine alone; takes another port where the one of before is taken. */
export async function openCallback(wantedPort: number): Promise<Callback> {
  const arrived = Promise.withResolvers<URLSearchParams>();
  let expected: string | undefined;
  const fetch = (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== CALLBACK_PATH || request.method !== "GET") return page(404, "Not found.");
    if (expected === undefined || searchParams.get("state") !== expected)
      return page(400, "This answer belongs to another login.");
    arrived.resolve(searchParams);
    return searchParams.has("code")
      ? page(200, "You are logged in. You can close this page.")
      : page(200, "The login was refused. You can close this page.");
  };
  const listen = (port: number) =>
    listenHttp({
      host: HOST,
      port,
      fetch,
      upgrade: () => ({ kind: "refused", response: page(404, "Not found.") }),
      protocol: "none",
      maxMessageBytes: 1,
    });
  const listener = await listen(wantedPort).catch(() => listen(0));
  return {
    port: listener.port,
    url: `http://${HOST}:${listener.port}${CALLBACK_PATH}`,
    expect: (state) => {
      expected = state;
    },
    answer: async () => {
      const late = setTimeout(() => {
        arrived.reject(new Error("the login was not completed within five minutes"));
      }, WAIT_MS);
      try {
        return await arrived.promise;
      } finally {
        clearTimeout(late);
      }
    },
    close: () => listener.close(1000),
  };
}

function page(status: number, text: string): Response {
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Skillwright</title><p>${text}</p></html>\n`,
    {
      status,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        connection: "close",
      },
    },
  );
}
