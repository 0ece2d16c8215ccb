import { z } from "zod";
import { SkillError } from "../../../../skill/index.ts";
import type { NodeContext, NodePorts, NodeRun } from "../../node.ts";
import { NodeError } from "../../node-error.ts";
import { argumentsField, fillArguments } from "../arguments.ts";
import { choice } from "../fields.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { mcpForm } from "./form.ts";

const mcpData = z.looseObject({
  server: choice,
  tool: choice,
  arguments: argumentsField,
  timeoutSeconds: z.number().min(1).max(300).default(30),
});

export const mcpNode: NodeSpec = defineNode({
  type: "mcp",
  form: mcpForm,
  data: mcpData.prefault({}),
  run: callServer,
});

async function* callServer(
  { server, tool, arguments: given, timeoutSeconds }: z.infer<typeof mcpData>,
  { variables, signal }: NodeContext,
  { callMcp }: NodePorts,
): NodeRun {
  if (callMcp === undefined)
    throw new NodeError(
      "There are no MCP servers; the operator can list some with the setting `mcpServers`",
    );
  if (server === undefined) throw new NodeError("Server not selected");
  if (tool === undefined) throw new NodeError("Tool not selected");
  const input = fillArguments(given, variables);
  const type = { type: "mcp", type_detail: "mcp" } as const;
  yield { kind: "thought", data: { ...type, status: "start", server, tool } };
  try {
    const timeoutMs = timeoutSeconds * 1000;
    const { output, isError } = await callMcp({ server, tool, input, timeoutMs, signal });
    signal.throwIfAborted();
    if (isError) {
      const said = typeof output === "string" ? output : JSON.stringify(output);
      throw new NodeError(`Tool '${tool}' failed: ${said}`);
    }
    return { output };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NodeError || !SkillError.isInstance(error)) throw error;
    throw new NodeError(error.diagnostic.message, error);
  }
}
