/** One small form for the code of all languages: what is named, called, assigned and passed on. */
import type { Span } from "../../../skill/index.ts";

export type Expression = Span &
  (
    | { readonly kind: "text"; readonly value: string }
    | { readonly kind: "number"; readonly value: number }
    | { readonly kind: "name"; readonly name: string }
    /** `object.name`, or `object[key]`. */
    | { readonly kind: "member"; readonly object: Expression; readonly key: Expression }
    | { readonly kind: "slice"; readonly object: Expression; readonly isReversed: boolean }
    | { readonly kind: "call"; readonly callee: Expression; readonly args: readonly Argument[] }
    /** Text put together from parts. */
    | { readonly kind: "join"; readonly parts: readonly Expression[] }
    /** `left / right`, which joins paths in Python. */
    | { readonly kind: "path"; readonly left: Expression; readonly right: Expression }
    /** One of these: `a or b`, `a if c else b`. */
    | { readonly kind: "either"; readonly options: readonly Expression[] }
    | { readonly kind: "list"; readonly items: readonly Argument[] }
    | { readonly kind: "map"; readonly entries: readonly MapEntry[] }
    | { readonly kind: "function"; readonly form: FunctionForm }
    | CommandForm
    /** `$(…)` and its like: statements whose output is the value. */
    | { readonly kind: "output"; readonly body: readonly Statement[]; readonly isFile?: boolean }
    | { readonly kind: "assigning"; readonly target: Expression; readonly value: Expression }
    /** A list or map made in a loop; the targets are bound before `value` is evaluated. */
    | { readonly kind: "made"; readonly loops: readonly Loop[]; readonly value: Expression }
    /** Anything else: what goes in may come out. */
    | {
        readonly kind: "mixture";
        readonly parts: readonly Expression[];
        readonly isFresh?: boolean;
      }
  );

export interface Argument {
  readonly name?: string;
  readonly value: Expression;
  readonly isSpread?: boolean;
}

export interface MapEntry {
  /** Absent where another map is spread into this one. */
  readonly key?: Expression;
  readonly value: Expression;
}

export interface Loop {
  readonly target: Expression;
  readonly over: Expression;
}

/** A program that is started by its name, as shells do. */
export interface CommandForm {
  readonly kind: "command";
  readonly words: readonly Expression[];
  readonly input?: Expression;
  readonly outputs: readonly Expression[];
}

export interface Parameter {
  readonly target: Expression;
  readonly initial?: Expression;
  readonly isRest?: boolean;
}

export interface FunctionForm extends Span {
  readonly name?: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  /** Somebody else calls it, with what came over the network: the handler of a message or a request. */
  readonly isHandler?: boolean;
}

export interface Binding {
  readonly local: string;
  /** The dotted name that it stands for, the module first. */
  readonly path: string;
}

export type Statement =
  | { readonly kind: "do"; readonly value: Expression }
  | {
      readonly kind: "assign";
      readonly target: Expression;
      readonly value: Expression;
      /** The value is added to what is there. */
      readonly isAdded?: boolean;
      /** The name is new in this scope. */
      readonly isDeclared?: boolean;
    }
  | { readonly kind: "return"; readonly value: Expression }
  | { readonly kind: "define"; readonly form: FunctionForm }
  | {
      readonly kind: "class";
      readonly name: string;
      readonly bases: readonly Expression[];
      readonly body: readonly Statement[];
    }
  | { readonly kind: "bind"; readonly bindings: readonly Binding[] }
  | { readonly kind: "global"; readonly names: readonly string[] }
  | { readonly kind: "each"; readonly loop: Loop; readonly body: readonly Statement[] }
  /** Statements that may or may not run. */
  | {
      readonly kind: "branch";
      readonly body: readonly Statement[];
      /** They run again and again, for as long as the program does. */
      readonly isEndless?: boolean;
    };

/** The code of one text in this form. */
export interface Program {
  readonly body: readonly Statement[];
}

const NOTHING: readonly Expression[] = [];

export function textAt(value: string, { start, end }: Span): Expression {
  return { kind: "text", value, start, end };
}

export function nameAt(name: string, { start, end }: Span): Expression {
  return { kind: "name", name, start, end };
}

export function unknownAt({ start, end }: Span): Expression {
  return { kind: "mixture", parts: NOTHING, start, end };
}

/** A single part stands for itself. */
export function joinAt(parts: readonly Expression[], { start, end }: Span): Expression {
  const only = parts.length === 1 ? parts[0] : undefined;
  return only ?? { kind: "join", parts, start, end };
}

export function callAt(
  callee: Expression,
  args: readonly Argument[],
  { start, end }: Span,
): Expression {
  return { kind: "call", callee, args, start, end };
}

/** The last value of a block is what it gives. */
export function lastReturned(body: readonly Statement[]): readonly Statement[] {
  const last = body.at(-1);
  return last?.kind === "do" ? [...body.slice(0, -1), { kind: "return", value: last.value }] : body;
}
