/** Values of languages for which no grammar is at hand, by their tokens. */
import type { Argument, Expression, FunctionForm, Statement } from "./form.ts";
import { joinAt, nameAt, textAt, unknownAt } from "./form.ts";
import { call, collection, lastReturned } from "./script-forms.ts";
import { unescapeText } from "./escapes.ts";
import { Cursor } from "./script-cursor.ts";
import type { Token } from "./script-tokens.ts";
import { tokensOf } from "./script-tokens.ts";

export const DEPTH = 60;
const JOINS = /^(?:\+|\.\.?)$/;
/** Words of the language, which are no functions. */
export const WORDS: RegExp =
  /^(?:if|elsif|elseif|unless|while|until|for|foreach|else|begin|ensure|rescue|then|do|try|catch|finally|case|when|switch|and|or|not|my|our|local|var|const|let|static|public|private|protected|return|echo|use|new|await|yield|defer|go|class|module|package|import|global|final|abstract)$/;

export class ScriptExpressions {
  readonly #cursor: Cursor;
  readonly #readBody: (tokens: readonly Token[]) => readonly Statement[];
  #nesting = 0;

  constructor(cursor: Cursor, readBody: (tokens: readonly Token[]) => readonly Statement[]) {
    this.#cursor = cursor;
    this.#readBody = readBody;
  }

