/** Files that say very little very often: four times as much of it takes four times the work, and never the square. */
import { expect, it } from "vitest";
import { toEntry } from "../../src/app/library/entry.ts";
import { evalFormats, readSuite, writeSuite } from "../../src/check/eval/index.ts";
import { convert } from "../../src/skill/convert/index.ts";
import { readDocument } from "../../src/skill/index.ts";
import { locate } from "../../src/skill/text/places.ts";

const SHORT = 1500;
const LONG = 4 * SHORT;
/** Less than this says nothing of how it grows. */
const QUICK_MS = 250;
/** Between 4, for what is linear, and 16, for what is quadratic. */
const MOST_GROWTH = 10;

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join("\n");
const skill = (lines: string): string => `---\nname: x\ndescription: d\n${lines}\n---\n\nDo it.\n`;

function locateAll(text: string, above: readonly string[], count: number): void {
  const document = readDocument(text);
  for (let index = 0; index < count; index += 1) locate(document, [...above, `k${index}`], "key");
}

function readCases(make: (index: number) => object, count: number, isWritten: boolean): void {
  const evals = Array.from({ length: count }, (_, index) => make(index));
  const file = { path: "evals/evals.json", text: JSON.stringify({ skill_name: "x", evals }) };
  const { value } = readSuite(file);
  const format = evalFormats.find(({ id }) => id === "skillwright");
  if (value === undefined || format === undefined) throw new Error("No suite was read.");
  if (isWritten) writeSuite(value.suite, format);
}

it.each<readonly [string, (count: number) => unknown]>([
  [
    "one key again and again, in a list",
    (n) => toEntry(readDocument(skill(times(n, () => "a: 1"))), "x/SKILL.md", "x"),
  ],
  ["places of many keys", (n) => locateAll(skill(times(n, (index) => `k${index}: 1`)), [], n)],
  [
    "places of many keys below one",
    (n) => locateAll(skill(`m:\n${times(n, (index) => `  k${index}: 1`)}`), ["m"], n),
  ],
  [
    "many keys, converted",
    (n) => convert(skill(times(n, (index) => `k${index}: 1`)), { to: "openclaw" }),
  ],
  [
    "cases with one id",
    (n) => readCases(() => ({ id: "a", prompt: "p", assertions: ["x"] }), n, false),
  ],
  [
    "cases with one request, converted",
    (n) => readCases(() => ({ prompt: "p", assertions: ["x"] }), n / 4, true),
  ],
])("[BX-14] no more than long: %s", { timeout: 300_000 }, (_name, run) => {
  const spent = (count: number): number => {
    const before = process.threadCpuUsage();
    run(count);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  if (spent(LONG) < QUICK_MS) return;
  // What else the machine does can make one look slow, and hardly five: what grows too fast does in each of them.
  const looks = [0, 1, 2, 3, 4].map(() => ({ little: spent(SHORT), much: spent(LONG) }));
  const isLinear = looks.some(({ little, much }) => much < QUICK_MS || much < MOST_GROWTH * little);
  expect([looks, isLinear]).toEqual([looks, true]);
});
