import { AsyncLocalStorage } from "node:async_hooks";

/** Variables that one run is given, by name. */
export type Overlay = ReadonlyMap<string, string>;

/** The environment of the process while runs have it. */
interface Tenancy {
  overlay: Overlay;
  /** What the variables were before, where they were anything. */
  before: Map<string, string | undefined>;
  count: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly overlay: Overlay;
  readonly enter: () => void;
}

type Variables = Record<string, string | undefined>;

// An environment belongs to the process and not to who asks for it: two callers that do not know of each
// other must still not find each other's variables in it.
const tenancies = new WeakMap<Variables, Tenancy>();
const current = new AsyncLocalStorage<{
  readonly variables: Variables;
  readonly overlay: Overlay;
}>();

/** A run inside of a run wants other variables, and would wait for the outer one for ever. */
export class NestedRunError extends Error {
  override readonly name = "NestedRunError";
}

/** The environment of the process as it is without what runs have put into it. */
export function ownVariables(variables: Variables = process.env): Variables {
  const { count = 0, before = new Map() } = tenancies.get(variables) ?? {};
  return count === 0 ? { ...variables } : { ...variables, ...Object.fromEntries(before) };
}

/**
 * Runs with more variables in the environment of the process, and takes them out again however it ends.
 * Runs with equal variables share the environment; one with others waits until it is free, since every
 * run could read the variables of the other.
 */
export async function withVariables<Result>(
  overlay: Overlay,
  run: () => Result | Promise<Result>,
  variables: Variables = process.env,
): Promise<Result> {
  const outer = current.getStore();
  if (outer?.variables === variables) {
    if (isEqual(outer.overlay, overlay)) return await run();
    throw new NestedRunError("The run inside of a run has other variables.");
  }
  const tenancy = await enter(overlay, variables);
  try {
    return await current.run({ variables, overlay }, run);
  } finally {
    leave(tenancy, variables);
  }
}

async function enter(overlay: Overlay, variables: Variables): Promise<Tenancy> {
  let tenancy = tenancies.get(variables);
  if (tenancy === undefined) {
    tenancy = { overlay, before: new Map(), count: 0, waiting: [] };
    tenancies.set(variables, tenancy);
  }
  const { waiting } = tenancy;
  const isFree = tenancy.count === 0 || (waiting.length === 0 && isEqual(tenancy.overlay, overlay));
  if (!isFree) {
    await new Promise<void>((enterNow) => {
      waiting.push({ overlay, enter: enterNow });
    });
    // Whoever left has counted this run in and set its variables.
    return tenancy;
  }
  begin(tenancy, overlay, variables);
  return tenancy;
}

function begin(tenancy: Tenancy, overlay: Overlay, variables: Variables): void {
  tenancy.count += 1;
  if (tenancy.count > 1) return;
  tenancy.overlay = overlay;
  tenancy.before = new Map([...overlay.keys()].map((name) => [name, variables[name]]));
  for (const [name, value] of overlay) variables[name] = value;
}

function leave(tenancy: Tenancy, variables: Variables): void {
  tenancy.count -= 1;
  if (tenancy.count > 0) return;
  for (const [name, value] of tenancy.before) {
    if (value === undefined) delete variables[name];
    else variables[name] = value;
  }
  const next = tenancy.waiting.shift();
  if (next === undefined) return;
  begin(tenancy, next.overlay, variables);
  next.enter();
  while (tenancy.waiting[0] !== undefined && isEqual(tenancy.waiting[0].overlay, next.overlay)) {
    const other = tenancy.waiting.shift();
    begin(tenancy, next.overlay, variables);
    other?.enter();
  }
}

function isEqual(left: Overlay, right: Overlay): boolean {
  return left.size === right.size && [...left].every(([name, value]) => right.get(name) === value);
}
