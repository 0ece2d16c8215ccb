import type { Call, Engine, Model } from "./engine.ts";
import type { Place } from "./facts.ts";
import type { Argument, Expression, FunctionForm, Loop, Statement } from "./form.ts";
import { canonicalName, isEnvironment, isTelling } from "./names.ts";
import { joinPaths } from "./paths.ts";
import type { Scope } from "./scope.ts";
import { holderOf, lookUp, outermost, scopeIn } from "./scope.ts";
import type { Value } from "./value.ts";
import {
  HOLE,
  addSources,
  eitherOf,
  joined,
  known,
  listOf,
  mergeSources,
  partsOf,
  pathOf,
  pathValue,
  shapeOf,
  shownOf,
  unknown,
  wholeOf,
} from "./value.ts";
import type { Span } from "../../../skill/index.ts";

/** What the evaluator needs besides what models may ask. */
export interface Host extends Engine {
  step(): boolean;
  place(span: Span): Place;
  importModule(name: string): Scope | undefined;
  defined(form: FunctionForm, scope: Scope): void;
  inFrameOf<T>(form: FunctionForm, work: () => T): T;
}

const CALL_DEPTH = 8;
/** One function is followed at most so often. */
const CALLS = 12;
/** Short lists are followed item by item. */
const ITEMS = 12;

interface Activation {
  readonly returned: Value[];
}

/** Evaluates the small form; one for each analysis. */
export class Evaluator {
  readonly #host: Host;
  readonly #modelOf: (name: string) => Model | undefined;
  readonly #calls = new Map<FunctionForm, number>();
  readonly #active: FunctionForm[] = [];
  #activation: Activation = { returned: [] };
  #branches = 0;

  constructor(host: Host, models: (name: string) => Model | undefined) {
    this.#host = host;
    this.#modelOf = models;
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
        return this.evaluate(statement.value, scope);
      case "assign":
        this.#assign(statement.target, this.evaluate(statement.value, scope), scope, statement);
        return undefined;
      case "return":
        this.#activation.returned.push(this.evaluate(statement.value, scope));
        return undefined;
      case "class":
        this.#class(statement, scope);
        return undefined;
      case "import":
        for (const { local, path } of statement.bindings) this.#import(local, path, scope);
        return undefined;
      case "global":
        for (const name of statement.names) scope.shared.add(name);
        return undefined;
      case "each":
        return this.#each(statement.loop, scope, () => this.run(statement.body, scope));
      case "branch":
        return this.#maybe(() => this.run(statement.body, scope));
      case "define":
        return undefined;
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

  #each(loop: Loop, scope: Scope, body: () => Value): Value {
    const over = this.evaluate(loop.over, scope);
    const items = over.items ?? [...(over.entries?.keys() ?? [])].map((key) => known(key));
    const isShort = items.length > 0 && items.length <= ITEMS;
    const each = isShort ? items : [unknown(over.sources)];
    return this.#maybe(() => {
      const values = each.map((item) => {
        this.#assign(loop.target, item, scope, {});
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
    const bases = statement.bases.map((base) => this.evaluate(base, scope));
    this.run(statement.body, members);
    const value: Value = { sources: [], reference: { kind: "class", members, bases } };
    const object: Value = { sources: [], reference: { kind: "object", members, bases } };
    for (const name of ["self", "cls", "this"]) members.names.set(name, object);
    scope.names.set(statement.name, value);
  }

  #import(local: string, path: string, scope: Scope): void {
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

  #assign(
    target: Expression,
    value: Value,
    scope: Scope,
    how: { readonly isAdded?: boolean; readonly isDeclared?: boolean },
  ): void {
    switch (target.kind) {
      case "name": {
        const before = lookUp(scope, target.name);
        const next =
          how.isAdded === true && before !== undefined ? this.#added(before, value) : value;
        this.#bind(
          target.name,
          this.#kept(before, next, how.isAdded === true),
          scope,
          how.isDeclared === true,
        );
        return;
      }
      case "member":
        this.#setMember(
          this.evaluate(target.object, scope),
          this.evaluate(target.key, scope),
          value,
        );
        return;
      case "list":
        for (const [index, item] of target.items.entries())
          this.#assign(item.value, this.#item(value, index), scope, how);
        return;
      case "map":
        for (const entry of target.entries) {
          const key = entry.key === undefined ? undefined : this.evaluate(entry.key, scope);
          const part =
            key === undefined ? value : this.member(value, key, this.#host.place(target), false);
          this.#assign(entry.value, part, scope, how);
        }
        return;
      default:
    }
  }

