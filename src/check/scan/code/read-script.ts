/** Ruby, Perl, PHP, Lua and Go as the small form, by their tokens: roughly, but enough to see what flows where. */
import type { Expression, FunctionForm, Parameter, Program, Statement } from "./form.ts";
import { nameAt } from "./form.ts";
import { Cursor } from "./script-cursor.ts";
import { DEPTH, ScriptExpressions, WORDS } from "./script-expressions.ts";
import { call } from "./script-forms.ts";
import type { ScriptKind, Token } from "./script-tokens.ts";
import { scriptKindOf, tokensOf } from "./script-tokens.ts";

export function readScript(text: string): Program {
  const kind = scriptKindOf(text);
  return { body: new ScriptReader(tokensOf(text, kind), kind, 0).statements() };
}

const DEFINES = /^(?:def|sub|function|func|fn)$/;
const ASSIGNS = /^(?:=|:=|\+=|\.=|\|\|=|\/\/=)$/;

/** Reads tokens one after the other; what it does not understand it passes over. */
class ScriptReader {
  readonly #cursor: Cursor;
  readonly #expressions: ScriptExpressions;

  constructor(tokens: readonly Token[], kind: ScriptKind, depth: number) {
    this.#cursor = new Cursor(tokens, kind, depth);
    this.#expressions = new ScriptExpressions(this.#cursor, (inner) => this.#body(inner));
  }

