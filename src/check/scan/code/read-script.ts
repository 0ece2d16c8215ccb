/** Ruby, PHP and Go as the small form: their grammars give the same things other names. */
import type {
  Argument,
  Binding,
  Expression,
  FunctionForm,
  MapEntry,
  Parameter,
  Program,
  Statement,
} from "./form.ts";
import { callAt, joinAt, lastReturned, nameAt, textAt, unknownAt } from "./form.ts";
import { unescapeText } from "./escapes.ts";
import { childOf, field, fields, isEndless, named, sliceOf } from "./nodes.ts";
import {
  ASSIGNS,
  BINARY,
  CALLS,
  CLASSES,
  COMMANDS,
  CONTENT,
  DEFINES,
  FUNCTIONS,
  INCLUDES,
  INDEXED,
  LISTS,
  MAPS,
  MAY_RUN,
  MEMBERS,
  NAMES,
  PLAIN,
  STRINGS,
  inOrder,
  WRAPPERS,
} from "./read-script-nodes.ts";
import type { SyntaxNode } from "./syntax.ts";

export function readScript(root: SyntaxNode, text: string): Program {
  return { body: new ScriptReader(root, text).block(root) };
}

class ScriptReader {
  readonly #text: string;
  /** Texts of Ruby that stand below the line which names them. */
  readonly #below = new Map<number, SyntaxNode>();

  constructor(root: SyntaxNode, text: string) {
    this.#text = text;
    const begun: number[] = [];
    for (const node of inOrder(root)) {
      if (node.type === "heredoc_beginning") begun.push(node.start);
      if (node.type === "heredoc_body") this.#below.set(begun.shift() ?? -1, node);
    }
  }

