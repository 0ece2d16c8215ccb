import type { z } from "zod";
import type { NodeContext, NodePorts, NodeRun } from "../node.ts";
import type { NodeData } from "./data.ts";
import type { NodeForm } from "./form.ts";
import { withPolicy } from "./policy.ts";

interface NodeBehaviour<Data> {
  /** Whether it asks the model of the run, since it names none itself. */
  readonly usesRunModel?: (data: Data) => boolean;
  readonly run: (data: Data, context: NodeContext, ports: NodePorts) => NodeRun;
}

/** A type of node: what is told of it, what its data looks like, and what it does with it. */
export interface NodeSpec extends NodeBehaviour<NodeData> {
  /** As graphs name it. */
  readonly type: string;
  readonly form: NodeForm;
  /** Fills in what a graph leaves open. Editors keep more on a node, which stays as it is. */
  readonly data: z.ZodType<NodeData>;
}

export function defineNode<Schema extends z.ZodType<NodeData>>(
  spec: NodeBehaviour<z.infer<Schema>> &
    Pick<NodeSpec, "type" | "form"> & { readonly data: Schema },
): NodeSpec {
  const data: z.ZodType<NodeData> = spec.data;
  // The data of a graph has been through the schema of its type, and only then through these functions.
  return { ...(spec as unknown as NodeSpec), data: data.pipe(withPolicy) };
}
