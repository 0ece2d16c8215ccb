import { createMeter, type RunEvent, withTimeLimit } from "../../execute/index.ts";
import type { FailureReason } from "../../models/index.ts";
import type { NodeEvent } from "../event.ts";
import type { NodeContext, NodePorts, NodeResult } from "../node.ts";
import { NodeError } from "../node-error.ts";

/** The most that a model may take for one node. */
const NODE_SECONDS = 180;

interface Told {
  readonly message: string;
  readonly reason?: FailureReason;
}

function failureOf({ message, reason }: Told): NodeError {
  return new NodeError(message, undefined, reason);
}

/** Tells the events of a run as events of a node; what the model said becomes the output. */
export async function* forward(
  start: (signal: AbortSignal) => AsyncGenerator<RunEvent, void>,
  { signal, onLost }: NodeContext,
  { clock }: NodePorts,
  failure: string,
): AsyncGenerator<NodeEvent, NodeResult> {
  const words: string[] = [];
  const meter = createMeter();
  const message = `${failure}: it timed out (${NODE_SECONDS}s)`;
  let told: Told | undefined;
  let isWhole = false;
  try {
    for await (const event of withTimeLimit(start, {
      clock,
      seconds: NODE_SECONDS,
      signal,
      message,
    })) {
      meter.note(event);
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
        case "asked":
        case "usage":
          break;
        case "error":
          told = event.data;
          break;
        case "done": {
          if (event.data.status === "error") throw failureOf(told ?? event.data);
          const usage = meter.total();
          isWhole = true;
          return { output: words.join(""), ...(usage === undefined ? {} : { usage }) };
        }
      }
    }
    throw new NodeError(failure);
  } finally {
    const lost = isWhole ? undefined : meter.total();
    if (lost !== undefined) onLost?.(lost);
  }
}