  #added(before: Value, value: Value): Value {
    if (before.items === undefined && before.entries === undefined) {
      const sum = joined([before, value]);
      return { ...sum, sources: wholeOf(sum.sources) };
    }
    addSources(before, wholeOf(value.sources));
    before.items?.push(...(value.items ?? [value]));
    return before;
  }

  #kept(before: Value | undefined, next: Value, isAdded: boolean): Value {
    if (isAdded || this.#branches === 0 || before === undefined || before.sources.length === 0)
      return next;
    return { ...next, sources: mergeSources([before, next]) };
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

  #setMember(object: Value, key: Value, value: Value): void {
    const { reference } = object;
    const name = key.text;
    if (name !== undefined && (reference?.kind === "object" || reference?.kind === "class")) {
      const before = reference.members.names.get(name);
      reference.members.names.set(name, this.#kept(before, value, false));
      return;
    }
    if (reference?.kind === "path" && isEnvironment(reference.name)) return;
    if (name !== undefined && object.items === undefined)
      (object.entries ??= new Map()).set(name, value);
    addSources(object, name === undefined ? wholeOf(value.sources) : value.sources);
  }

  #item(value: Value, index: number): Value {
    return value.items?.[index] ?? unknown(partsOf(value.sources));
  }

  evaluate(expression: Expression, scope: Scope): Value {
    if (!this.#host.step()) return unknown();
    switch (expression.kind) {
      case "text":
        return known(expression.value);
      case "number":
        return { number: expression.value, sources: [] };
      case "name":
        return lookUp(scope, expression.name) ?? this.#global(expression.name, expression);
      case "member":
        return this.#memberOf(expression, scope, false);
      case "slice":
        return this.#slice(this.evaluate(expression.object, scope), expression.isReversed);
      case "call":
        return this.#call(expression, scope);
      case "join":
        return joined(expression.parts.map((part) => this.evaluate(part, scope)));
      case "path":
        return joinedPath(
          this.evaluate(expression.left, scope),
          this.evaluate(expression.right, scope),
        );
      case "either":
        return eitherOf(expression.options.map((option) => this.evaluate(option, scope)));
      case "list":
        return listOf(this.#arguments(expression.items, scope).args);
      case "map":
        return this.#map(expression, scope);
      case "function":
        this.#host.defined(expression.form, scope);
        return { sources: [], reference: { kind: "function", form: expression.form, scope } };
      default:
        return this.#rest(expression, scope);
    }
  }

  #rest(expression: Expression, scope: Scope): Value {
    switch (expression.kind) {
      case "command":
        return this.#command(expression, scope);
      case "output": {
        const value = this.run(expression.body, scope);
        return expression.isFile === true ? { ...unknown(value.sources), written: value } : value;
      }
      case "assigning": {
        const value = this.evaluate(expression.value, scope);
        this.#assign(expression.target, value, scope, {});
        return value;
      }
      case "made":
        return this.#made(expression.loops, expression.value, scopeIn(scope));
      case "mixture": {
        const values = expression.parts.map((part) => this.evaluate(part, scope));
        return expression.isFresh === true ? unknown() : unknown(mergeSources(values));
      }
      default:
        return unknown();
    }
  }

  #made(loops: readonly Loop[], value: Expression, scope: Scope): Value {
    const [loop, ...rest] = loops;
    if (loop === undefined) {
      const made = this.evaluate(value, scope);
      return made;
    }
    const results: Value[] = [];
    this.#each(loop, scope, () => {
      const made = this.#made(rest, value, scope);
      results.push(made);
      return made;
    });
    const items = results.flatMap((result) => result.items ?? []);
    const sources = wholeOf(mergeSources(results));
    return items.length === results.length && items.length > 0
      ? { items, sources }
      : { ...results[0], sources };
  }

  #slice(object: Value, isReversed: boolean): Value {
    if (isReversed && object.text !== undefined)
      return {
        ...known([...object.text].reverse().join(""), object),
        encoding: [...(object.encoding ?? []), "reversed"],
      };
    return {
      ...unknown(object.sources),
      ...(object.items === undefined ? {} : { items: object.items }),
    };
  }

  #map(expression: Expression & { readonly kind: "map" }, scope: Scope): Value {
    const entries = new Map<string, Value>();
    const loose: Value[] = [];
    for (const { key, value } of expression.entries) {
      const found = this.evaluate(value, scope);
      const name = key === undefined ? undefined : this.evaluate(key, scope);
      if (name?.text !== undefined) entries.set(name.text, found);
      else if (key === undefined && found.entries !== undefined)
        for (const [inner, each] of found.entries) entries.set(inner, each);
      else loose.push(found, ...(name === undefined ? [] : [name]));
    }
    return { entries, sources: mergeSources([...entries.values(), ...loose]) };
  }

  /** Names that the code has not bound belong to the language or to the environment. */
  #global(name: string, at: Span): Value {
    const place = this.#host.place(at);
    const { language } = this.#host;
    if (language === "bash") {
      if (/^(?:\d+|[@*])$/.test(name)) return this.#host.source("input", `$${name}`, place);
      return /^[A-Z][A-Z0-9_]*$/.test(name) ? this.#host.variable(name, place) : unknown();
    }
    if (language === "powershell") {
      if (name.startsWith("env:")) return this.#host.variable(name.slice(4), place);
      return name === "home" ? known("~") : pathValue(name);
    }
    return pathValue(canonicalName(name));
  }

  #memberOf(
    expression: Expression & { readonly kind: "member" },
    scope: Scope,
    isCalled: boolean,
  ): Value {
    const object = this.evaluate(expression.object, scope);
    const key = this.evaluate(expression.key, scope);
    const place = this.#host.place(expression);
    const value = this.member(object, key, place, isCalled);
    const name = pathOf(value);
    if (
      expression.key.kind !== "text" &&
      key.text !== undefined &&
      name !== undefined &&
      isTelling(name)
    )
      this.#host.recorder.disguise({ name, tool: name, place, decoding: this.#host.decoding });
    return value;
  }

  member(object: Value, key: Value, place: Place, isCalled: boolean): Value {
    const name = key.text;
    const { reference } = object;
    if (object.entries !== undefined && name !== undefined) {
      const entry = object.entries.get(name);
      if (entry !== undefined) return entry;
    }
    if (object.items !== undefined && key.number !== undefined)
      return object.items.at(key.number) ?? unknown(partsOf(object.sources));
    if (reference?.kind === "path")
      return this.#pathMember(object, reference.name, key, place, isCalled);
    if (name !== undefined && reference?.kind === "module")
      return reference.scope.names.get(name) ?? unknown();
    if (name !== undefined && (reference?.kind === "object" || reference?.kind === "class")) {
      const found = reference.members.names.get(name);
      if (found !== undefined) return found;
      const base = reference.bases.map((one) => pathOf(one)).find((one) => one !== undefined);
      if (base !== undefined) return pathValue(canonicalName(`${base}().${name}`), object);
    }
    if (isCalled) return pathValue(`?.${name ?? HOLE}`, object);
    return {
      ...unknown(partsOf(object.sources)),
      ...(name === undefined
        ? {}
        : { reference: { kind: "path", name: `?.${name}` }, receiver: object }),
    };
  }

  #pathMember(object: Value, path: string, key: Value, place: Place, isCalled: boolean): Value {
    const name = key.text;
    if (isEnvironment(path)) {
      if (isCalled && name !== undefined)
        return pathValue(`${path}.${name}`, this.#host.source("environment", "", place));
      return this.#host.variable(name ?? shownOf(key), place);
    }
    if (name === undefined) return unknown(partsOf(object.sources));
    const next = pathValue(canonicalName(`${path}.${name}`), object);
    if (isEnvironment(canonicalName(`${path}.${name}`)))
      return { ...next, sources: [{ kind: "environment", name: "", place }] };
    return isCalled ? next : { ...next, sources: partsOf(object.sources) };
  }

  #arguments(
    given: readonly Argument[],
    scope: Scope,
  ): { readonly args: readonly Value[]; readonly named: ReadonlyMap<string, Value> } {
    const args: Value[] = [];
    const named = new Map<string, Value>();
    for (const { name, value, isSpread } of given) {
      const found = this.evaluate(value, scope);
      if (name !== undefined) named.set(name, found);
      else if (isSpread === true && found.entries !== undefined)
        for (const [key, entry] of found.entries) named.set(key, entry);
      else if (isSpread === true && found.items !== undefined) args.push(...found.items);
      else args.push(found);
    }
    return { args, named };
  }

  #call(expression: Expression & { readonly kind: "call" }, scope: Scope): Value {
    const { callee } = expression;
    const target =
      callee.kind === "member" ? this.#memberOf(callee, scope, true) : this.evaluate(callee, scope);
    const { args, named } = this.#arguments(expression.args, scope);
    const place = this.#host.place(expression);
    return (
      this.invoke(target, args, named, place) ??
      unknown(mergeSources([target, ...args, ...named.values()]))
    );
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
    const result = this.#modelOf(call.name)?.(call, this.#host);
    if (result !== undefined) return result;
    const values = [call.receiver, ...call.args, ...call.named.values()];
    const passed = {
      ...unknown(mergeSources(values)),
      ...(call.receiver?.reference === undefined ? {} : { reference: call.receiver.reference }),
    };
    const answers = call.args.flatMap((value) => {
      if (value.reference?.kind !== "function") return [];
      return [
        this.invoke(
          value,
          [call.name.endsWith(".then") ? (call.receiver ?? passed) : passed],
          new Map(),
          call.place,
        ) ?? unknown(),
      ];
    });
    if (call.name.endsWith(".then") && answers[0] !== undefined) return answers[0];
    return {
      sources: mergeSources([...values, ...answers]),
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
      const fallback = initial === undefined ? undefined : this.evaluate(initial, scope);
      this.#assign(target, value ?? fallback ?? given ?? unknown(), scope, { isDeclared: true });
    }
  }

  #command(expression: Expression & { readonly kind: "command" }, scope: Scope): Value {
    const words = expression.words.flatMap((word) => {
      const value = this.evaluate(word, scope);
      return value.items ?? [value];
    });
    const input =
      expression.input === undefined ? undefined : this.evaluate(expression.input, scope);
    const place = this.#host.place(expression);
    const name = shapeOf(words[0]) ?? "";
    const own = lookUp(scope, this.#host.language === "powershell" ? name.toLowerCase() : name);
    const isOwn = own?.reference?.kind === "function";
    const result = isOwn
      ? (this.invoke(own, words.slice(1), new Map(), place) ?? unknown())
      : this.#host.runWords([...words, ...this.#sockets(expression.outputs, scope)], input, place);
    for (const output of expression.outputs)
      this.#host.writeFile(this.evaluate(output, scope), result, name, place);
    return result;
  }

  /** A shell opens the network through file names; programs see them as a last word. */
  #sockets(outputs: readonly Expression[], scope: Scope): readonly Value[] {
    return outputs.flatMap((output) => {
      const value = this.evaluate(output, scope);
      return (shapeOf(value) ?? "").startsWith("/dev/tcp/") ||
        (shapeOf(value) ?? "").startsWith("/dev/udp/")
        ? [joined([known(">"), value])]
        : [];
    });
  }
}

function joinedPath(left: Value, right: Value): Value {
  const first = shapeOf(left);
  const second = shapeOf(right);
  const sources = mergeSources([left, right]);
  if (first === undefined && second === undefined) return unknown(sources);
  const text = joinPaths([first ?? HOLE, second ?? HOLE]);
  const reference = { kind: "path", name: "pathlib.Path()" } as const;
  return { ...(text.includes(HOLE) ? { parts: [text] } : { text }), sources, reference };
}
