/** What the parts that follow code need of each other. */
import type { Span } from "../../../skill/index.ts";
import type { Engine } from "./engine.ts";
import type { Place } from "./facts.ts";
import type { Expression, FunctionForm, Loop, Statement } from "./form.ts";
import type { Scope, Value } from "./value.ts";

/** What following needs besides what models may ask. */
export interface Host extends Engine {
  /** False when no more may be spent; long texts weigh more. */
  step(weight?: number): boolean;
  place(span: Span): Place;
  /** A name that a sourced file has brought. */
  shared(name: string): Value | undefined;
  importModule(name: string): Scope | undefined;
  defined(form: FunctionForm, scope: Scope): void;
  inFrameOf<T>(form: FunctionForm, work: () => T): T;
}

export interface Assigning {
  readonly isAdded?: boolean;
  readonly isDeclared?: boolean;
}

export interface Following {
  run(body: readonly Statement[], scope: Scope): Value;
  each(loop: Loop, scope: Scope, body: () => Value): Value;
  assign(target: Expression, value: Value, scope: Scope, how: Assigning): void;
  invoke(
    callee: Value,
    args: readonly Value[],
    named: ReadonlyMap<string, Value>,
    place: Place,
  ): Value | undefined;
}
