/** Where a reader of tokens stands. */
import type { ScriptKind, Token } from "./script-tokens.ts";

const NO_TOKEN: Token = { kind: "line", text: "", start: 0, end: 0 };

/** Words that open a block which `end` closes, where they begin a statement. */
const OPENS = /^(?:if|unless|while|until|case|begin|class|module|for|function|def)$/;

export class Cursor {
  readonly tokens: readonly Token[];
  readonly kind: ScriptKind;
  /** Blocks within blocks so far. */
  readonly depth: number;
  at = 0;

  constructor(tokens: readonly Token[], kind: ScriptKind, depth: number) {
    this.tokens = tokens;
    this.kind = kind;
    this.depth = depth;
  }

  get isDone(): boolean {
    return this.at >= this.tokens.length;
  }

  peek(ahead = 0): Token {
    return this.tokens[this.at + ahead] ?? NO_TOKEN;
  }

  is(mark: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === mark && (token.kind === "mark" || token.kind === "name");
  }

  take(mark: string): boolean {
    if (!this.is(mark)) return false;
    this.at++;
    return true;
  }

  skipLines(): void {
    while (this.peek().kind === "line" && !this.isDone) this.at++;
  }

  /** The first token from here of which this holds. */
  find(isEnd: (token: Token) => boolean): number {
    let { at } = this;
    while (at < this.tokens.length && !isEnd(this.tokens[at] ?? NO_TOKEN)) at++;
    return at;
  }

  /** Takes the tokens up to there, and what closes them. */
  takeUpTo(end: number): readonly Token[] {
    const inner = this.tokens.slice(this.at, end);
    this.at = end + 1;
    return inner;
  }

  /** Where the block ends of which the opening bracket was taken. */
  braceEnd(): number {
    let open = 1;
    return this.find(({ kind, text }) => {
      if (kind !== "mark") return false;
      if (text === "{") open++;
      return text === "}" && --open === 0;
    });
  }

  /** Where the block ends whose `end` is still to come. */
  wordEnd(): number {
    let open = 1;
    let before: Token | undefined;
    return this.find((token) => {
      const isFirst =
        before === undefined || before.kind === "line" || /^(?:;|=)$/.test(before.text);
      before = token;
      if (token.kind !== "name") return false;
      if (token.text === "do" || (isFirst && OPENS.test(token.text))) open++;
      return token.text === "end" && --open === 0;
    });
  }
}
