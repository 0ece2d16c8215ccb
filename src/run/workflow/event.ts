import type { Source, Thought } from "../execute/index.ts";
import type { FailureReason } from "../models/index.ts";
import type { Json } from "../../skill/index.ts";

/** What a node tells while it works. */
export type NodeEvent =
  | { readonly kind: "thought"; readonly data: NodeThought }
  | { readonly kind: "token"; readonly data: { readonly content: string } }
  | { readonly kind: "citation"; readonly data: { readonly sources: readonly Source[] } };

/** Progress; `type_detail` repeats the type under the name that workflows have for it. */
export type NodeThought = (
  | Thought
  | {
      readonly type: "skill_loaded";
      readonly skill_name: string;
      readonly has_prompt: boolean;
      readonly has_model_config: boolean;
    }
  | {
      readonly type: "condition";
      readonly expression: string;
      readonly branch: string;
    }
  | {
      readonly type: "approval";
      readonly status: "approved" | "refused";
      readonly by: string;
      readonly comment: string;
    }
  | {
      readonly type: "http";
      readonly status: "start";
      readonly method: string;
      readonly url: string;
    }
  | {
      readonly type: "mcp";
      readonly status: "start";
      readonly server: string;
      readonly tool: string;
    }
) & { readonly type_detail?: string };

/** Everything that is told of a run, in its order; `done` is the last. */
export type WorkflowEvent =
  | {
      readonly kind: "workflow_start";
      readonly data: {
        readonly workflow_id: string;
        readonly workflow_name: string;
        readonly execution_id: string;
        /** Another start of the same run: after a failure, or after its server went down. */
        readonly resumed?: true;
      };
    }
  | {
      readonly kind: "node_start";
      readonly data: { readonly node_id: string; readonly node_type: string };
    }
  | {
      readonly kind: NodeEvent["kind"];
      readonly data: NodeEvent["data"] & { readonly node_id: string };
    }
  | {
      readonly kind: "node_complete";
      readonly data: {
        readonly node_id: string;
        readonly output: Json;
        readonly status_code?: number;
        /** Of the attempt that succeeded, without what it has waited for. */
        readonly duration_ms?: number;
        /** It gave this in an earlier run. */
        readonly kept?: true;
      };
    }
  | {
      readonly kind: "node_error";
      readonly data: {
        readonly node_id: string;
        readonly error: string;
        /** Where it was its model that failed. */
        readonly reason?: FailureReason;
        /** What the server answered that refused. */
        readonly status_code?: number;
        /** The run goes on at the edges for errors. */
        readonly handled?: true;
      };
    }
  | {
      readonly kind: "node_retry";
      readonly data: {
        readonly node_id: string;
        readonly error: string;
        /** The attempt that comes next. */
        readonly attempt: number;
        readonly delay_seconds: number;
      };
    }
  | {
      readonly kind: "node_wait";
      readonly data: {
        readonly node_id: string;
        readonly waits_for: "timer" | "approval" | "runs";
        readonly seconds?: number;
        readonly message?: string;
      };
    }
  | { readonly kind: "workflow_complete"; readonly data: { readonly final_output: Json } }
  | {
      readonly kind: "workflow_error";
      readonly data: { readonly error: string; readonly problems?: readonly PublicProblem[] };
    }
  | {
      readonly kind: "done";
      readonly data: { readonly status: "success" | "error"; readonly message: string };
    };

export interface PublicProblem {
  readonly code: string;
  readonly node_id: string | null;
  readonly message: string;
}
