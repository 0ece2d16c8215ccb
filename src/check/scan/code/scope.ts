import type { Scope, Value } from "./value.ts";

export function scopeIn(outer: Scope | undefined): Scope {
  return { names: new Map(), outer, shared: new Set() };
}

export function lookUp(scope: Scope, name: string): Value | undefined {
  for (let current: Scope | undefined = scope; current !== undefined; current = current.outer) {
    const value = current.names.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The scope that an assignment without a declaration changes. */
export function holderOf(scope: Scope, name: string): Scope | undefined {
  for (let current: Scope | undefined = scope; current !== undefined; current = current.outer)
    if (current.names.has(name)) return current;
  return undefined;
}

export function outermost(scope: Scope): Scope {
  let current = scope;
  while (current.outer !== undefined) current = current.outer;
  return current;
}
