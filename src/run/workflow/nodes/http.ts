import { type Json, getPath } from "../../../skill/index.ts";
import type { HttpData } from "../graph.ts";
import type { NodeContext, NodePorts, NodeRun } from "../node.ts";
import { NodeError } from "../node-error.ts";
import { resolveTemplate } from "../template.ts";

const MOST_BYTES = 1024 * 1024;

/** Asks a server on the open network. Any status is an answer. */
export async function* runHttp(
  { method, url: given, headers, body, timeoutSeconds, responsePath }: HttpData,
  { variables, signal }: NodeContext,
  { request }: NodePorts,
): NodeRun {
  if (request === undefined)
    throw new NodeError(
      "HTTP nodes are switched off; the operator can allow them with the setting `httpNodes`",
    );
  const fill = (text: string): string => resolveTemplate(text, variables);
  const url = fill(given).trim();
  if (url === "") throw new NodeError("URL not configured");
  const type = { type: "http", type_detail: "http" } as const;
  yield { kind: "thought", data: { ...type, status: "start", method, url } };
  const answer = await request({
    method,
    url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, fill(value)]),
    ),
    timeoutMs: timeoutSeconds * 1000,
    maxBytes: MOST_BYTES,
    signal,
    ...(body === undefined || method === "GET" ? {} : { body: fill(body) }),
  });
  signal.throwIfAborted();
  if (answer.kind === "failed") throw new NodeError(`HTTP request failed: ${answer.why}`, answer);
  const { status: statusCode, text } = answer;
  if (responsePath === undefined) return { output: text, statusCode };
  return { output: pick(text, responsePath), statusCode };
}

function pick(text: string, path: string): Json {
  let whole: Json;
  try {
    // What JSON holds is plain data.
    whole = JSON.parse(text) as Json;
  } catch (error) {
    throw new NodeError("HTTP answer is not JSON, which `responsePath` asks for", error);
  }
  const steps = path.split(".").filter((part) => part !== "");
  let value: Json | undefined = whole;
  // Digits name a place in a list, and a key where there is a map.
  for (const step of steps)
    value =
      value === undefined
        ? undefined
        : getPath(value, [Array.isArray(value) && /^\d+$/u.test(step) ? Number(step) : step]);
  if (value === undefined) throw new NodeError(`HTTP answer has nothing at '${path}'`);
  return value;
}
