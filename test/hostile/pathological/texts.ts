/** Texts that are all run and no sense: what makes a careless search begin anew at every place. */
import { createRandom } from "../fuzz/random.ts";

export interface HostileText {
  readonly name: string;
  readonly make: (length: number) => string;
}

/** What is repeated. Each class of characters that a reader treats apart is there. */
const UNITS: readonly string[] = [
  " ",
  "\t",
  "\n",
  "\r",
  "\r\n",
  " \n",
  "\n\n\n",
  "-",
  "- ",
  "---\n",
  "#",
  "# a\n",
  "`",
  "```\n",
  "~~~\n",
  "[",
  "[a](",
  "[a]: b\n",
  "![",
  "<",
  "<!--",
  "<a ",
  "<b>",
  "</b>",
  "</",
  "&",
  "&#x",
  "{",
  "{{",
  "{{a",
  "{{a}}",
  "${",
  "$",
  "\\",
  "\\$",
  '"',
  '"\\',
  'a=\\" ',
  "a=' ",
  "'",
  "(",
  "((a",
  "*",
  "**a",
  "_",
  "|",
  ">",
  "> ",
  ":",
  ": ",
  "a",
  "A1",
  "0",
  "aGVsbG8",
  "=",
  "==",
  "/",
  "//",
  "/*",
  "../",
  "http://",
  "https://a.dev/",
  "@",
  "a@b.",
  ".",
  "a.",
  ",",
  "e\u0301",
  "\u0301",
  "\u200b",
  "\u4e2d",
  "\u3002",
  "\ud83d\ude00",
  "\ud83d",
  "a b ",
  "a, ",
  "send to ",
  "curl -d ",
  "read -r ",
  "rm -R ",
  "chmod -",
  "a: b\n",
  "- a\n",
  "a:\n",
  "  a: [\n",
  "a: &a [*a]\n",
  "key: |\n",
  "a: 'b\n",
  "1. a\n",
  "a\n",
  "a | b\n",
  "def a(): pass\n",
  "x = x + 'a'\n",
  "if (a) {",
  "function a() {",
  "; ",
  "&& ",
  "$(",
  "<<A\n",
  "skillwright-ignore ",
  "<!-- skillwright-ignore -->",
  "sk-aaaa",
  "eyJa.",
  ">=1 ",
  "1.0.0 || ",
];

const ENDS: readonly string[] = ["", "\u0001", "!", "\n---\n", "x"];
/** Mixtures of units, by chance that can be repeated. */
const MIXTURES = 12;

function repeat(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** As many different lines as there is room for. */
function distinct(line: (index: number) => string, length: number): string {
  const lines: string[] = [];
  let size = 0;
  for (let index = 0; size < length; index++) {
    const next = line(index);
    lines.push(next);
    size += next.length;
  }
  return lines.join("");
}

function nested(open: string, close: string, length: number): string {
  const depth = Math.floor(length / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
}

export function hostileTexts(seed: number): readonly HostileText[] {
  const random = createRandom(seed);
  const runs = UNITS.map((unit): HostileText => {
    const end = random.pick(ENDS);
    return {
      name: `${JSON.stringify(unit)} again and again, then ${JSON.stringify(end)}`,
      make: (length) => repeat(unit, length) + end,
    };
  });
  const mixtures = Array.from({ length: MIXTURES }, (): HostileText => {
    const units = [random.pick(UNITS), random.pick(UNITS), random.pick(UNITS)];
    return {
      name: `${JSON.stringify(units.join(""))} again and again`,
      make: (length) => repeat(units.join(""), length),
    };
  });
  const lists: readonly HostileText[] = [
    { name: "many keys", make: (length) => distinct((at) => `key${at}: ${at}\n`, length) },
    {
      name: "many keys under one",
      make: (length) => `a:\n${distinct((at) => `  k${at}: b\n`, length)}`,
    },
    { name: "many items", make: (length) => `a:\n${distinct((at) => `  - item ${at}\n`, length)}` },
    {
      name: "many headings",
      make: (length) => distinct((at) => `## Part ${at}\n\nText.\n\n`, length),
    },
    { name: "many links", make: (length) => distinct((at) => `[a ${at}](b/${at}.md)\n`, length) },
    {
      name: "many placeholders",
      make: (length) => distinct((at) => `{{name${at}}} $${at} `, length),
    },
    {
      name: "many names",
      make: (length) => distinct((at) => `v${at} = v${Math.max(0, at - 1)} + "a"\n`, length),
    },
    { name: "brackets in brackets", make: (length) => nested("[", "]", length) },
    { name: "braces in braces", make: (length) => nested("{a: ", "}", length) },
    { name: "elements in elements", make: (length) => nested("<div>", "</div>", length) },
    {
      name: "indented ever deeper",
      make: (length) => distinct((at) => `${" ".repeat(at)}a:\n`, length),
    },
    {
      // Unicode puts marks above a letter behind those below it, one after the other.
      name: "marks in the wrong order",
      make: (length) => `a${"\u0301".repeat(length / 2)}${"\u0323".repeat(length / 2)}`,
    },
  ];
  return [...runs, ...mixtures, ...lists];
}
