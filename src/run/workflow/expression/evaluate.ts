import { isEqual, isList, type Json } from "../../../skill/index.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";
import { namesIn, resolveTemplate, type Variables } from "../template.ts";
import { type Comparison, type Expression, parseExpression } from "./parse.ts";
import { ExpressionError } from "./tokens.ts";

/** Whether a condition holds. What cannot be compared is not so; a text that is no expression throws. */
export async function evaluateCondition(text: string, variables: Variables): Promise<boolean> {
  const expression = parseExpression(text.trim() === "" ? "true" : text);
  const work = { left: MOST_COMPARED, inTurn: 0 };
  return isTruthy(await evaluate(expression, variables, work));
}

/** Characters that one condition may compare: a short one could ask for a long text a thousand times. */
const MOST_COMPARED = 16 * 1024 * 1024;

/** Characters that are compared before others get a turn. */
const SLICE = 128 * 1024;

interface Work {
  left: number;
  /** What was compared since others had a turn. */
  inTurn: number;
}

async function spend(work: Work, { comparing }: Variables, left: Json, right: Json): Promise<void> {
  const cost = sizeOf(left) + sizeOf(right);
  work.left -= cost;
  comparing.left -= cost;
  if (work.left < 0) throw new ExpressionError("It compares too much text", 0);
  if (comparing.left < 0)
    throw new ExpressionError("The conditions of the run compare too much text", 0);
  work.inTurn += cost;
  if (work.inTurn < SLICE) return;
  work.inTurn = 0;
  await yieldToEventLoop();
}

const sizes = new WeakMap<object, number>();

/** Characters, where every other value counts as one. */
function sizeOf(value: Json): number {
  if (typeof value === "string") return value.length;
  if (value === null || typeof value !== "object") return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let size = 1;
  for (const [key, item] of Object.entries(value)) size += key.length + sizeOf(item);
  sizes.set(value, size);
  return size;
}

async function evaluate(expression: Expression, variables: Variables, work: Work): Promise<Json> {
  switch (expression.kind) {
    case "value":
      // A template between quotes becomes a part of the text that the quotes hold, whatever it says.
      return typeof expression.value === "string"
        ? resolveTemplate(expression.value, variables)
        : expression.value;
    case "variable":
      return variables.find(expression.path) ?? null;
    case "not":
      return !isTruthy(await evaluate(expression.operand, variables, work));
    case "and": {
      const left = await evaluate(expression.left, variables, work);
      return isTruthy(left) ? await evaluate(expression.right, variables, work) : left;
    }
    case "or": {
      const left = await evaluate(expression.left, variables, work);
      return isTruthy(left) ? left : await evaluate(expression.right, variables, work);
    }
    case "includes":
    case "compare": {
      const left = await evaluate(expression.left, variables, work);
      const right = await evaluate(expression.right, variables, work);
      await spend(work, variables, left, right);
      return expression.kind === "compare"
        ? compare(expression.operator, left, right)
        : await includes(left, right);
    }
  }
}

function isTruthy(value: Json): boolean {
  return value !== null && value !== false && value !== "" && value !== 0;
}

async function includes(whole: Json, part: Json): Promise<boolean> {
  if (isList(whole)) return whole.some((item) => isEqual(item, part));
  if (typeof whole !== "string" || part === null || typeof part === "object") return false;
  return await contains(whole, String(part));
}

/** For texts as short as this the search of the engine is fast whatever they are. */
const SHORT = 8;

/** `includes` in a time that grows with both lengths, not with their product: by Knuth, Morris and Pratt. */
async function contains(whole: string, part: string): Promise<boolean> {
  if (part.length <= SHORT) return whole.includes(part);
  const search = { part, borders: new Uint32Array(part.length), matched: 0 };
  for (let at = 1; at < part.length; at += SLICE) {
    if (at > 1) await yieldToEventLoop();
    findBorders(search, at, Math.min(at + SLICE, part.length));
  }
  search.matched = 0;
  for (let at = 0; at < whole.length; at += SLICE) {
    if (at > 0) await yieldToEventLoop();
    if (isFound(search, whole, at, Math.min(at + SLICE, whole.length))) return true;
  }
  return false;
}

interface Search {
  readonly part: string;
  readonly borders: Uint32Array;
  /** How much of the beginning of the part stands where the search is. */
  matched: number;
}

function findBorders(search: Search, from: number, to: number): void {
  const { part, borders } = search;
  let { matched } = search;
  for (let at = from; at < to; at += 1) {
    const letter = part.charCodeAt(at);
    while (matched > 0 && letter !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (letter === part.charCodeAt(matched)) matched += 1;
    borders[at] = matched;
  }
  search.matched = matched;
}

function isFound(search: Search, whole: string, from: number, to: number): boolean {
  const { part, borders } = search;
  let { matched } = search;
  for (let at = from; at < to; at += 1) {
    const letter = whole.charCodeAt(at);
    while (matched > 0 && letter !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (letter === part.charCodeAt(matched)) matched += 1;
    if (matched === part.length) return true;
  }
  search.matched = matched;
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

/** The names that a condition asks for, between quotes too; each once. */
export function namesInCondition(text: string): readonly string[] {
  const names = new Set<string>();
  // A list of what is still to be looked at, since chains of operators are as deep as they are long.
  const open = [parseExpression(text.trim() === "" ? "true" : text)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === "variable") names.add(next.path);
    else if (next.kind === "not") open.push(next.operand);
    else if (next.kind !== "value") open.push(next.right, next.left);
    else if (typeof next.value === "string")
      for (const name of namesIn(next.value)) names.add(name);
  }
  return [...names];
}
