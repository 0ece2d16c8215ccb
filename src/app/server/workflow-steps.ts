import type { Json, StreamEvent } from "../../client/index.ts";
import type { Step } from "../text.ts";
import { toSteps } from "../run/events.text.ts";

/** How a run of a workflow ended. */
export interface WorkflowEnd {
  readonly isFine: boolean;
  /** The output, if it was not shown yet. */
  readonly unsaid?: string;
}

/**
 * A run of a workflow as it goes on. What the last node says is the answer, word by word; what others say stands beside
 * it. Where no node is the last for certain, the answer comes at the end.
 */
export async function* workflowSteps(
  events: AsyncIterable<StreamEvent>,
  speaker: string | undefined,
): AsyncGenerator<Step, WorkflowEnd, void> {
  let output: string | undefined;
  let said = "";
  async function* recorded(): AsyncGenerator<StreamEvent, void> {
    for await (const event of events) {
      const { final_output: final, node_id: node, content } = event.data;
      if (event.event === "workflow_complete") output = toText(final);
      if (event.event === "token" && node === speaker && typeof content === "string")
        said += content;
      yield event;
    }
  }
  const isFine = yield* toSteps(recorded(), speaker);
  const unsaid = output === said ? "" : (output ?? "");
  return unsaid === "" ? { isFine } : { isFine, unsaid };
}

function toText(output: Json | undefined): string | undefined {
  if (output === undefined || output === null) return undefined;
  return typeof output === "string" ? output : JSON.stringify(output, undefined, 2);
}

const SPEAKING: ReadonlySet<unknown> = new Set(["llm", "skill"]);

/** The node whose words are what comes out, where there is one whatever happens. */
export function lastSpeaker(graph: { readonly [key: string]: Json }): string | undefined {
  const nodes = toEntries(graph["nodes"]);
  const edges = toEntries(graph["edges"]);
  const ends = nodes.filter(({ type }) => type === "end").map(({ id }) => id);
  const isLast = ({ id }: Entry): boolean =>
    ends.length === 0
      ? !edges.some(({ source }) => source === id)
      : edges.some(({ source, target }) => source === id && ends.includes(target));
  const [last, ...others] = nodes.filter(isLast);
  if (last === undefined || others.length > 0 || !SPEAKING.has(last["type"])) return undefined;
  return typeof last["id"] === "string" ? last["id"] : undefined;
}

type Entry = { readonly [key: string]: Json };

function toEntries(value: Json | undefined): readonly Entry[] {
  if (!Array.isArray(value)) return [];
  // Narrowed to a list of anything, of which the maps are kept.
  return (value as readonly Json[]).filter(
    (item): item is Entry => typeof item === "object" && item !== null && !Array.isArray(item),
  );
}