  #body(tokens: readonly Token[]): readonly Statement[] {
    const { kind, depth } = this.#cursor;
    return depth >= DEPTH ? [] : new ScriptReader(tokens, kind, depth + 1).statements();
  }

  statements(): Statement[] {
    const body: Statement[] = [];
    while (!this.#cursor.isDone) {
      const before = this.#cursor.at;
      body.push(...this.#statement());
      if (this.#cursor.at === before) this.#cursor.at++;
    }
    return body;
  }

  #statement(): readonly Statement[] {
    const token = this.#cursor.peek();
    if (token.kind === "line" || /^[;{}]$/.test(token.text)) {
      this.#cursor.at++;
      return [];
    }
    const isName = token.kind === "name";
    if (isName && DEFINES.test(token.text) && this.#cursor.peek(1).kind === "name")
      return [{ kind: "define", form: this.#function() }];
    if (isName && WORDS.test(token.text)) return this.#keyword(token);
    const opened = this.#perlOpen();
    return opened === undefined ? this.#plain() : [opened];
  }

  /** Words before a statement; loops over a list bind their variable. */
  #keyword(token: Token): readonly Statement[] {
    this.#cursor.at++;
    if (token.text === "return") return [{ kind: "return", value: this.#expressions.expression() }];
    if (token.text === "foreach" || token.text === "for") return this.#loop();
    if (token.text === "echo")
      return [{ kind: "do", value: call("print", this.#expressions.list([]), token) }];
    return [];
  }

  /** `foreach ($list as $item)`, `for my $item (@list)`, `for item in list`. */
  #loop(): readonly Statement[] {
    const end = this.#cursor.find(
      ({ kind, text }) => text === "{" || kind === "line" || text === "do",
    );
    const words = this.#cursor.tokens
      .slice(this.#cursor.at, end)
      .filter(({ text }) => !/^(?:my|our|[$@%&()])$/.test(text));
    this.#cursor.at = end;
    const middle = words.findIndex(({ text }) => /^(?:as|in|range)$/.test(text));
    const isAs = words[middle]?.text === "as";
    const target = isAs ? words.at(-1) : words[0];
    const over = isAs ? words.slice(0, middle) : words.slice(Math.max(0, middle) + 1);
    if (target === undefined || over.length === 0) return [];
    const { kind, depth } = this.#cursor;
    const inner = new ScriptExpressions(new Cursor(over, kind, depth + 1), (tokens) =>
      this.#body(tokens),
    );
    const loop = { target: nameAt(target.text, target), over: inner.expression() };
    if (kind === "ruby" || kind === "lua")
      return [
        { kind: "each", loop, body: this.#body(this.#cursor.takeUpTo(this.#cursor.wordEnd())) },
      ];
    this.#cursor.take("{");
    return [
      { kind: "each", loop, body: this.#body(this.#cursor.takeUpTo(this.#cursor.braceEnd())) },
    ];
  }

  /** `open(my $file, '<', path)` puts the file into its first argument. */
  #perlOpen(): Statement | undefined {
    const token = this.#cursor.peek();
    if (this.#cursor.kind !== "perl" || !this.#cursor.take("open")) return undefined;
    const hasBracket = this.#cursor.take("(");
    const [target, mode, path] = this.#expressions.list(hasBracket ? [")"] : []);
    if (hasBracket) this.#cursor.take(")");
    if (target === undefined || mode === undefined) return undefined;
    const args = path === undefined ? [mode] : [path, mode];
    return { kind: "assign", target: target.value, value: call("fopen", args, token) };
  }

  #plain(): readonly Statement[] {
    const first = this.#expressions.expression();
    const targets = [first];
    while (this.#cursor.take(",")) targets.push(this.#expressions.expression());
    const mark = this.#cursor.peek();
    if (mark.kind !== "mark" || !ASSIGNS.test(mark.text))
      return targets.map((value) => ({ kind: "do", value }));
    this.#cursor.at++;
    this.#cursor.skipLines();
    const value = this.#expressions.expression();
    const isAdded = mark.text === "+=" || mark.text === ".=";
    // `value, problem := …` of Go gives the value first.
    const isOne = targets.length === 1 || this.#cursor.kind === "go";
    const items = targets.map((one) => ({ value: one }));
    const target: Expression = isOne
      ? first
      : { kind: "list", items, start: first.start, end: first.end };
    return [{ kind: "assign", target, value, isAdded }];
  }

  #function(): FunctionForm {
    const { start } = this.#cursor.peek();
    this.#cursor.at++;
    let name = this.#cursor.peek().text;
    this.#cursor.at++;
    while (this.#cursor.take(".") || this.#cursor.take(":") || this.#cursor.take("::")) {
      name = this.#cursor.peek().text;
      this.#cursor.at++;
    }
    const parameters = this.#parameters();
    const { kind } = this.#cursor;
    const usesEnd = kind === "ruby" || kind === "lua";
    if (!usesEnd) this.#cursor.at = this.#cursor.find(({ text }) => text === "{") + 1;
    const end = usesEnd ? this.#cursor.wordEnd() : this.#cursor.braceEnd();
    const body = this.#body(this.#cursor.takeUpTo(end));
    return { name, parameters, body, start, end: this.#cursor.peek(-1).end };
  }

  #parameters(): readonly Parameter[] {
    const { kind } = this.#cursor;
    const isOpen = this.#cursor.take("(");
    if (!isOpen && (kind !== "ruby" || this.#cursor.peek().kind !== "name")) return [];
    const end = this.#cursor.find((token) => (isOpen ? token.text === ")" : token.kind === "line"));
    const isFirst = kind === "go" || kind === "ruby" || kind === "lua";
    return splitAt(this.#cursor.takeUpTo(end)).flatMap((group) => {
      const names = untilInitial(group).filter((token) => token.kind === "name");
      const token = isFirst ? names[0] : names.at(-1);
      return token === undefined ? [] : [{ target: nameAt(token.text, token) }];
    });
  }
}

function splitAt(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const groups: Token[][] = [[]];
  for (const token of tokens)
    if (token.text === ",") groups.push([]);
    else groups.at(-1)?.push(token);
  return groups;
}

function untilInitial(group: readonly Token[]): readonly Token[] {
  const at = group.findIndex(({ text }) => text === "=");
  return at < 0 ? group : group.slice(0, at);
}
