import { isEqual, isList, type Json } from "../../../skill/index.ts";
import { namesIn, resolveTemplate, type Variables } from "../template.ts";
import { type Comparison, type Expression, parseExpression } from "./parse.ts";
import { ExpressionError } from "./tokens.ts";

/** Whether a condition holds. What cannot be compared is not so; a text that is no expression throws. */
export function evaluateCondition(text: string, variables: Variables): boolean {
  const expression = parseExpression(text.trim() === "" ? "true" : text);
  return isTruthy(evaluate(expression, variables, { left: MOST_COMPARED }));
}

/** Characters that one condition may compare: a short one could ask for a long text a thousand times. */
const MOST_COMPARED = 16 * 1024 * 1024;

interface Work {
  left: number;
}

function spend(work: Work, ...values: readonly Json[]): void {
  for (const value of values) work.left -= typeof value === "string" ? value.length : 1;
  if (work.left < 0) throw new ExpressionError("It compares too much text", 0);
}

function evaluate(expression: Expression, variables: Variables, work: Work): Json {
  switch (expression.kind) {
    case "value":
      // A template between quotes becomes a part of the text that the quotes hold, whatever it says.
      return typeof expression.value === "string"
        ? resolveTemplate(expression.value, variables)
        : expression.value;
    case "variable":
      return variables.find(expression.path) ?? null;
    case "not":
      return !isTruthy(evaluate(expression.operand, variables, work));
    case "and": {
      const left = evaluate(expression.left, variables, work);
      return isTruthy(left) ? evaluate(expression.right, variables, work) : left;
    }
    case "or": {
      const left = evaluate(expression.left, variables, work);
      return isTruthy(left) ? left : evaluate(expression.right, variables, work);
    }
    case "includes":
    case "compare": {
      const left = evaluate(expression.left, variables, work);
      const right = evaluate(expression.right, variables, work);
      spend(work, left, right);
      return expression.kind === "compare"
        ? compare(expression.operator, left, right)
        : includes(left, right);
    }
  }
}

function isTruthy(value: Json): boolean {
  return value !== null && value !== false && value !== "" && value !== 0;
}

function includes(whole: Json, part: Json): boolean {
  if (isList(whole)) return whole.some((item) => isEqual(item, part));
  if (typeof whole !== "string" || part === null || typeof part === "object") return false;
  return contains(whole, String(part));
}

/** For texts as short as this the search of the engine is fast whatever they are. */
const SHORT = 64;

/** `includes` in a time that grows with both lengths, not with their product: by Knuth, Morris and Pratt. */
function contains(whole: string, part: string): boolean {
  if (part.length <= SHORT) return whole.includes(part);
  const borders = new Uint32Array(part.length);
  for (let at = 1, length = 0; at < part.length; at += 1) {
    while (length > 0 && part[at] !== part[length]) length = borders[length - 1] ?? 0;
    if (part[at] === part[length]) length += 1;
    borders[at] = length;
  }
  for (let at = 0, length = 0; at < whole.length; at += 1) {
    while (length > 0 && whole[at] !== part[length]) length = borders[length - 1] ?? 0;
    if (whole[at] === part[length]) length += 1;
    if (length === part.length) return true;
  }
  return false;
}

function compare(operator: Comparison, left: Json, right: Json): boolean {
  switch (operator) {
    case "===":
      return isEqual(left, right);
    case "!==":
      return !isEqual(left, right);
    case "==":
      return isLooselyEqual(left, right);
    case "!=":
      return !isLooselyEqual(left, right);
    default:
      return isOrdered(operator, left, right);
  }
}

/** Texts that are numbers equal them, as in JavaScript; lists and maps equal only their like. */
function isLooselyEqual(left: Json, right: Json): boolean {
  if (isEqual(left, right)) return true;
  if (left === null || right === null || typeof left === typeof right) return false;
  return toNumber(left) === toNumber(right);
}

function isOrdered(operator: "<" | ">" | "<=" | ">=", left: Json, right: Json): boolean {
  const areTexts = typeof left === "string" && typeof right === "string";
  const [a, b] = areTexts ? [left, right] : [toNumber(left), toNumber(right)];
  if (operator === "<") return a < b;
  if (operator === ">") return a > b;
  return operator === "<=" ? a <= b : a >= b;
}

function toNumber(value: Json): number {
  if (typeof value === "string") return value.trim() === "" ? Number.NaN : Number(value);
  return typeof value === "number" || typeof value === "boolean" ? Number(value) : Number.NaN;
}

/** The names that a condition asks for, between quotes too. */
export function namesInCondition(text: string): readonly string[] {
  return namesOf(parseExpression(text.trim() === "" ? "true" : text));
}

function namesOf(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case "value":
      return typeof expression.value === "string" ? namesIn(expression.value) : [];
    case "variable":
      return [expression.path];
    case "not":
      return namesOf(expression.operand);
    default:
      return [...namesOf(expression.left), ...namesOf(expression.right)];
  }
}
