import type { Client, ElicitRequestFormParams } from "@modelcontextprotocol/client";
import { registryCodes, registryError } from "../../diagnostics.ts";
import type { McpConnection } from "./connect.ts";

/** What a server wants to know before it goes on with a call. */
export type ToolQuestion = Pick<ElicitRequestFormParams, "message" | "requestedSchema">;

type Values = { readonly [field: string]: string | number | boolean | string[] };

/** Answers it; undefined says no, and fields that are left out have their defaults. */
export type AnswerQuestion = (question: ToolQuestion) => Promise<Values | undefined>;

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** Lets a server ask whoever calls its tools, in either era of the protocol. */
export function answerQuestions(client: Client, answer: AnswerQuestion): void {
  client.registerCapabilities({ elicitation: { form: { applyDefaults: true } } });
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    // Pages that a server wants opened are not declared, and so never rightly asked for.
    const values = params.mode === "url" ? undefined : await answer(params);
    return values === undefined
      ? { action: "decline" }
      : { action: "accept", content: { ...values } };
  });
}

/** Calls a tool that the server lists; one with headers that it could not rightly ask for counts as not listed. */
export async function callTool(
  { client, timeoutMs, shown }: McpConnection,
  name: string,
  input: { readonly [name: string]: unknown },
  signal?: AbortSignal,
): Promise<ToolResult> {
  const options = { timeout: timeoutMs, ...(signal === undefined ? {} : { signal }) };
  const { tools } = await client.listTools({}, options);
  if (!tools.some((tool) => tool.name === name))
    throw registryError(
      registryCodes.unknownTool,
      `\`${shown}\` has no tool \`${name}\` that can be called.`,
      { hint: `It has: ${tools.map((tool) => tool.name).join(", ") || "none"}.` },
    );
  return await client.callTool({ name, arguments: { ...input } }, options);
}
