/** Tools of the conformance suite that need more of the protocol than a provider of tools has, on our own factory. */
import {
  fromJsonSchema,
  inputRequired,
  type InputRequests,
  McpServer,
  type McpServerFactory,
} from "@modelcontextprotocol/server";
import { z } from "zod";

const done = { content: [{ type: "text" as const, text: "Done." }] };
const description = "Does what the conformance suite asks.";
const plain = { description, inputSchema: z.object({}) };

/** The server that the factory makes, with these tools on top. */
export function withDiagnostics(factory: McpServerFactory): McpServerFactory {
  return async (context) => {
    const mcp = await factory(context);
    if (!(mcp instanceof McpServer)) throw new Error("The factory makes another kind of server.");
    addPlainTools(mcp);
    addSchemas(mcp);
    addQuestions(mcp);
    return mcp;
  };
}

function addPlainTools(mcp: McpServer): void {
  mcp.registerTool("test_logging_tool", plain, () => done);
  mcp.registerTool("test_tool_with_progress", plain, async (_input, context) => {
    const { _meta: meta, notify } = context.mcpReq;
    const token = meta?.progressToken;
    for (const progress of [0, 50, 100])
      if (token !== undefined)
        await notify({
          method: "notifications/progress",
          params: { progressToken: token, progress, total: 100 },
        });
    return done;
  });
}

function addSchemas(mcp: McpServer): void {
  const address = {
    $anchor: "addressDef",
    type: "object",
    properties: { street: { type: "string" }, city: { type: "string" } },
  };
  const text = { type: "string" };
  mcp.registerTool(
    "json_schema_2020_12_tool",
    {
      description,
      inputSchema: fromJsonSchema({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        $defs: { address },
        properties: {
          name: text,
          address: { $ref: "#/$defs/address" },
          contactMethod: { type: "string", enum: ["phone", "email"] },
          phone: text,
          email: text,
        },
        allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
        if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
        // oxlint-disable-next-line unicorn/no-thenable -- it is a keyword of JSON Schema
        then: { required: ["phone"] },
        else: { required: ["email"] },
        additionalProperties: false,
      }),
    },
    () => done,
  );
  mcp.registerTool(
    "test_header_tool",
    {
      description,
      inputSchema: fromJsonSchema({
        type: "object",
        // The type of schemas does not know the annotation.
        properties: { region: { type: "string", "x-mcp-header": "Region" } as object },
        required: ["region"],
      }),
    },
    () => done,
  );
}

const name = inputRequired.elicit({
  message: "What is your name?",
  requestedSchema: {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
  },
});

const capital = inputRequired.createMessage({
  messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
  maxTokens: 100,
});

const questions: Readonly<Record<string, InputRequests>> = {
  test_streaming_elicitation: { user_name: name },
  test_input_required_result_elicitation: { user_name: name },
  // The client does not say that it can ask a model, so the call must be refused.
  test_missing_capability: { capital_question: capital },
  test_input_required_result_sampling: { capital_question: capital },
  test_input_required_result_list_roots: { client_roots: inputRequired.listRoots() },
};

/** Each asks until every question has its answer. */
function addQuestions(mcp: McpServer): void {
  for (const [tool, inputRequests] of Object.entries(questions))
    mcp.registerTool(tool, plain, (_input, { mcpReq }) => {
      const answers = mcpReq.inputResponses ?? {};
      const isAnswered = Object.keys(inputRequests).every((key) => key in answers);
      if (!isAnswered) return inputRequired({ inputRequests });
      return { content: [{ type: "text", text: `Hello, ${JSON.stringify(answers)}!` }] };
    });
}
