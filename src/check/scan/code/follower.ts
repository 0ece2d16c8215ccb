import type { Call, Model } from "./engine.ts";
import { Expressions } from "./expressions.ts";
import type { Place } from "./facts.ts";
import type { Assigning, Following, Host } from "./following.ts";
import type { Expression, FunctionForm, Loop, Statement } from "./form.ts";
import { memberOf } from "./members.ts";
import { answered, holdArguments, looseSend } from "./models-objects.ts";
import { canonicalName } from "./names.ts";
import { holderOf, lookUp, outermost, scopeIn } from "./scope.ts";
import { added, itemOf, kept, setMember } from "./storing.ts";
import type { Scope, Value } from "./value.ts";
import {
  eitherOf,
  encodingAmong,
  joined,
  known,
  listOf,
  mergeSources,
  pathValue,
  unknown,
} from "./value.ts";

const CALL_DEPTH = 8;
/** One function is followed at most so often. */
const CALLS = 12;
/** So much that is put into a value is told of it. */
const NOTES = 40;
/** Short lists are followed item by item. */
const ITEMS = 12;

/** Timers and watchers call what they are given for as long as the program runs. */
const REPEATS =
  /(?:^|\.)(?:setInterval|every|do|cron|schedule|add_job|on_press|on_change|Listener|watch|watchFile|hook)$/;

interface Activation {
  readonly returned: Value[];
}

/** Follows statements and calls of the small form; one for each analysis. */
export class Follower implements Following {
  readonly #host: Host;
  readonly #modelOf: (name: string) => Model | undefined;
  readonly #expressions: Expressions;
  readonly #calls = new Map<FunctionForm, number>();
  readonly #active: FunctionForm[] = [];
  #activation: Activation = { returned: [] };
  #branches = 0;
  #endless = 0;

  constructor(host: Host, models: (name: string) => Model | undefined) {
    this.#host = host;
    this.#modelOf = models;
    this.#expressions = new Expressions(host, this);
  }

  isCalled(form: FunctionForm): boolean {
    return this.#calls.has(form);
  }

