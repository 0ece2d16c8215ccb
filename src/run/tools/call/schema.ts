/** Values held against what a declaration says of them. */
import { isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";

/** Beyond these, problems of the same value say nothing new. */
const MOST_PROBLEMS = 10;
const MOST_CHOICES = 20;
const MOST_SHOWN = 200;
/** Choices that hold choices could have the same part of a value written as JSON at every level. */
const MOST_COMPARED = 16_000_000;

/**
 * The part of JSON Schema that declarations use; what is not known says nothing. Both the declaration and the value
 * are a stranger's, so it ends with the first few problems, and takes steps in the measure of the value.
 */
export function findProblems(schema: JsonObject, value: Json, where: string): readonly string[] {
  const problems: string[] = [];
  collect({ problems, known: new Map(), compared: 0 }, schema, value, where);
  return problems;
}

interface Check {
  readonly problems: string[];
  /** Declarations in the form in which they are held against thousands of values. */
  readonly known: Map<JsonObject, Rules>;
  /** Characters that were held against choices. */
  compared: number;
}

interface Rules {
  readonly types: readonly string[];
  /** As JSON. */
  readonly choices: ReadonlySet<string> | undefined;
  readonly properties: JsonObject;
  /** Each once: a value that has them all is at least as long, and the others end with their first few. */
  readonly required: ReadonlySet<string>;
  readonly items: JsonObject | undefined;
}

function rulesOf({ known }: Check, schema: JsonObject): Rules {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const { type, enum: choices, properties, required, items } = schema;
  const rules: Rules = {
    types: [...new Set(textsIn(isList(type) ? type : [type]))],
    choices: isList(choices) ? new Set(choices.map((choice) => JSON.stringify(choice))) : undefined,
    properties: isObject(properties) ? properties : {},
    required: new Set(isList(required) ? textsIn(required) : []),
    items: isObject(items) ? items : undefined,
  };
  known.set(schema, rules);
  return rules;
}

function textsIn(values: readonly unknown[]): readonly string[] {
  return values.filter((item) => typeof item === "string");
}

function collect(check: Check, schema: JsonObject, value: Json, where: string): void {
  const { problems } = check;
  const { types, choices, properties, required, items } = rulesOf(check, schema);
  if (types.length > 0 && !types.some((item) => isOfType(item, value))) {
    problems.push(`The value of ${where} must be ${types.join(" or ")}, not ${typeName(value)}.`);
    return;
  }
  const choiceProblem = choices === undefined ? undefined : notChosen(check, choices, value, where);
  if (choiceProblem !== undefined) {
    problems.push(choiceProblem);
    return;
  }
  if (isList(value) && items !== undefined)
    for (const [index, item] of value.entries()) {
      if (problems.length >= MOST_PROBLEMS) return;
      collect(check, items, item, `item ${index + 1} of ${where}`);
    }
  if (!isObject(value)) return;
  for (const name of required) {
    if (problems.length >= MOST_PROBLEMS) return;
    if (!Object.hasOwn(value, name)) problems.push(`Missing \`${name}\` in ${where}.`);
  }
  for (const [name, own] of Object.entries(value)) {
    if (problems.length >= MOST_PROBLEMS) return;
    const item = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isObject(item)) collect(check, item, own, `\`${name}\` of ${where}`);
  }
}

function notChosen(
  check: Check,
  choices: ReadonlySet<string>,
  value: Json,
  where: string,
): string | undefined {
  if (check.compared > MOST_COMPARED)
    return `The value of ${where} is too large to be compared with its choices.`;
  const text = JSON.stringify(value);
  check.compared += text.length;
  if (choices.has(text)) return undefined;
  return `The value of ${where} cannot be ${quote(text)}; use ${shownChoices(choices)}.`;
}

function quote(text: string): string {
  return `\`${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}\``;
}

function shownChoices(choices: ReadonlySet<string>): string {
  const first = [...choices].slice(0, MOST_CHOICES);
  const rest = choices.size - first.length;
  return `${first.map((choice) => `\`${choice}\``).join(", ")}${rest === 0 ? "" : ` or one of ${rest} more`}`;
}

function isOfType(type: string, value: Json): boolean {
  switch (type) {
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "array":
      return isList(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (isList(value)) return "array";
  return typeof value;
}
