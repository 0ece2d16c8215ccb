import { ExpressionError, type Operator, type Token, tokenize } from "./tokens.ts";

export type Comparison = "===" | "!==" | "==" | "!=" | "<" | ">" | "<=" | ">=";

export type Expression =
  | { readonly kind: "value"; readonly value: string | number | boolean | null }
  | { readonly kind: "variable"; readonly path: string }
  | { readonly kind: "not"; readonly operand: Expression }
  | {
      readonly kind: "and" | "or" | "includes";
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    };

/** Deeper ones are no conditions that a person wrote, and would fill the stack. */
const MOST_DEPTH = 100;

const EQUALITY = ["===", "!==", "==", "!="] as const;
const ORDER = ["<", ">", "<=", ">=", "contains"] as const;

/** Reads an expression into a tree; throws `ExpressionError`. */
export function parseExpression(text: string): Expression {
  return new Parser(text).whole();
}

/** Goes from the loosest of the operators to the tightest, one method each. */
class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  whole(): Expression {
    const whole = this.#either();
    if (this.#at < this.#tokens.length) throw this.#unexpected("an operator or the end");
    return whole;
  }

  #either(): Expression {
    let left = this.#both();
    while (this.#take(["||"]) !== undefined) left = { kind: "or", left, right: this.#both() };
    return left;
  }

  #both(): Expression {
    let left = this.#equality();
    while (this.#take(["&&"]) !== undefined) left = { kind: "and", left, right: this.#equality() };
    return left;
  }

  #equality(): Expression {
    let left = this.#order();
    for (;;) {
      const operator = this.#take(EQUALITY);
      if (operator === undefined) return left;
      left = { kind: "compare", operator, left, right: this.#order() };
    }
  }

  #order(): Expression {
    let left = this.#unary();
    for (;;) {
      const operator = this.#take(ORDER);
      if (operator === undefined) return left;
      const right = this.#unary();
      left =
        operator === "contains"
          ? { kind: "includes", left, right }
          : { kind: "compare", operator, left, right };
    }
  }

  #unary(): Expression {
    if (this.#take(["!"]) === undefined) return this.#call();
    return { kind: "not", operand: this.#nested(() => this.#unary()) };
  }

  #call(): Expression {
    let left = this.#primary();
    while (this.#take([".includes"]) !== undefined) {
      if (this.#take(["("]) === undefined) throw this.#unexpected("`(`");
      left = { kind: "includes", left, right: this.#bracketed() };
    }
    return left;
  }

  #primary(): Expression {
    if (this.#take(["("]) !== undefined) return this.#bracketed();
    const token = this.#tokens[this.#at];
    if (token === undefined || token.kind === "operator") throw this.#unexpected("a value");
    this.#at += 1;
    if (token.kind === "variable") return { kind: "variable", path: token.path };
    return { kind: "value", value: token.value };
  }

  /** After the opening bracket. */
  #bracketed(): Expression {
    const inner = this.#nested(() => this.#either());
    if (this.#take([")"]) === undefined) throw this.#unexpected("`)`");
    return inner;
  }

  #nested(read: () => Expression): Expression {
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH)
      throw new ExpressionError("Unexpected depth, expected fewer brackets", this.#place());
    const inner = read();
    this.#depth -= 1;
    return inner;
  }

  #take<Wanted extends Operator>(wanted: readonly Wanted[]): Wanted | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "operator") return undefined;
    const found = wanted.find((operator) => operator === token.text);
    if (found !== undefined) this.#at += 1;
    return found;
  }

  #place(): number {
    return this.#tokens[this.#at]?.at ?? this.#text.length;
  }

  #unexpected(wanted: string): ExpressionError {
    const at = this.#place();
    const found = at < this.#text.length ? `\`${this.#text.slice(at, at + 20)}\`` : "end";
    return new ExpressionError(`Unexpected ${found}, expected ${wanted}`, at);
  }
}
