import type { Random, Weighted } from "./random.ts";

type Scalar = string | number | boolean | null;

/** Values of generated frontmatter; keys are written in the order of the object. */
export type Value = Scalar | readonly Value[] | { readonly [key: string]: Value };

export type ScalarStyle =
  | "plain"
  | "double"
  | "single"
  | "literal"
  | "folded"
  | "folded-strip"
  | "next-line";

/** How 19,389 descriptions were written. */
export const scalarStyles: Weighted<ScalarStyle> = [
  ["plain", 9757],
  ["double", 4814],
  ["literal", 3176],
  ["single", 887],
  ["folded", 379],
  ["folded-strip", 341],
  ["next-line", 35],
];

/** `key: value` with its line end, the value written in the asked style. */
export function writeScalar(key: string, value: string, style: ScalarStyle): string {
  const lines = value.split("\n");
  const indented = lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n");
  switch (style) {
    case "plain":
      return `${key}: ${lines.join(" ")}\n`;
    case "double":
      return `${key}: ${JSON.stringify(value)}\n`;
    case "single":
      return `${key}: '${lines.join(" ").replaceAll("'", "''")}'\n`;
    case "literal":
      return `${key}: |\n${indented}\n`;
    case "folded":
      return `${key}: >\n${indented}\n`;
    case "folded-strip":
      return `${key}: >-\n${indented}\n`;
    case "next-line":
      return `${key}:\n${indented}\n`;
  }
}

/** A block map or list under `key`; scalars stay on the line. */
export function writeBlock(key: string, value: Value, indent = ""): string {
  if (Array.isArray(value)) {
    const items = value.map((item: Value) => `${indent}  - ${writeItem(item, `${indent}    `)}`);
    return `${indent}${key}:${value.length === 0 ? " []" : ""}\n${items.join("")}`;
  }
  if (value !== null && typeof value === "object") {
    const inner = Object.entries(value).map(([name, item]) =>
      writeBlock(name, item, `${indent}  `),
    );
    return `${indent}${key}:\n${inner.join("")}`;
  }
  return `${indent}${key}: ${scalar(value)}\n`;
}

function writeItem(item: Value, indent: string): string {
  if (item === null || typeof item !== "object" || Array.isArray(item)) return `${flow(item)}\n`;
  const lines = Object.entries(item).map(([name, value]) => writeBlock(name, value, indent));
  return lines.join("").trimStart();
}

/** `key: {"a":1}`: JSON on one line, with or without blanks after its marks. */
export function writeFlow(key: string, value: Value, random: Random): string {
  const json = JSON.stringify(value);
  return `${key}: ${random.chance(0.5) ? json : flow(value)}\n`;
}

/** A flow map over several lines, most with trailing commas as hand-written JSON5 has them. */
export function writeMultilineFlow(key: string, value: Value, random: Random): string {
  const json = JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
  const commas = random.chance(0.7)
    ? json.replaceAll(/([\]}"\w])\n( *)(?=[\]}])/g, "$1,\n$2")
    : json;
  return random.chance(0.5) ? `${key}:\n  ${commas}\n` : `${key}: ${commas}\n`;
}

/** Flow style with a blank after each colon and comma. */
function flow(value: Value): string {
  if (Array.isArray(value)) return `[${value.map((item: Value) => flow(item)).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    const pairs = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}: ${flow(item)}`,
    );
    return `{ ${pairs.join(", ")} }`;
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function scalar(value: Scalar): string {
  if (typeof value !== "string") return String(value);
  const isSafe =
    /^[A-Za-z][\w ./()+-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off)$/i.test(value);
  return isSafe ? value : JSON.stringify(value);
}
