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
const current = new AsyncLocalStorage<Run>();

/** A run as the work that it started knows of it, some of which may outlive it. */
interface Run {
  readonly variables: Variables;
  readonly overlay: Overlay;
  readonly outer: Run | undefined;
  isOver: boolean;
}

/** A run inside of a run wants other variables, and would wait for the outer one for ever. */
export class NestedRunError extends Error {
  override readonly name = "NestedRunError";
}

/**
 * The environment of the process as it is without what runs have put into it. It stays so while runs come and
 * go, and knows names as the system does: without regard to case on Windows.
 */
export function ownVariables(
  variables: Variables = process.env,
  platform: string = process.platform,
): Readonly<Variables> {
  const isFolded = platform === "win32";
  const fold = (name: string): string => (isFolded ? name.toUpperCase() : name);
  const lent = (): ReadonlyMap<string, string | undefined> => {
    const { count = 0, before } = tenancies.get(variables) ?? {};
    if (count === 0 || before === undefined) return NOTHING_LENT;
    return isFolded ? new Map([...before].map(([name, value]) => [fold(name), value])) : before;
  };
  const read = (name: string | symbol): string | undefined => {
    if (typeof name === "symbol") return undefined;
    const before = lent();
    return before.has(fold(name)) ? before.get(fold(name)) : variables[name];
  };
  return new Proxy<Variables>(
    {},
    {
      get: (_, name) => read(name),
      has: (_, name) => read(name) !== undefined,
      ownKeys: () => Object.keys(variables).filter((name) => read(name) !== undefined),
      getOwnPropertyDescriptor: (_, name) => {
        const value = read(name);
        return value === undefined
          ? undefined
          : { value, enumerable: true, configurable: true, writable: false };
      },
      set: () => false,
      deleteProperty: () => false,
      defineProperty: () => false,
    },
  );
}

const NOTHING_LENT: ReadonlyMap<string, string | undefined> = new Map();

/**
 * Runs with more variables in the environment of the process, and takes them out again however it ends.
 * Runs with equal variables share the environment; one with others waits until it is free, since every
 * run could read the variables of the other. What a run leaves behind when it ends is no longer inside of it.
 */
export async function withVariables<Result>(
  overlay: Overlay,
  run: () => Result | Promise<Result>,
  variables: Variables = process.env,
): Promise<Result> {
  const outer = runningAround(variables);
  if (outer !== undefined && !isEqual(outer.overlay, overlay))
    throw new NestedRunError("The run inside of a run has other variables.");
  const tenancy =
    outer === undefined ? await enter(overlay, variables) : joinRun(overlay, variables);
  const own: Run = { variables, overlay, outer: current.getStore(), isOver: false };
  try {
    return await current.run(own, run);
  } finally {
    own.isOver = true;
    leave(tenancy, variables);
  }
}

/** The nearest run around the caller that still has the environment. */
function runningAround(variables: Variables): Run | undefined {
  let run = current.getStore();
  while (run !== undefined && (run.isOver || run.variables !== variables)) run = run.outer;
  return run;
}

/** A run inside of a run is counted by itself, as it may end after the outer one; it cannot wait for it. */
function joinRun(overlay: Overlay, variables: Variables): Tenancy {
  const tenancy = tenancies.get(variables);
  if (tenancy === undefined) throw new Error("A run has no tenancy.");
  applyOverlay(tenancy, overlay, variables);
  return tenancy;
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
  applyOverlay(tenancy, overlay, variables);
  return tenancy;
}

function applyOverlay(tenancy: Tenancy, overlay: Overlay, variables: Variables): void {
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
  applyOverlay(tenancy, next.overlay, variables);
  next.enter();
  while (tenancy.waiting[0] !== undefined && isEqual(tenancy.waiting[0].overlay, next.overlay)) {
    const other = tenancy.waiting.shift();
    applyOverlay(tenancy, next.overlay, variables);
    other?.enter();
  }
}

function isEqual(left: Overlay, right: Overlay): boolean {
  return left.size === right.size && [...left].every(([name, value]) => right.get(name) === value);
}
