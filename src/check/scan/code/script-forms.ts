/** Forms that readers of tokens put together. */
import type { Span } from "../../../skill/index.ts";
import type { Argument, Expression, MapEntry, Statement } from "./form.ts";
import { nameAt, textAt } from "./form.ts";

export function call(name: string, args: readonly Argument[], at: Span): Expression {
  return {
    kind: "call",
    callee: nameAt(name, at),
    args,
    start: at.start,
    end: args.at(-1)?.value.end ?? at.end,
  };
}

export function collection(items: readonly Argument[], { start, end }: Span): Expression {
  if (items.every(({ name }) => name === undefined)) return { kind: "list", items, start, end };
  const entries = items.map(({ name, value }): MapEntry =>
    name === undefined ? { value } : { key: textAt(name, value), value },
  );
  return { kind: "map", entries, start, end };
}

/** The last value of a block is what it gives. */
export function lastReturned(body: readonly Statement[]): readonly Statement[] {
  const last = body.at(-1);
  return last?.kind === "do" ? [...body.slice(0, -1), { kind: "return", value: last.value }] : body;
}