  expression(): Expression {
    if (++this.#nesting > DEPTH) {
      this.#nesting--;
      this.#cursor.at++;
      return unknownAt(this.#cursor.peek());
    }
    const first = this.#operand();
    const parts = [first];
    let isJoin = true;
    let isEither = false;
    while (this.#isBinary()) {
      const mark = this.#cursor.peek();
      this.#cursor.at++;
      this.#cursor.skipLines();
      if (!JOINS.test(mark.text) && mark.text !== "<<") isJoin = false;
      if (/^(?:\|\||\/\/|\?|:|or)$/.test(mark.text)) isEither = true;
      // What a pattern finds is a part of the text that it is held against.
      const found = mark.text === "=~" ? parts.pop() : undefined;
      if (found !== undefined)
        parts.push({
          kind: "assigning",
          target: nameAt("1", mark),
          value: found,
          start: found.start,
          end: found.end,
        });
      parts.push(this.#operand());
    }
    this.#nesting--;
    if (parts.length === 1) return first;
    const span = { start: first.start, end: parts.at(-1)?.end ?? first.end };
    if (isJoin) return joinAt(parts, span);
    return isEither
      ? { kind: "either", options: parts, ...span }
      : { kind: "mixture", parts, ...span };
  }

  #isBinary(): boolean {
    const { kind, text } = this.#cursor.peek();
    if (kind === "name") return text === "or" || text === "and" || text === "x";
    if (kind !== "mark") return false;
    if (text === ".") return this.#cursor.kind === "php" || this.#cursor.kind === "perl";
    return (
      /^(?:\+|-|\*|\/|%|\.\.|<<|\|\||&&|\/\/|\?|:|==|!=|=~|<|>|\||\^|&)$/.test(text) &&
      !(text === ":" && this.#nesting < 1)
    );
  }

  #operand(): Expression {
    while (
      /^(?:[$@%&\\!*-]|\*\*)$/.test(this.#cursor.peek().text) &&
      this.#cursor.peek().kind === "mark"
    )
      this.#cursor.at++;
    while (
      /^(?:my|our|local|new|not|await|defined|\(string\))$/.test(this.#cursor.peek().text) &&
      this.#cursor.peek(1).kind !== "line" &&
      !this.#cursor.is(".", 1)
    )
      this.#cursor.at++;
    while (/^[$@%&\\]$/.test(this.#cursor.peek().text) && this.#cursor.peek().kind === "mark")
      this.#cursor.at++;
    return this.#postfix(this.#primary());
  }

  #primary(): Expression {
    const token = this.#cursor.peek();
    this.#cursor.at++;
    switch (token.kind) {
      case "text":
        return this.#filled(token);
      case "command":
        return call("shell_exec", [{ value: this.#filled(token) }], token);
      case "number":
        // `$1` is what a pattern has found.
        if (this.#cursor.peek(-2).text === "$") return nameAt(token.text, token);
        return {
          kind: "number",
          value: Number(token.text.replaceAll("_", "")),
          start: token.start,
          end: token.end,
        };
      case "name":
        return this.#named(token);
      case "line":
        return unknownAt(token);
      default:
        return this.#bracket(token);
    }
  }

  #bracket(token: Token): Expression {
    const { start } = token;
    if (token.text === "(" || token.text === "[") {
      const close = token.text === "(" ? ")" : "]";
      const items = this.list([close]);
      this.#cursor.take(close);
      const [only] = items;
      if (token.text === "(" && items.length === 1 && only !== undefined && only.name === undefined)
        return only.value;
      return collection(items, { start, end: this.#cursor.peek(-1).end });
    }
    if (token.text === "{") {
      const items = this.list(["}"]);
      this.#cursor.take("}");
      return collection(items, { start, end: this.#cursor.peek(-1).end });
    }
    // `<$file>` reads from it.
    if (token.text === "<") {
      this.#cursor.take("$");
      const inner = this.#cursor.peek();
      if (inner.kind === "name" && this.#cursor.is(">", 1)) {
        this.#cursor.at += 2;
        return nameAt(inner.text, inner);
      }
    }
    // `:symbol` is a text.
    if (
      token.text === ":" &&
      this.#cursor.peek().kind === "name" &&
      this.#cursor.peek().isApart !== true
    ) {
      this.#cursor.at++;
      return textAt(this.#cursor.peek(-1).text, this.#cursor.peek(-1));
    }
    return unknownAt(token);
  }

  /** A name, or a call without brackets: `system "line"`. */
  #named(token: Token): Expression {
    const isEnvironment = /^(?:ENV|_ENV)$/.test(token.text);
    // `shift` takes one of the arguments, which are not told apart.
    const isShift = token.text === "shift" && this.#cursor.kind === "perl";
    const name = nameAt(isEnvironment ? "process.env" : isShift ? "_" : token.text, token);
    return this.#isBareCall(token) ? this.#bareCall(name) : name;
  }

  #isBareCall(token: Token): boolean {
    const next = this.#cursor.peek();
    if (
      next.isApart !== true ||
      this.#cursor.kind === "php" ||
      this.#cursor.kind === "go" ||
      WORDS.test(token.text)
    )
      return false;
    if (next.kind === "text" || next.kind === "command") return true;
    if (next.kind === "number") return false;
    if (next.kind === "name")
      return !/^(?:if|unless|do|and|or|x|eq|ne|in|then|while|until|for|foreach|end|rescue|as)$/.test(
        next.text,
      );
    return (
      /^[$@:]$/.test(next.text) &&
      this.#cursor.peek(1).isApart !== true &&
      this.#cursor.peek(1).kind === "name"
    );
  }

  #bareCall(callee: Expression): Expression {
    // `print $file $text` has no comma between the file and the text.
    const args = this.list([]);
    const isPrint = callee.kind === "name" && /^(?:print|printf|say)$/.test(callee.name);
    if (isPrint && args.length === 1 && args[0]?.value.kind === "name" && this.#startsValue()) {
      const content = this.list([]);
      return call("fwrite", [args[0], ...content], callee);
    }
    return { kind: "call", callee, args, start: callee.start, end: this.#cursor.peek(-1).end };
  }

  #startsValue(): boolean {
    const { kind, text } = this.#cursor.peek();
    return kind === "text" || kind === "name" || text === "$" || text === "@";
  }

  /** Values between commas, up to one of these marks or the end of the statement. */
  list(ends: readonly string[]): Argument[] {
    const items: Argument[] = [];
    const isBracket = ends.length > 0;
    for (let turns = 0; turns < 2000; turns++) {
      if (isBracket) this.#cursor.skipLines();
      const token = this.#cursor.peek();
      if (
        this.#cursor.at >= this.#cursor.tokens.length ||
        token.kind === "line" ||
        ends.includes(token.text)
      )
        break;
      if (/^[;})\]]$/.test(token.text) || /^(?:if|unless|do|end|or|and)$/.test(token.text)) break;
      const before = this.#cursor.at;
      items.push(this.#argument());
      if (isBracket) this.#cursor.skipLines();
      if (this.#cursor.take(",")) {
        this.#cursor.skipLines();
        continue;
      }
      if (this.#cursor.at === before) this.#cursor.at++;
      if (!isBracket) break;
      if (
        !ends.includes(this.#cursor.peek().text) &&
        this.#cursor.at < this.#cursor.tokens.length &&
        this.#cursor.at === before
      )
        break;
    }
    return items;
  }

  /** `key: value`, `key => value`, or a value. */
  #argument(): Argument {
    const token = this.#cursor.peek();
    const isKey =
      (token.kind === "name" || token.kind === "text") &&
      this.#cursor.is(":", 1) &&
      this.#cursor.peek(1).isApart !== true &&
      !this.#cursor.is(":", 2);
    if (isKey && this.#cursor.kind !== "php") {
      this.#cursor.at += 2;
      this.#cursor.skipLines();
      return { name: token.text, value: this.expression() };
    }
    const value = this.expression();
    if (value.kind === "name" && this.#cursor.kind !== "lua" && this.#cursor.take("=")) {
      const { start, end } = value;
      return { value: { kind: "assigning", target: value, value: this.expression(), start, end } };
    }
    if (!this.#cursor.take("=>") && !(this.#cursor.kind === "lua" && this.#cursor.take("=")))
      return { value };
    this.#cursor.skipLines();
    const name =
      value.kind === "text" ? value.value : value.kind === "name" ? value.name : undefined;
    const given = this.expression();
    return name === undefined ? { value: given } : { name, value: given };
  }

  #postfix(given: Expression): Expression {
    let value = given;
    for (let turns = 0; turns < 200; turns++) {
      const next = this.#after(value);
      if (next === undefined) return value;
      value = next;
    }
    return value;
  }

  #after(value: Expression): Expression | undefined {
    const { start } = value;
    const token = this.#cursor.peek();
    const isDot = token.text === "." && this.#cursor.kind !== "php" && this.#cursor.kind !== "perl";
    if (token.kind === "line" && this.#cursor.is(".", 1) && this.#cursor.kind === "ruby") {
      this.#cursor.at++;
      return value;
    }
    if (
      isDot ||
      /^(?:->|::|&\.|\?->)$/.test(token.text) ||
      (token.text === ":" && this.#cursor.kind === "lua")
    ) {
      const name = this.#cursor.peek(1);
      if (name.kind !== "name") {
        // `->[0]`, `->{key}`, `->(…)`
        if (/^[[{(]$/.test(name.text)) this.#cursor.at++;
        return /^[[{(]$/.test(name.text) ? value : undefined;
      }
      this.#cursor.at += 2;
      const member: Expression = {
        kind: "member",
        object: value,
        key: textAt(name.text, name),
        start,
        end: name.end,
      };
      return this.#member(member, name);
    }
    if (token.isApart !== true && token.text === "(") return this.#called(value);
    if (
      token.isApart !== true &&
      (token.text === "[" || (token.text === "{" && this.#cursor.kind === "perl"))
    ) {
      this.#cursor.at++;
      const close = token.text === "[" ? "]" : "}";
      const [key] = this.list([close]);
      this.#cursor.take(close);
      const inner = key?.value ?? unknownAt(token);
      const named = inner.kind === "name" && close === "}" ? textAt(inner.name, inner) : inner;
      return { kind: "member", object: value, key: named, start, end: this.#cursor.peek(-1).end };
    }
    return this.#withBlock(value, token);
  }

  /** Ruby and Perl call methods without brackets; what is assigned to is none. */
  #member(member: Expression, name: Token): Expression {
    const { kind } = this.#cursor;
    if (kind === "ruby" && this.#isBareCall(name)) return this.#bareCall(member);
    const next = this.#cursor.peek();
    const isCall = (kind === "ruby" || kind === "perl") && /^[a-z]/.test(name.text);
    const isOpen = next.isApart !== true && next.text === "(";
    const isBlock = next.text === "{" || next.text === "do";
    if (!isCall || isOpen || isBlock || /^(?:=|\+=|\|\|=|::)$/.test(next.text)) return member;
    return { kind: "call", callee: member, args: [], start: member.start, end: member.end };
  }

  #called(callee: Expression): Expression {
    this.#cursor.at++;
    const args = this.list([")"]);
    this.#cursor.take(")");
    return { kind: "call", callee, args, start: callee.start, end: this.#cursor.peek(-1).end };
  }

  /** `list.each { |item| … }`, `list.each do |item| … end`. */
  #withBlock(value: Expression, token: Token): Expression | undefined {
    if (this.#cursor.kind !== "ruby" || (value.kind !== "member" && value.kind !== "call"))
      return undefined;
    const isBrace = token.text === "{" && token.kind === "mark";
    if (!isBrace && token.text !== "do") return undefined;
    this.#cursor.at++;
    const parameters: FunctionForm["parameters"][number][] = [];
    if (this.#cursor.take("|")) {
      while (
        !this.#cursor.is("|") &&
        this.#cursor.peek().kind !== "line" &&
        this.#cursor.at < this.#cursor.tokens.length
      ) {
        const name = this.#cursor.peek();
        if (name.kind === "name") parameters.push({ target: nameAt(name.text, name) });
        this.#cursor.at++;
      }
      this.#cursor.take("|");
    }
    const end = isBrace ? this.#cursor.braceEnd() : this.#cursor.wordEnd();
    const body = this.#readBody(this.#cursor.takeUpTo(end));
    const span = { start: value.start, end: this.#cursor.peek(-1).end };
    const form: FunctionForm = { parameters, body: lastReturned(body), ...span };
    const block: Argument = { value: { kind: "function", form, ...span } };
    return value.kind === "call"
      ? { ...value, args: [...value.args, block], end: span.end }
      : { kind: "call", callee: value, args: [block], ...span };
  }

  /** A text with the values that stand in it. */
  #filled(token: Token): Expression {
    const { text, start, end, isFilled } = token;
    if (isFilled !== true) return textAt(text, { start, end });
    const parts: Expression[] = [];
    const pattern =
      this.#cursor.kind === "ruby"
        ? /#\{([^{}]{1,200})\}/g
        : /\{?\$\{?(\w+(?:(?:->)?[[{]["']?\w+["']?[\]}])?(?:->\w+)?)\}?\}?/g;
    const sigil = this.#cursor.kind === "ruby" ? "" : "$";
    let plain = 0;
    for (const match of text.matchAll(pattern)) {
      if (match.index > plain)
        parts.push(textAt(unescapeText(text.slice(plain, match.index)), token));
      parts.push(this.#within(`${sigil}${match[1] ?? ""}`, token));
      plain = match.index + match[0].length;
    }
    if (plain < text.length || parts.length === 0)
      parts.push(textAt(unescapeText(text.slice(plain)), token));
    return joinAt(parts, token);
  }

  /** Code that stands in a text. */
  #within(text: string, token: Token): Expression {
    const { kind, depth } = this.#cursor;
    if (depth >= DEPTH) return unknownAt(token);
    const inner = kind === "php" ? "perl" : kind;
    const { start, end } = token;
    const tokens = tokensOf(text, inner).map((one) => ({ ...one, start, end }));
    return new ScriptExpressions(new Cursor(tokens, inner, depth + 1), this.#readBody).expression();
  }
}
