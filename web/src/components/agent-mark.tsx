import { lettersOf } from "./agent-letters.ts";

/** Stands beside the name of an agent. */
export function AgentMark({ title }: { readonly title: string }) {
  return (
    <span className="agent" aria-hidden="true">
      {lettersOf(title)}
    </span>
  );
}
