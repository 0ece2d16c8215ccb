import type { z } from "zod";
import type { NodeContext, NodePorts, NodeRun } from "../node.ts";
import type { NodeType } from "./forms.ts";

/** What a type of node needs to know of its own data. */
interface NodeBehaviour<Data> {
  /** What a node cannot do without and has not, such as `skill`; a run that comes to it fails there. */
  readonly missing?: (data: Data) => string | undefined;
  /** The variables that its templates name. Throws an `ExpressionError` for an expression that cannot be read. */
  readonly names?: (data: Data) => readonly string[];
  /** Whether it asks the model of the run, since it names none itself. */
  readonly usesRunModel?: (data: Data) => boolean;
  readonly run: (data: Data, context: NodeContext, ports: NodePorts) => NodeRun;
}

/** A type of node: what its data looks like, and what it does with it. */
export interface NodeSpec extends NodeBehaviour<NodeData> {
  readonly type: NodeType;
  /** Fills in what a graph leaves open. Editors keep more on a node, which stays as it is. */
  readonly data: z.ZodType<NodeData>;
}

/** Data of a node, as the schema of its type gives it. */
export interface NodeData {
  readonly [key: string]: unknown;
}

export function defineNode<Schema extends z.ZodType<NodeData>>(
  spec: NodeBehaviour<z.infer<Schema>> & { readonly type: NodeType; readonly data: Schema },
): NodeSpec {
  // The data of a graph has been through the schema of its type, and only then through these functions.
  return spec as unknown as NodeSpec;
}
