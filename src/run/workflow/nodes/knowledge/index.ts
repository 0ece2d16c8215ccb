import { z } from "zod";
import { RETRIEVAL } from "../../../execute/index.ts";
import { SkillError } from "../../../../skill/index.ts";
import type { NodeContext, NodePorts, NodeRun } from "../../node.ts";
import { NodeError } from "../../node-error.ts";
import { toText } from "../../template.ts";
import { choice } from "../fields.ts";
import { defineNode, type NodeSpec } from "../spec.ts";
import { knowledgeForm } from "./form.ts";

/** A model for embeddings may hang. */
const MOST_SECONDS = 60;

const knowledgeData = z.looseObject({ knowledgeBaseId: choice });

export const knowledgeNode: NodeSpec = defineNode({
  type: "knowledge",
  form: knowledgeForm,
  data: knowledgeData.prefault({}),
  run: runKnowledge,
});

/** Looks the input up in a knowledge base; the best passages are the output. */
async function* runKnowledge(
  { knowledgeBaseId: kb_id }: z.infer<typeof knowledgeData>,
  { input, signal }: NodeContext,
  { retrieve, clock }: NodePorts,
): NodeRun {
  if (kb_id === undefined) throw new NodeError("Knowledge base not configured");
  const type = { type: "retrieval", type_detail: "retrieval" } as const;
  const query = toText(input);
  yield { kind: "thought", data: { ...type, status: "start", kb_id, query } };
  if (retrieve === undefined) throw new NodeError("There are no knowledge bases here");
  let sources: Awaited<ReturnType<typeof retrieve>>["sources"];
  const late = new AbortController();
  const cancelTimer = clock.after(MOST_SECONDS * 1000, () => {
    late.abort();
  });
  const limited = AbortSignal.any([signal, late.signal]);
  try {
    ({ sources } = await retrieve(kb_id, query, RETRIEVAL.results, limited));
  } catch (error) {
    signal.throwIfAborted();
    if (late.signal.aborted) throw new NodeError(`Retrieval timed out (${MOST_SECONDS}s)`, error);
    throw new NodeError(
      SkillError.isInstance(error) ? error.diagnostic.message : "Retrieval failed",
      error,
    );
  } finally {
    cancelTimer();
  }
  const results_count = sources.length;
  yield { kind: "thought", data: { ...type, status: "complete", kb_id, results_count } };
  if (sources.length > 0) yield { kind: "citation", data: { sources } };
  const best = sources.slice(0, RETRIEVAL.used);
  return { output: best.map(({ text }, index) => `[${index + 1}] ${text}`).join("\n\n") };
}