  block(node: SyntaxNode | undefined): readonly Statement[] {
    return node === undefined ? [] : named(node).flatMap((child) => this.#statement(child));
  }

  #statement(node: SyntaxNode): readonly Statement[] {
    const { type } = node;
    if (ASSIGNS.has(type)) return this.#assignment(node);
    if (/^(?:var_spec|const_spec|const_element|property_element)$/.test(type))
      return this.#declaration(node);
    if (type === "import_declaration") return [{ kind: "bind", bindings: this.#imports(node) }];
    if (DEFINES.has(type)) return [{ kind: "define", form: this.#function(node) }];
    if (CLASSES.has(type)) return [this.#class(node)];
    if (/^return(?:_statement)?$/.test(type)) return this.#returned(node);
    if (/^(?:foreach_statement|for)$/.test(type) || childOf(node, "range_clause") !== undefined)
      return this.#loop(node);
    if (type === "echo_statement") {
      const args = named(node).map((child) => this.#argument(child));
      return [{ kind: "do", value: callAt(nameAt("print", node), args, node) }];
    }
    if (/^(?:heredoc_body|comment|package_clause|use_declaration)$/.test(type)) return [];
    if (PLAIN.has(type)) return this.block(node);
    if (!MAY_RUN.test(type)) return [{ kind: "do", value: this.#expression(node) }];
    return [{ kind: "branch", body: this.block(node), isEndless: isEndless(this.#text, node) }];
  }

  #assignment(node: SyntaxNode): readonly Statement[] {
    const left = field(node, "left");
    const right = field(node, "right");
    if (left === undefined || right === undefined) return [];
    const isAdded = /operator_|augmented_/.test(node.type) || this.#isAppended(left);
    const targets = left.type === "expression_list" ? named(left) : [left];
    const values = right.type === "expression_list" ? named(right) : [right];
    return targets.flatMap((target, index): readonly Statement[] => {
      // `value, problem := f()` gives the value first.
      const value = values[index];
      if (value === undefined || sliceOf(this.#text, target) === "_") return [];
      return [
        { kind: "assign", target: this.#target(target), value: this.#expression(value), isAdded },
      ];
    });
  }

  /** `$list[] = …` of PHP. */
  #isAppended(node: SyntaxNode): boolean {
    return node.type === "subscript_expression" && named(node).length === 1;
  }

  /** A member that is assigned to is not called. */
  #target(node: SyntaxNode): Expression {
    if (this.#isAppended(node)) return this.#expression(named(node)[0] ?? node);
    const read = this.#expression(node);
    return read.kind === "call" && read.args.length === 0 ? read.callee : read;
  }

  #declaration(node: SyntaxNode): readonly Statement[] {
    const value = field(node, "value") ?? field(node, "default_value") ?? named(node)[1];
    const target = field(node, "name") ?? named(node)[0];
    if (value === undefined || target === undefined) return [];
    const first = value.type === "expression_list" ? (named(value)[0] ?? value) : value;
    return [{ kind: "assign", target: this.#target(target), value: this.#expression(first) }];
  }

  #imports(node: SyntaxNode): readonly Binding[] {
    return inOrder(node)
      .filter(({ type }) => type === "import_spec")
      .flatMap((spec): readonly Binding[] => {
        const path = this.#plain(field(spec, "path")).replace(/^["`]|["`]$/g, "");
        const last = path.replace(/\/v\d+$/, "").replace(/^.*\//, "");
        const alias = field(spec, "name");
        const local = alias === undefined ? last : sliceOf(this.#text, alias);
        return local === last ? [] : [{ local, path: last }];
      });
  }

  #plain(node: SyntaxNode | undefined): string {
    return node === undefined ? "" : sliceOf(this.#text, node);
  }

  #class(node: SyntaxNode): Statement {
    const body = field(node, "body");
    const name = this.#plain(field(node, "name"));
    return { kind: "class", name, bases: [], body: this.block(body) };
  }

  #returned(node: SyntaxNode): readonly Statement[] {
    const [value] = named(node);
    if (value === undefined) return [];
    const isList = /^(?:argument_list|expression_list)$/.test(value.type);
    const first = isList ? named(value)[0] : value;
    return first === undefined ? [] : [{ kind: "return", value: this.#expression(first) }];
  }

  /** The last name takes the item; one before it takes the key, which may hold as much. */
  #loop(node: SyntaxNode): readonly Statement[] {
    const range = childOf(node, "range_clause") ?? node;
    const [first, second] = named(node);
    const over = field(range, "right") ?? field(node, "value") ?? first;
    const names = field(range, "left") ?? field(node, "pattern") ?? second;
    const body = field(node, "body");
    if (over === undefined || names === undefined) return this.block(body);
    const isSeveral = /^(?:expression_list|pair|left_assignment_list)$/.test(names.type);
    const targets = (isSeveral ? named(names) : [names]).filter(
      (one) => sliceOf(this.#text, one) !== "_",
    );
    const value = this.#expression(over);
    const item = targets.at(-1);
    if (item === undefined) return this.block(body);
    const keys = targets
      .slice(0, -1)
      .map((key): Statement => ({ kind: "assign", target: this.#target(key), value }));
    return [
      {
        kind: "each",
        loop: { target: this.#target(item), over: value },
        body: [...keys, ...this.block(body)],
      },
    ];
  }

  #function(node: SyntaxNode): FunctionForm {
    const name = this.#plain(field(node, "name"));
    const given = field(node, "parameters") ?? childOf(node, "block_parameters");
    const body = field(node, "body");
    const isValue = body !== undefined && !PLAIN.has(body.type) && !MAY_RUN.test(body.type);
    const statements = isValue
      ? [{ kind: "return" as const, value: this.#expression(body) }]
      : lastReturned(this.block(body));
    return {
      ...(name === "" ? {} : { name }),
      parameters: given === undefined ? [] : named(given).flatMap((one) => this.#parameter(one)),
      body: statements,
      start: node.start,
      end: node.end,
    };
  }

  #parameter(node: SyntaxNode): readonly Parameter[] {
    const names = NAMES.has(node.type) ? [node] : fields(node, "name");
    const initial = field(node, "value") ?? field(node, "default_value");
    return names.map((name) => ({
      target: this.#target(name),
      ...(initial === undefined ? {} : { initial: this.#expression(initial) }),
      ...(/splat|variadic/.test(node.type) ? { isRest: true } : {}),
    }));
  }

  #expression(node: SyntaxNode): Expression {
    const { type, start, end } = node;
    if (NAMES.has(type)) return this.#name(node);
    if (STRINGS.has(type) || CONTENT.has(type)) return this.#string(node);
    if (type === "heredoc_beginning") return this.#string(this.#below.get(start) ?? node);
    if (CALLS.has(type)) return this.#call(node);
    if (MEMBERS.has(type)) return this.#member(node);
    if (INDEXED.has(type)) return this.#indexed(node);
    if (/^(?:integer|int_literal|float|float_literal)$/.test(type))
      return { kind: "number", value: Number(this.#plain(node).replaceAll("_", "")), start, end };
    if (type === "simple_symbol") return textAt(this.#plain(node).slice(1), node);
    if (COMMANDS.has(type))
      return callAt(nameAt("shell_exec", node), [{ value: this.#string(node) }], node);
    if (INCLUDES.test(type)) {
      const name = nameAt(type.replace("_expression", ""), node);
      return callAt(name, this.#all(node), node);
    }
    return this.#compound(node);
  }

  #compound(node: SyntaxNode): Expression {
    const { type, start, end } = node;
    if (FUNCTIONS.has(type)) return { kind: "function", form: this.#function(node), start, end };
    if (type === "composite_literal") return this.#collection(field(node, "body") ?? node);
    if (LISTS.has(type)) return { kind: "list", items: this.#all(node), start, end };
    if (MAPS.has(type)) return this.#collection(node);
    if (BINARY.has(type)) return this.#binary(node);
    if (/^conditional(?:_expression)?$/.test(type)) {
      const options = [field(node, "body"), ...fields(node, "consequence")];
      const kept = [...options, field(node, "alternative")].flatMap((one) => one ?? []);
      return { kind: "either", options: kept.map((one) => this.#expression(one)), start, end };
    }
    if (type === "slice_expression") {
      const object = field(node, "operand");
      const value = object === undefined ? unknownAt(node) : this.#expression(object);
      return { kind: "slice", object: value, isReversed: false, start, end };
    }
    const assigned = ASSIGNS.has(type) ? this.#assignment(node)[0] : undefined;
    if (assigned?.kind === "assign") {
      const { target, value } = assigned;
      return { kind: "assigning", target, value, start, end };
    }
    if (WRAPPERS.has(type)) {
      const inner = field(node, "operand") ?? field(node, "value") ?? named(node).at(-1);
      return inner === undefined ? unknownAt(node) : this.#expression(inner);
    }
    if (MAY_RUN.test(type) || PLAIN.has(type))
      return { kind: "output", body: this.block(node), start, end };
    return { kind: "mixture", parts: this.#all(node).map(({ value }) => value), start, end };
  }

  #name(node: SyntaxNode): Expression {
    const name = this.#plain(node)
      .replace(/^[$@]+|^\\/g, "")
      .replaceAll("\\", ".");
    return nameAt(/^_?ENV$/.test(name) ? "process.env" : name, node);
  }

  /** Text with the values that stand in it. */
  #string(node: SyntaxNode): Expression {
    if (CONTENT.has(node.type)) return this.#content(node, node.type);
    const body = field(node, "value") ?? childOf(node, "nowdoc_body") ?? node;
    const inside = named(body).filter(({ type }) => !/^heredoc_(?:end|start)$/.test(type));
    if (inside.length === 0) {
      const plain = this.#plain(body);
      return textAt(unescapeText(plain.slice(1, -1)), node);
    }
    return joinAt(
      inside.map((child) =>
        CONTENT.has(child.type) || child.type === "escape_sequence"
          ? this.#content(child, node.type)
          : this.#expression(child),
      ),
      node,
    );
  }

  #content(node: SyntaxNode, type: string): Expression {
    const plain = this.#plain(node);
    return textAt(/^(?:raw|nowdoc)/.test(type) ? plain : unescapeText(plain), node);
  }

  #call(node: SyntaxNode): Expression {
    const [first] = named(node);
    const object = field(node, "receiver") ?? field(node, "object") ?? field(node, "scope");
    const own = field(node, "function") ?? field(node, "method") ?? field(node, "name") ?? first;
    const name = own === undefined ? unknownAt(node) : this.#expression(own);
    const callee = object === undefined ? name : this.#memberAt(object, own, node);
    const list = field(node, "arguments") ?? childOf(node, "arguments");
    const block = field(node, "block");
    const args = [
      ...(list === undefined ? [] : this.#all(list)),
      ...(block === undefined ? [] : [{ value: this.#expression(block) }]),
    ];
    const isAlone = object === undefined && list === undefined && name.kind === "name";
    // `loop do … end`
    if (isAlone && name.name === "loop" && block !== undefined) {
      const body = this.block(field(block, "body"));
      const { start, end } = node;
      return { kind: "output", body: [{ kind: "branch", body, isEndless: true }], start, end };
    }
    return callAt(callee, args, node);
  }

  #member(node: SyntaxNode): Expression {
    const object =
      field(node, "operand") ?? field(node, "object") ?? field(node, "scope") ?? named(node)[0];
    const key = field(node, "field") ?? field(node, "name") ?? named(node)[1];
    return object === undefined
      ? key === undefined
        ? unknownAt(node)
        : this.#expression(key)
      : this.#memberAt(object, key, node);
  }

  #memberAt(object: SyntaxNode, key: SyntaxNode | undefined, at: SyntaxNode): Expression {
    const isName = key !== undefined && /^(?:name|constant|identifier|field_)/.test(key.type);
    const read =
      key === undefined
        ? unknownAt(at)
        : isName
          ? textAt(this.#plain(key), key)
          : this.#expression(key);
    const { start, end } = at;
    return { kind: "member", object: this.#expression(object), key: read, start, end };
  }

  #indexed(node: SyntaxNode): Expression {
    const [object, key] = named(node);
    if (object === undefined) return unknownAt(node);
    const { start, end } = node;
    const value = this.#expression(object);
    if (key === undefined) return value;
    if (key.type === "range")
      return { kind: "slice", object: value, isReversed: false, start, end };
    return { kind: "member", object: value, key: this.#expression(key), start, end };
  }

  #binary(node: SyntaxNode): Expression {
    const { start, end } = node;
    const operator = field(node, "operator")?.type ?? "";
    const parts = [field(node, "left"), field(node, "right")].flatMap((one) =>
      one === undefined ? [] : [this.#expression(one)],
    );
    if (/^(?:\+|\.|<<)$/.test(operator)) return { kind: "join", parts, start, end };
    if (/^(?:\|\||\?\?|or|&&|and)$/.test(operator))
      return { kind: "either", options: parts, start, end };
    return {
      kind: "mixture",
      parts,
      start,
      end,
      ...(/^(?:[=!]=|[<>]=?)/.test(operator) ? { isFresh: true } : {}),
    };
  }

  #all(node: SyntaxNode): Argument[] {
    return named(node).map((child) => this.#argument(child));
  }

  #argument(node: SyntaxNode): Argument {
    if (node.type === "pair" || node.type === "keyed_element") {
      const { key, value } = this.#entry(node);
      const name = key?.kind === "text" ? key.value : key?.kind === "name" ? key.name : undefined;
      return name === undefined ? { value } : { name, value };
    }
    const name = node.type === "argument" ? field(node, "name") : undefined;
    const value = this.#expression(node);
    if (name !== undefined) return { name: this.#plain(name), value };
    return /splat|variadic/.test(node.type) ? { value, isSpread: true } : { value };
  }

  #entry(node: SyntaxNode): MapEntry {
    const [first, second] = named(node);
    const key = field(node, "key") ?? first;
    const value = field(node, "value") ?? second;
    if (value === undefined || key === undefined) return { value: this.#expression(first ?? node) };
    return { key: this.#expression(key), value: this.#expression(value) };
  }

  #collection(node: SyntaxNode): Expression {
    const { start, end } = node;
    const items = named(node);
    const isMap = items.some(
      (item) => item.type === "pair" || item.type === "keyed_element" || named(item).length > 1,
    );
    if (!isMap) return { kind: "list", items: this.#all(node), start, end };
    const entries = items.map((item): MapEntry => {
      const entry = this.#entry(item);
      // Names of fields are texts.
      return entry.key?.kind === "name"
        ? { ...entry, key: textAt(entry.key.name, entry.key) }
        : entry;
    });
    return { kind: "map", entries, start, end };
  }
}
