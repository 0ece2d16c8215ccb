import type {
  Client,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
} from "@modelcontextprotocol/client";
import { systemClock } from "../../../platform/machine/index.ts";
import { fail } from "../../errors.ts";
import type { McpConnection } from "./connect.ts";
import { followTask, taskIn } from "./tasks.ts";

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
  client.setRequestHandler("elicitation/create", ({ params }) => answerForm(params, answer));
}

async function answerForm(
  params: ElicitRequestFormParams | ElicitRequestURLParams,
  answer: AnswerQuestion,
): Promise<ElicitResult> {
  // Pages that a server wants opened are not declared, and so never rightly asked for.
  const values = params.mode === "url" ? undefined : await answer(params);
  return values === undefined
    ? { action: "decline" }
    : { action: "accept", content: { ...values } };
}

export interface CallToolOptions {
  readonly signal?: AbortSignal | undefined;
  /** Answers what a task asks in between. */
  readonly answer?: AnswerQuestion;
}

/** Calls a tool that the server lists; one with headers that it could not rightly ask for counts as not listed. */
export async function callTool(
  { client, timeoutMs, shown }: McpConnection,
  name: string,
  input: { readonly [name: string]: unknown },
  { signal, answer }: CallToolOptions = {},
): Promise<ToolResult> {
  const options = { timeout: timeoutMs, ...(signal === undefined ? {} : { signal }) };
  const { tools } = await client.listTools({}, options);
  if (!tools.some((tool) => tool.name === name))
    throw fail("registry/unknown-tool", {
      server: shown,
      name,
      tools: tools.map((tool) => tool.name),
    });
  const result = await client.callTool({ name, arguments: { ...input } }, options);
  const task = taskIn(result);
  if (task === undefined) return result;
  return (await followTask(client, task, {
    timeoutMs,
    wait: (milliseconds) =>
      new Promise((settle) => {
        systemClock.after(milliseconds, settle);
      }),
    ...(answer === undefined
      ? {}
      : { answer: (question) => answerForm(question as ElicitRequestFormParams, answer) }),
  })) as ToolResult;
}
