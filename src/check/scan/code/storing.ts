/** How values are put into names, lists, maps and objects. */
import { isEnvironment } from "./names.ts";
import type { Value } from "./value.ts";
import { addSources, joined, mergeSources, partsOf, unknown, wholeOf } from "./value.ts";

export function added(before: Value, value: Value): Value {
  if (before.items === undefined && before.entries === undefined) {
    const sum = joined([before, value]);
    return { ...sum, sources: wholeOf(sum.sources) };
  }
  addSources(before, wholeOf(value.sources));
  before.items?.push(...(value.items ?? [value]));
  return before;
}

/** A value from a branch that may not run does not take away what was known before. */
export function kept(before: Value | undefined, next: Value, isCertain: boolean): Value {
  if (isCertain || before === undefined || before.sources.length === 0) return next;
  return { ...next, sources: mergeSources([before, next]) };
}

export function setMember(object: Value, key: Value, value: Value, isCertain: boolean): void {
  const { reference } = object;
  const name = key.text;
  if (name !== undefined && (reference?.kind === "object" || reference?.kind === "class")) {
    const before = reference.members.names.get(name);
    reference.members.names.set(name, kept(before, value, isCertain));
    return;
  }
  if (reference?.kind === "path" && isEnvironment(reference.name)) return;
  if (name !== undefined && object.items === undefined)
    (object.entries ??= new Map()).set(name, value);
  addSources(object, name === undefined ? wholeOf(value.sources) : value.sources);
}

export function itemOf(value: Value, index: number): Value {
  return value.items?.[index] ?? unknown(partsOf(value.sources));
}
