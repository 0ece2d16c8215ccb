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
    addRounds(mcp);
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
  test_sampling: { capital_question: capital },
  // Its client can ask a model and nobody else.
  test_input_required_result_capabilities: { capital_question: capital },
};

const roots = inputRequired.listRoots();

/** Those that keep something between the rounds, which the client sends back. */
const rounds: Readonly<Record<string, readonly InputRequests[]>> = {
  test_input_required_result_request_state: [{ confirm: name }],
  test_input_required_result_multiple_inputs: [
    { user_name: name, greeting: capital, client_roots: roots },
  ],
  test_input_required_result_multi_round: [{ step1: name }, { step2: name }],
};

function addRounds(mcp: McpServer): void {
  for (const [tool, asked] of Object.entries(rounds))
    mcp.registerTool(tool, plain, (_input, { mcpReq }) => {
      const state = mcpReq.requestState();
      const round = state === undefined ? 0 : Number(state);
      const inputRequests = asked[round];
      if (inputRequests === undefined) return { content: [{ type: "text", text: "state-ok" }] };
      return inputRequired({ inputRequests, requestState: String(round + 1) });
    });
}

const choices = ["option1", "option2", "option3"];
const titled = ["First", "Second", "Third"].map((title, index) => ({
  const: `value${index + 1}`,
  title: `${title} Option`,
}));

const forms: Readonly<
  Record<string, Parameters<typeof inputRequired.elicit>[0]["requestedSchema"]>
> = {
  test_elicitation_sep1034_defaults: {
    type: "object",
    properties: {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    },
  },
  test_elicitation_sep1330_enums: {
    type: "object",
    properties: {
      untitledSingle: { type: "string", enum: choices },
      titledSingle: { type: "string", oneOf: titled },
      legacyEnum: {
        type: "string",
        enum: ["opt1", "opt2", "opt3"],
        enumNames: ["Option One", "Option Two", "Option Three"],
      },
      untitledMulti: { type: "array", items: { type: "string", enum: choices } },
      titledMulti: { type: "array", items: { anyOf: titled } },
    },
  },
  test_elicitation: {
    type: "object",
    properties: {
      username: { type: "string", description: "User's response" },
      email: { type: "string", description: "User's email address" },
    },
    required: ["username", "email"],
  },
};

/** Each asks until every question has its answer. */
function addQuestions(mcp: McpServer): void {
  for (const [tool, requestedSchema] of Object.entries(forms))
    mcp.registerTool(
      tool,
      { description, inputSchema: z.looseObject({}) },
      (_input, { mcpReq }) => {
        const { form } = mcpReq.inputResponses ?? {};
        if (form !== undefined)
          return {
            content: [{ type: "text", text: `Elicitation completed: ${JSON.stringify(form)}` }],
          };
        const asked = inputRequired.elicit({ message: "Please fill this in.", requestedSchema });
        return inputRequired({ inputRequests: { form: asked } });
      },
    );
  for (const [tool, inputRequests] of Object.entries(questions))
    mcp.registerTool(
      tool,
      { description, inputSchema: z.looseObject({}) },
      (_input, { mcpReq }) => {
        const answers = mcpReq.inputResponses ?? {};
        const isAnswered = Object.keys(inputRequests).every((key) => key in answers);
        if (!isAnswered) return inputRequired({ inputRequests });
        return { content: [{ type: "text", text: `Hello, ${JSON.stringify(answers)}!` }] };
      },
    );
}
