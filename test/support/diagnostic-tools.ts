/** Tools that the conformance suite calls by name, as a provider for our own server. */
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

export const diagnosticTools: ToolProvider = {
  id: "diagnostics",
  tools: () =>
    Object.entries(contents).map(([name, result]) => ({
      name,
      title: name,
      description: "Answers as the conformance suite asks.",
      input: z.object({}),
      output: z.object({}),
      annotations: { readOnlyHint: true },
      icons: [],
      tags: [],
      version: "1.0.0",
      timeoutMs: 10_000,
      run: () => Promise.resolve(result),
    })),
};
