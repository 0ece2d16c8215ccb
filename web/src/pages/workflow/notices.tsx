import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { Notice } from "../../components/states.tsx";
import { looseEdges, remove } from "./graph.ts";
import type { Draft } from "./use-draft.ts";

export interface NoticesProps {
  readonly draft: Draft;
  readonly mayChange: boolean;
}

/** What is wrong and stands at no node of the picture. */
export function Notices({ draft: { graph, error, problems, change }, mayChange }: NoticesProps) {
  const drawn = new Set(graph.nodes.map(({ id }) => id));
  const general = problems.filter(({ node_id: id }) => id === null || !drawn.has(id));
  const loose = looseEdges(graph);
  const messages = new Map(general.map(({ message, severity }) => [message, severity]));
  return (
    <>
      {error === "" ? null : <Notice tone="bad">{error}</Notice>}
      {[...messages].map(([message, severity]) => (
        <Notice key={message} tone={severity === "error" ? "bad" : "warn"}>
          <Message text={message} />
        </Notice>
      ))}
      {loose.size === 0 || !mayChange ? null : (
        <Notice tone="warn">
          <p>
            {loose.size === 1 ? "One line leads" : `${loose.size} lines lead`} to no node, and
            cannot be drawn.
          </p>
          <p>
            <Button size="small" onClick={() => change((now) => remove(now, NO_NODES, loose))}>
              {loose.size === 1 ? "Cut it" : "Cut them"}
            </Button>
          </p>
        </Notice>
      )}
    </>
  );
}

const NO_NODES: ReadonlySet<string> = new Set();
