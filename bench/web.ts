/**
 * node bench/web.ts [--rounds N] [--many N] [--only shelf|folder|systems]
 *
 * How soon the page of skills can be used with 10 and with 10,000 skills, in Chromium, with the built page from the
 * built server, each visit with an empty cache. Fails where a target is missed. Needs a built dist/ and chromium.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { median } from "./reported.ts";
import { type Program, startProvider, startServer } from "./serve/programs.ts";
import { visit, type Visit, visitFloor, type Wanted } from "./web/page.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    many: { type: "string", default: "10000" },
    only: { type: "string" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});

/** Kept by the server, in a folder of one system, or in a folder that every system reads. */
const PLACES = ["shelf", "folder", "systems"] as const;
type Place = (typeof PLACES)[number];

const FEW = 10;
const many = Number(values.many);
const rounds = Number(values.rounds);
const MOST_RATIO = 1.3;
const MOST_SCRIPT = 180 * 1024;
/** A hand that types fast; an answer within it is there before the next letter. */
const MOST_LETTER_MS = 100;

/** One in five has a word with a letter that no other has. */
const EVERY = 5;

const failures: string[] = [];
const place = mkdtempSync(join(tmpdir(), "skillwright-bench-web-"));
const provider = await startProvider();
const browser = await chromium.launch({
  executablePath: values.chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  for (const where of PLACES)
    if (values.only === undefined || values.only === where) await measure(where);
} finally {
  await browser.close();
  await provider.stop();
  rmSync(place, { recursive: true, force: true });
}
for (const failure of failures) console.log(`MISSED: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

function report(line: string, isMet = true): void {
  console.log(line);
  if (!isMet) failures.push(line);
}

async function measure(where: Place): Promise<void> {
  const few = await serve(where, FEW);
  const lots = await serve(where, many);
  try {
    const seen = { few: [] as Visit[], many: [] as Visit[], floor: [] as number[] };
    const [one, other] = [wantedOf(FEW), wantedOf(many)];
    // The first visit finds a server that has read nothing yet.
    const cold = await visit(browser, lots.word, other);
    await visit(browser, few.word, one);
    for (let round = 0; round < rounds; round += 1) {
      seen.floor.push(await visitFloor(browser, few.word));
      const turns = [
        async () => seen.few.push(await visit(browser, few.word, one)),
        async () => seen.many.push(await visit(browser, lots.word, other)),
      ];
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
    }
    tell(where, seen, cold);
  } finally {
    await few.stop();
    await lots.stop();
  }
}

interface Seen {
  readonly few: readonly Visit[];
  readonly many: readonly Visit[];
  readonly floor: readonly number[];
}

function tell(where: string, { few, many: lots, floor }: Seen, cold: Visit): void {
  console.log(`skills in the ${where}, ${rounds} rounds, ms since the navigation, medians`);
  report(`  floor, the smallest file: ${median(floor).toFixed(0)}`);
  for (const [step, title, isTarget] of [
    ["rows", "first rows painted", true],
    ["interactive", "interactive: a letter filters", true],
    ["whole", "every skill is there and counted", false],
  ] as const) {
    const [a, b] = [few, lots].map((visits) => median(visits.map((seen) => seen[step])));
    const ratio = (b ?? Number.NaN) / (a ?? Number.NaN);
    report(
      `  ${title}: ${a?.toFixed(0)} with ${FEW}, ${b?.toFixed(0)} with ${many}, ratio ${ratio.toFixed(2)}` +
        ` (the very first visit: ${cold[step].toFixed(0)})`,
      !isTarget || ratio < MOST_RATIO,
    );
  }
  const letters = lots.flatMap((seen) => seen.letters);
  report(
    `  from a letter to its answer over ${many}: ${median(letters).toFixed(0)}, at most ${Math.max(...letters).toFixed(0)}`,
    median(letters) < MOST_LETTER_MS,
  );
  const script = Math.max(...lots.map((seen) => seen.script));
  report(
    `  script of the first page, compressed: ${(script / 1024).toFixed(0)} KB`,
    script < MOST_SCRIPT,
  );
}

async function serve(where: Place, count: number): Promise<Program> {
  const folder = join(place, `${where}-${count}`);
  const skills = join(folder, where === "shelf" ? "data/skills" : "served");
  for (let index = 0; index < count; index += 1) {
    const name = `skill-${String(index).padStart(5, "0")}`;
    mkdirSync(join(skills, name), { recursive: true });
    writeFileSync(join(skills, name, "SKILL.md"), textOf(name, index));
  }
  return await startServer({
    folder,
    providerPort: provider.word,
    ...(where === "folder" ? { words: ["--as", "openclaw", "--root", skills] } : {}),
    ...(where === "systems" ? { words: ["--root", skills] } : {}),
  });
}

function textOf(name: string, index: number): string {
  const mark = index % EVERY === 0 ? "zébu" : "horse";
  const about = `Handles case ${index} of a long list, as a ${mark} would. Use it when somebody asks for number ${index}.`;
  return `---\nname: ${name}\ndescription: ${about}\n---\n\nDo it, step by step, and say what was done.\n`;
}

function wantedOf(count: number): Wanted {
  const say = (found: number): string =>
    `${found.toLocaleString("en")} of ${count.toLocaleString("en")} skills`;
  return {
    letter: "é",
    fits: "zébu",
    count: say(count / EVERY),
    searches: [
      { text: "h", count: say(count) },
      { text: "horse", count: say(count - count / EVERY) },
      { text: `case ${count - 1} `, count: say(1) },
      { text: "nothing is like that", count: say(0) },
    ],
  };
}
