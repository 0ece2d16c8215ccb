export interface TextRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  /** A longer answer counts as none. */
  readonly maxBytes: number;
}

export type TextAnswer =
  | { readonly kind: "answered"; readonly status: number; readonly text: string }
  | { readonly kind: "failed"; readonly why: string; readonly cause?: unknown };

export type Requester = (request: TextRequest) => Promise<TextAnswer>;

const REASONS: { readonly [code: string]: string } = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection broke",
  UND_ERR_SOCKET: "the connection broke",
  ENOTFOUND: "the name of the machine is unknown",
  EAI_AGAIN: "the name of the machine cannot be looked up now",
  EHOSTUNREACH: "the machine cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the machine does not answer",
  UND_ERR_CONNECT_TIMEOUT: "the machine does not answer",
  // `fetch` refuses some ports that belong to other protocols, and gives no code for it.
  "bad port": "the port belongs to another protocol, so that clients refuse it",
};

/** Asks a server and takes its answer as text. Nobody is sent on, so that headers reach no other server. */
export const requestText: Requester = async (request) => {
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: "manual",
      credentials: "omit",
      signal: AbortSignal.timeout(request.timeoutMs),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const text = await readLimited(response, request.maxBytes);
    if (text === undefined) return { kind: "failed", why: "the answer is too long" };
    return { kind: "answered", status: response.status, text };
  } catch (error) {
    return { kind: "failed", why: formatFailure(error), cause: error };
  }
};

async function readLimited(response: Response, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What `fetch` throws says little; its cause, or the first of several, says why. */
export function formatFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "it took too long to answer";
  const { cause } = error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(first instanceof Error)) return error.message;
  const code = "code" in first ? String(first.code) : first.message;
  return REASONS[code] ?? first.message;
}