  /** Returns what the statements print, which is their value in shells. */
  run(body: readonly Statement[], scope: Scope): Value {
    for (const statement of body)
      if (statement.kind === "define") this.#define(statement.form, scope);
    const printed: Value[] = [];
    for (const statement of body) {
      if (!this.#host.step()) break;
      const value = this.#statement(statement, scope);
      if (value !== undefined) printed.push(value);
    }
    const only = printed.length === 1 ? printed[0] : undefined;
    return only ?? (printed.length === 0 ? unknown() : joined(printed.slice(0, 50)));
  }

  #statement(statement: Statement, scope: Scope): Value | undefined {
    switch (statement.kind) {
      case "do":
        return this.#expressions.evaluate(statement.value, scope);
      case "assign":
        this.assign(
          statement.target,
          this.#expressions.evaluate(statement.value, scope),
          scope,
          statement,
        );
        return undefined;
      case "return":
        this.#activation.returned.push(this.#expressions.evaluate(statement.value, scope));
        return undefined;
      case "class":
        this.#class(statement, scope);
        return undefined;
      case "bind":
        for (const { local, path } of statement.bindings) this.#bindModule(local, path, scope);
        return undefined;
      case "global":
        for (const name of statement.names) scope.shared.add(name);
        return undefined;
      case "each":
        return this.each(statement.loop, scope, () => this.run(statement.body, scope));
      case "branch":
        return this.#maybe(() =>
          statement.isEndless === true
            ? this.#again(() => this.run(statement.body, scope))
            : this.run(statement.body, scope),
        );
      case "define":
        return undefined;
    }
  }

  get isRepeated(): boolean {
    return this.#endless > 0;
  }

  /** What happens within does so again and again. */
  #again<T>(work: () => T): T {
    this.#endless++;
    try {
      return work();
    } finally {
      this.#endless--;
    }
  }

  /** Statements that may not run do not take away what was known before. */
  #maybe<T>(work: () => T): T {
    this.#branches++;
    try {
      return work();
    } finally {
      this.#branches--;
    }
  }

  each(loop: Loop, scope: Scope, body: () => Value): Value {
    const over = this.#expressions.evaluate(loop.over, scope);
    const items = over.items ?? [...(over.entries?.keys() ?? [])].map((key) => known(key));
    const isShort = items.length > 0 && items.length <= ITEMS;
    // What a walk finds are paths as well.
    const isPath = over.reference?.kind === "path" && over.reference.name === "pathlib.Path()";
    const some: Value = isPath && over.text === undefined ? { ...over } : unknown(over.sources);
    const each = isShort ? items : [some];
    return this.#maybe(() => {
      const values = each.map((item) => {
        this.assign(loop.target, item, scope, {});
        return body();
      });
      return joined(values.slice(0, ITEMS));
    });
  }

  #define(form: FunctionForm, scope: Scope): void {
    this.#host.defined(form, scope);
    const value: Value = { sources: [], reference: { kind: "function", form, scope } };
    if (form.name !== undefined) scope.names.set(form.name, value);
  }

  #class(statement: Statement & { readonly kind: "class" }, scope: Scope): void {
    const members = scopeIn(scope);
    const bases = statement.bases.map((base) => this.#expressions.evaluate(base, scope));
    this.run(statement.body, members);
    const value: Value = { sources: [], reference: { kind: "class", members, bases } };
    const object: Value = { sources: [], reference: { kind: "object", members, bases } };
    for (const name of ["self", "cls", "this"]) members.names.set(name, object);
    scope.names.set(statement.name, value);
  }

  #bindModule(local: string, path: string, scope: Scope): void {
    const whole = this.#host.importModule(path);
    if (whole !== undefined) {
      if (local === "*") for (const [name, value] of whole.names) scope.names.set(name, value);
      else scope.names.set(local, { sources: [], reference: { kind: "module", scope: whole } });
      return;
    }
    const dot = path.lastIndexOf(".");
    const owner = dot > 0 ? this.#host.importModule(path.slice(0, dot)) : undefined;
    const value = owner?.names.get(path.slice(dot + 1));
    scope.names.set(local, value ?? pathValue(canonicalName(path)));
  }

  assign(target: Expression, value: Value, scope: Scope, how: Assigning): void {
    switch (target.kind) {
      case "name": {
        const before = lookUp(scope, target.name);
        const next = how.isAdded === true && before !== undefined ? added(before, value) : value;
        this.#bind(
          target.name,
          kept(before, next, how.isAdded === true || this.#branches === 0),
          scope,
          how.isDeclared === true,
        );
        return;
      }
      case "member":
        setMember(
          this.#expressions.evaluate(target.object, scope),
          this.#expressions.evaluate(target.key, scope),
          value,
          this.#branches === 0,
        );
        this.#note(target, value, scope);
        return;
      case "list":
        for (const [index, item] of target.items.entries())
          this.assign(item.value, itemOf(value, index), scope, how);
        return;
      case "map":
        for (const entry of target.entries) {
          const key =
            entry.key === undefined ? undefined : this.#expressions.evaluate(entry.key, scope);
          const part =
            key === undefined
              ? value
              : memberOf(this.#host, value, key, this.#host.place(target), false);
          this.assign(entry.value, part, scope, how);
        }
        return;
      default:
    }
  }

  /** What is put deep into a value that is not known is told of the whole. */
  #note(target: Expression, value: Value, scope: Scope): void {
    let root: Expression = target;
    const keys: string[] = [];
    while (root.kind === "member") {
      if (root.key.kind === "text") keys.unshift(root.key.value);
      root = root.object;
    }
    const whole = root.kind === "name" ? lookUp(scope, root.name) : undefined;
    if (whole === undefined || whole === value || (whole.noted?.length ?? 0) >= NOTES) return;
    (whole.noted ??= []).push(known(`${keys.join(".")}:`), value);
  }

  #bind(name: string, value: Value, scope: Scope, isDeclared: boolean): void {
    const isLocal = isDeclared || this.#host.language === "python";
    const holder = scope.shared.has(name)
      ? outermost(scope)
      : isLocal
        ? scope
        : (holderOf(scope, name) ?? scope);
    holder.names.set(name, value);
  }

  invoke(
    callee: Value,
    args: readonly Value[],
    named: ReadonlyMap<string, Value>,
    place: Place,
  ): Value | undefined {
    const { reference } = callee;
    switch (reference?.kind) {
      case "function":
        return this.invokeForm(
          reference.form,
          reference.scope,
          args,
          named,
          undefined,
          reference.self,
        );
      case "class": {
        const object: Value = { sources: [], reference: { ...reference, kind: "object" } };
        const start =
          reference.members.names.get("__init__") ?? reference.members.names.get("constructor");
        if (start?.reference?.kind === "function") this.invoke(start, args, named, place);
        return object;
      }
      case "path": {
        const { receiver } = callee;
        return this.#library({
          name: reference.name,
          ...(receiver === undefined ? {} : { receiver }),
          args,
          named,
          place,
        });
      }
      default:
        return undefined;
    }
  }

  #library(call: Call): Value {
    if (!this.#host.step(1 + lengthOf(call) / 50)) return unknown();
    const result = this.#modelOf(call.name)?.(call, this.#host);
    if (result !== undefined) return result;
    const sent = looseSend(call, this.#host);
    if (sent !== undefined) return sent;
    holdArguments(call);
    const values = [answered(call.receiver), ...call.args, ...call.named.values()];
    const passed = {
      ...unknown(mergeSources(values)),
      ...(call.receiver?.reference === undefined ? {} : { reference: call.receiver.reference }),
    };
    const given = call.name.endsWith(".then") ? (call.receiver ?? passed) : passed;
    const answer = (value: Value): readonly Value[] =>
      value.reference?.kind === "function"
        ? [this.invoke(value, [given], new Map(), call.place) ?? unknown()]
        : [];
    const answers = [...call.args, ...call.named.values()].flatMap((value) =>
      REPEATS.test(call.name) ? this.#again(() => answer(value)) : answer(value),
    );
    if (call.name.endsWith(".then") && answers[0] !== undefined) return answers[0];
    return {
      sources: mergeSources([...values, ...answers]),
      ...encodingAmong(answers),
      reference: { kind: "path", name: `${call.name}()` },
      made: call.args,
      ...(call.receiver === undefined ? {} : { receiver: call.receiver }),
    };
  }

  /** Follows a function with these arguments; `given` stands for those that are not known. */
  invokeForm(
    form: FunctionForm,
    outer: Scope,
    args: readonly Value[],
    named: ReadonlyMap<string, Value>,
    given: Value | undefined,
    self: Value | undefined,
  ): Value {
    const count = this.#calls.get(form) ?? 0;
    if (count >= CALLS || this.#active.length >= CALL_DEPTH || this.#active.includes(form))
      return unknown(mergeSources([...args, ...named.values()]));
    this.#calls.set(form, count + 1);
    const scope = scopeIn(outer);
    if (self !== undefined) scope.names.set("self", self);
    const before = this.#activation;
    this.#activation = { returned: [] };
    this.#active.push(form);
    try {
      return this.#host.inFrameOf(form, () => {
        this.#bindParameters(form, scope, args, named, given);
        const printed = this.run(form.body, scope);
        const { returned } = this.#activation;
        return returned.length === 0 ? printed : eitherOf(returned);
      });
    } finally {
      this.#active.pop();
      this.#activation = before;
    }
  }

  #bindParameters(
    form: FunctionForm,
    scope: Scope,
    args: readonly Value[],
    named: ReadonlyMap<string, Value>,
    given: Value | undefined,
  ): void {
    if (this.#host.language === "bash") {
      for (const [index, value] of args.entries()) scope.names.set(String(index + 1), value);
      if (args.length > 0) for (const name of ["@", "*"]) scope.names.set(name, listOf(args));
      return;
    }
    let index = 0;
    for (const { target, initial, isRest } of form.parameters) {
      const name = target.kind === "name" ? target.name : undefined;
      const self = name === "self" || name === "cls" ? lookUp(scope, name) : undefined;
      if (self !== undefined) {
        scope.names.set(name ?? "", self);
        continue;
      }
      const value =
        isRest === true ? listOf(args.slice(index)) : (args[index] ?? named.get(name ?? ""));
      index++;
      const fallback =
        initial === undefined ? undefined : this.#expressions.evaluate(initial, scope);
      this.assign(target, value ?? fallback ?? given ?? unknown(), scope, { isDeclared: true });
    }
  }
}

/** How much text a call has to deal with. */
function lengthOf({ receiver, args }: Call): number {
  let length = receiver?.text?.length ?? (receiver?.items?.length ?? 0) * 20;
  for (const { text, items } of args) length += text?.length ?? (items?.length ?? 0) * 20;
  return length;
}
