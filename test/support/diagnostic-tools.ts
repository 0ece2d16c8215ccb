/** Tools that the conformance suite calls by name, as a provider for our own server. */
import { setTimeout } from "node:timers/promises";
import { inputRequired, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { SkillTool, ToolProvider } from "../../src/serve/mcp/index.ts";

type Result = Awaited<ReturnType<SkillTool["run"]>>;

/** One grey point. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
/** No sample at all. */
const SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const text = { type: "text", text: "This is a simple text response for testing." } as const;
const image = { type: "image", data: PICTURE, mimeType: "image/png" } as const;
const resource = {
  type: "resource",
  resource: {
    uri: "test://embedded-resource",
    mimeType: "text/plain",
    text: "This is an embedded resource content.",
  },
} as const;

const contents: Readonly<Record<string, Result>> = {
  test_simple_text: { content: [text], structuredContent: {} },
  test_image_content: { content: [image], structuredContent: {} },
  test_audio_content: {
    content: [{ type: "audio", data: SOUND, mimeType: "audio/wav" }],
    structuredContent: {},
  },
  test_embedded_resource: { content: [resource], structuredContent: {} },
  test_multiple_content_types: { content: [text, image, resource], structuredContent: {} },
  test_error_handling: {
    isError: true,
    content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
  },
};

function tool(name: string, more: Pick<SkillTool, "run"> & Partial<SkillTool>): SkillTool {
  return {
    name,
    title: name,
    description: "Answers as the conformance suite asks.",
    input: z.object({}),
    output: z.object({}),
    annotations: { readOnlyHint: true },
    icons: [],
    tags: [],
    version: "1.0.0",
    timeoutMs: 90_000,
    ...more,
  };
}

function said(words: string, isError = false): Result {
  return {
    content: [{ type: "text", text: words }],
    ...(isError ? { isError } : { structuredContent: {} }),
  };
}

/** Longer than a call may take that is answered at once. */
const LONG_MS = 800;

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal });
}

function question(message: string, field: string): ReturnType<typeof inputRequired.elicit> {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: { type: "string" } } },
  });
}

const asked: Readonly<Record<string, Readonly<Record<string, ReturnType<typeof question>>>>> = {
  confirm_delete: { confirm: question("Delete it?", "answer") },
  multi_input: { first: question("First?", "answer"), second: question("Second?", "answer") },
};

/** Those that run for long, as tasks. */
const tasks: readonly SkillTool[] = [
  tool("greet", {
    input: z.object({ name: z.string() }),
    run: (input) => Promise.resolve(said(`Hello, ${(input as { readonly name: string }).name}!`)),
  }),
  tool("slow_compute", {
    input: z.object({ seconds: z.number(), label: z.string().optional() }),
    taskSupport: "optional",
    run: async (input, _ports, signal) => {
      await rest((input as { readonly seconds: number }).seconds * 1000, signal);
      return said("Computed.");
    },
  }),
  tool("failing_job", {
    taskSupport: "required",
    run: async (_input, _ports, signal) => {
      await rest(LONG_MS, signal);
      return said("It failed.", true);
    },
  }),
  tool("protocol_error_job", {
    taskSupport: "optional",
    run: async (_input, _ports, signal) => {
      await rest(LONG_MS, signal);
      throw new ProtocolError(ProtocolErrorCode.InternalError, "It broke.");
    },
  }),
  ...Object.entries(asked).map(([name, inputRequests]) =>
    tool(name, {
      input: z.looseObject({}),
      taskSupport: "optional",
      run: async (_input, { responses = {} }, signal) => {
        await rest(LONG_MS, signal);
        const isAnswered = Object.keys(inputRequests).every((key) => key in responses);
        return isAnswered ? said(JSON.stringify(responses)) : inputRequired({ inputRequests });
      },
    }),
  ),
  tool("test_tool_with_task", {
    taskSupport: "required",
    run: async (_input, { responses = {} }, signal) => {
      if (!("user_name" in responses))
        return inputRequired({ inputRequests: { user_name: question("Your name?", "name") } });
      await rest(LONG_MS, signal);
      return said(`Hello, ${JSON.stringify(responses)}!`);
    },
  }),
];

export const diagnosticTools: ToolProvider = {
  id: "diagnostics",
  tools: () => [
    ...Object.entries(contents).map(([name, result]) =>
      tool(name, { run: () => Promise.resolve(result) }),
    ),
    ...tasks,
  ],
};
