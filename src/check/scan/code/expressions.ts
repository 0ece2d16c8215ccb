import type { Argument, Expression, Loop } from "./form.ts";
import type { Following, Host } from "./following.ts";
import { givenBy, globalOf, memberOf } from "./members.ts";
import { isTelling } from "./names.ts";
import { joinPaths } from "./paths.ts";
import { lookUp, scopeIn } from "./scope.ts";
import type { Scope, Value } from "./value.ts";
import {
  HOLE,
  eitherOf,
  joined,
  known,
  listOf,
  mergeSources,
  pathOf,
  shapeOf,
  unknown,
  wholeOf,
} from "./value.ts";

/** Tells what an expression may be. */
export class Expressions {
  readonly #host: Host;
  readonly #following: Following;

  constructor(host: Host, following: Following) {
    this.#host = host;
    this.#following = following;
  }

  evaluate(expression: Expression, scope: Scope): Value {
    if (!this.#host.step()) return unknown();
    switch (expression.kind) {
      case "text":
        return known(expression.value);
      case "number":
        return { number: expression.value, sources: [] };
      case "name":
        return this.#named(expression, scope);
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
        const value = this.#following.run(expression.body, scope);
        return expression.isFile === true ? { ...unknown(value.sources), written: value } : value;
      }
      case "assigning": {
        const value = this.evaluate(expression.value, scope);
        this.#following.assign(expression.target, value, scope, {});
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
    this.#following.each(loop, scope, () => {
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

  #named(expression: Expression & { readonly kind: "name" }, scope: Scope): Value {
    const value =
      lookUp(scope, expression.name) ?? globalOf(this.#host, expression.name, expression);
    const path = value.sources.length === 0 ? pathOf(value) : undefined;
    return path === undefined
      ? value
      : (givenBy(this.#host, path, this.#host.place(expression)) ?? value);
  }

  #memberOf(
    expression: Expression & { readonly kind: "member" },
    scope: Scope,
    isCalled: boolean,
  ): Value {
    const object = this.evaluate(expression.object, scope);
    const key = this.evaluate(expression.key, scope);
    const place = this.#host.place(expression);
    const value = memberOf(this.#host, object, key, place, isCalled);
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
      this.#following.invoke(target, args, named, place) ??
      unknown(mergeSources([target, ...args, ...named.values()]))
    );
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
    const own =
      lookUp(scope, this.#host.language === "powershell" ? name.toLowerCase() : name) ??
      this.#host.shared(name);
    const isOwn = own?.reference?.kind === "function";
    const result = isOwn
      ? (this.#following.invoke(own, words.slice(1), new Map(), place) ?? unknown())
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
