import type { RunEvent } from "../../execute/index.ts";
import { withTimeLimit } from "../../execute/index.ts";
import type { NodeEvent } from "../event.ts";
import type { NodeContext, NodePorts } from "../node.ts";
import { NodeError } from "../node-error.ts";
import type { NodeResult } from "../plan.ts";

/** The most that a model may take for one node. */
const NODE_SECONDS = 180;

/** Tells the events of a run as events of a node; what the model said becomes the output. */
export async function* forward(
  start: (signal: AbortSignal) => AsyncGenerator<RunEvent, void>,
  { signal }: NodeContext,
  { clock }: NodePorts,
  failure: string,
): AsyncGenerator<NodeEvent, NodeResult> {
  const words: string[] = [];
  let usage: NodeResult["usage"];
  const message = `${failure}: it timed out (${NODE_SECONDS}s)`;
  let told: string | undefined;
  for await (const event of withTimeLimit(start, { clock, seconds: NODE_SECONDS, signal, message }))
    switch (event.kind) {
      case "token":
        words.push(event.data.content);
        yield event;
        break;
      case "thought":
        yield { kind: "thought", data: { ...event.data, type_detail: event.data.type } };
        break;
      case "citation":
        yield event;
        break;
      case "usage": {
        const { model: _model, ...counted } = event.data;
        usage = counted;
        break;
      }
      case "error":
        told = event.data.message;
        break;
      case "done":
        if (event.data.status === "error") throw new NodeError(told ?? event.data.message);
        return { output: words.join(""), ...(usage === undefined ? {} : { usage }) };
    }
  throw new NodeError(failure);
}
