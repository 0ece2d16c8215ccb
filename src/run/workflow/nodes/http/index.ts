import { z } from "zod";
import { type Json, getPath } from "../../../../skill/index.ts";
import type { NodeContext, NodePorts, NodeRun } from "../../node.ts";
import { NodeError } from "../../node-error.ts";
import { resolveTemplate } from "../../template.ts";
import { choice, text } from "../fields.ts";
import { readJson } from "../read-json.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { httpForm } from "./form.ts";

const MOST_BYTES = 1024 * 1024;

const httpData = z.looseObject({
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).default("GET"),
  url: text.default(""),
  headers: z.record(z.string(), z.string()).default({}),
  body: text.nullish().transform((value) => value ?? undefined),
  timeoutSeconds: z.number().min(1).max(30).default(10),
  responsePath: choice,
  failOnStatus: z.boolean().default(true),
});

export const httpNode: NodeSpec = defineNode({
  type: "http",
  form: httpForm,
  data: httpData.prefault({}),
  run: runHttp,
});

/** Asks a server on the open network. */
async function* runHttp(
  data: z.infer<typeof httpData>,
  { variables, signal }: NodeContext,
  { request }: NodePorts,
): NodeRun {
  const { method, url: given, headers, body, timeoutSeconds, responsePath, failOnStatus } = data;
  if (request === undefined)
    throw new NodeError(
      "HTTP nodes are switched off; the operator can allow them with the setting `httpNodes`",
    );
  const fill = (template: string): string => resolveTemplate(template, variables);
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
  const { status: statusCode, text: said } = answer;
  if (failOnStatus && statusCode >= 400) {
    const message = `HTTP request failed: the server answered with status ${statusCode}`;
    throw new NodeError(message, undefined, undefined, { statusCode, output: said });
  }
  if (responsePath === undefined) return { output: said, statusCode };
  return { output: pick(said, responsePath), statusCode };
}

function pick(said: string, path: string): Json {
  const whole = readJson(said, "HTTP answer");
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
