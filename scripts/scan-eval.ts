/**
 * Figures of the scanner: on the set that comes along (both halves, and under every mutation with `--mutations`), on a
 * labelled folder (`malicious/` and `benign/`), and the share of flagged skills on a folder of ordinary ones. `--list`
 * names what was missed and what was flagged wrongly, of the tuning half alone, and `--tuning` leaves the other half out.
 * `--held-out` gives the one figure of each set that no rule was made with, at the end.
 *
 *     npm run scan:eval -- [LABELLED] [--titles] [--corpus FOLDER] [--mutations] [--list] [--tuning] [--held-out]
 */
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import {
  isAtLeast,
  scan,
  type ScanFile,
  type ScanReport,
  textOfFile,
} from "../src/check/scan/index.ts";
import { readContent } from "../src/platform/content/index.ts";
import { openScanEngines } from "../src/platform/scanning/index.ts";
import { MUTATIONS } from "../test/support/scan-mutations.ts";
import {
  filesOf,
  HELD_OUT_SETS,
  readAttacks,
  readBenign,
  readSet,
  type Sample,
  SETS,
} from "../test/support/scan-set.ts";

interface Item {
  readonly name: string;
  readonly report: ScanReport;
  readonly milliseconds: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: "string" },
    list: { type: "boolean" },
    titles: { type: "boolean" },
    mutations: { type: "boolean" },
    tuning: { type: "boolean" },
    "held-out": { type: "boolean" },
  },
});

const ports = openScanEngines();

function skillFolders(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /^skill\.md$/i.test(entry.name))
    .map((entry) => entry.parentPath)
    .sort();
}

async function scanAll(root: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const folder of skillFolders(root)) {
    const files = titled(readContent(folder));
    const start = performance.now();
    const report = await scan({ files, directory: folder.split("/").at(-1) ?? "", ports });
    items.push({ name: relative(root, folder), report, milliseconds: performance.now() - start });
  }
  return items;
}

/** A heading in front that forbids something, which must change nothing. */
function titled(files: readonly ScanFile[]): readonly ScanFile[] {
  if (values.titles !== true) return files;
  return files.map((file) =>
    /(?:^|\/)skill\.md$/iu.test(file.path)
      ? { ...file, content: withTitle(textOfFile(file.path, file.content) ?? "") }
      : file,
  );
}

function withTitle(text: string): string {
  return text.replace(
    /^(---\r?\n[^]*?\n---\r?\n)?/u,
    (front) => `${front}\n# Never miss a row\n\n`,
  );
}

function isFlagged({ report }: Item): boolean {
  return report.verdict.decision !== "allow";
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`;
}

/** `x_A01_003` and `x-A01-3` belong to `A01`; without such a part all are one category. */
function categoryOf(name: string): string {
  return /(?:^|[_-])([A-Z]\d{2}|cat\d+)(?:[_-]|$)/.exec(name.split("/")[0] ?? "")?.[1] ?? "all";
}

function list(items: readonly Item[], wanted: (item: Item) => boolean): void {
  if (values.list !== true) return;
  for (const item of items.filter(wanted)) {
    const codes = item.report.findings
      .filter(({ severity }) => isAtLeast(severity, "high"))
      .map(
        ({ code, severity, file, range }) =>
          `${code}(${severity}) ${file}:${range?.start.line ?? 0}`,
      );
    console.log(`  ${item.name}: ${[...new Set(codes)].join(", ") || "nothing at high"}`);
  }
}

function byCategory(items: readonly Item[]): void {
  for (const category of [...new Set(items.map(({ name }) => categoryOf(name)))].sort()) {
    const inside = items.filter(({ name }) => categoryOf(name) === category);
    const flagged = inside.filter(isFlagged).length;
    console.log(
      `  ${category.padEnd(6)} ${flagged} of ${inside.length} (${percent(flagged, inside.length)})`,
    );
  }
}

function times(items: readonly Item[]): string {
  const sorted = items.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, 95 % under ${at(0.95)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
}

async function evaluateLabelled(root: string): Promise<void> {
  const malicious = await scanAll(join(root, "malicious"));
  const benign = await scanAll(join(root, "benign"));
  const caught = malicious.filter(isFlagged).length;
  const alarms = benign.filter(isFlagged).length;
  console.log(`Labelled set: ${malicious.length} malicious, ${benign.length} benign.`);
  console.log(
    `Recall at high or critical: ${caught} of ${malicious.length} (${percent(caught, malicious.length)})`,
  );
  byCategory(malicious);
  list(malicious, (item) => !isFlagged(item));
  console.log(
    `Benign flagged as high or critical: ${alarms} of ${benign.length} (${percent(alarms, benign.length)})`,
  );
  list(benign, isFlagged);
  console.log(`Precision: ${percent(caught, caught + alarms)}`);
  console.log(`Time: ${times([...malicious, ...benign])}`);
}

async function evaluateCorpus(root: string): Promise<void> {
  const items = await scanAll(root);
  const flagged = items.filter(isFlagged);
  console.log(
    `Corpus: ${items.length} skills, ${flagged.length} flagged as high or critical (${percent(flagged.length, items.length)}).`,
  );
  const codes = new Map<string, number>();
  for (const { report } of items)
    for (const key of new Set(report.findings.map(({ code, severity }) => `${severity} ${code}`)))
      codes.set(key, (codes.get(key) ?? 0) + 1);
  for (const [key, count] of [...codes].sort((a, b) => (a[0] < b[0] ? -1 : 1)))
    console.log(`  ${String(count).padStart(5)} ${key}`);
  list(items, isFlagged);
  console.log(`Time: ${times(items)}`);
}

async function scanSamples(samples: readonly Sample[]): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const sample of samples) {
    const start = performance.now();
    const report = await scan({ files: filesOf(sample), directory: sample.name, ports });
    items.push({ name: sample.id, report, milliseconds: performance.now() - start });
  }
  return items;
}

interface Halves {
  readonly title: string;
  readonly attacks: readonly Sample[];
  readonly benign: readonly Sample[];
}

async function evaluateHalves({ title, attacks, benign }: Halves): Promise<void> {
  for (const part of ["tuning", "held-out"] as const) {
    if (part === "held-out" && values.tuning === true) continue;
    const caught = await scanSamples(attacks.filter((sample) => sample.part === part));
    const honest = await scanSamples(benign.filter((sample) => sample.part === part));
    const count = caught.filter(isFlagged).length;
    const alarms = honest.filter(isFlagged).length;
    console.log(
      `${title}, ${part} half: ${count} of ${caught.length} attacks (${percent(count, caught.length)}), ${alarms} of ${honest.length} honest flagged (${percent(alarms, honest.length)}).`,
    );
    for (const kind of new Set(caught.map(({ name }) => name.split(" ")[0] ?? ""))) {
      const inside = caught.filter(({ name }) => name.startsWith(`${kind} `));
      console.log(`  ${kind.padEnd(20)} ${inside.filter(isFlagged).length} of ${inside.length}`);
    }
    if (part === "held-out") continue;
    list(caught, (item) => !isFlagged(item));
    list(honest, isFlagged);
  }
}

async function evaluateHeldOut(name: (typeof HELD_OUT_SETS)[number]): Promise<void> {
  const { attacks, benign } = readSet(name);
  const caught = (await scanSamples(attacks)).filter(isFlagged).length;
  const alarms = (await scanSamples(benign)).filter(isFlagged).length;
  console.log(
    `Set ${name}: ${caught} of ${attacks.length} attacks (${percent(caught, attacks.length)}), ${alarms} of ${benign.length} honest flagged (${percent(alarms, benign.length)}).`,
  );
}

async function evaluateMutations(): Promise<void> {
  const rows: string[] = [];
  let sums = [0, 0, 0, 0];
  for (const mutation of MUTATIONS) {
    const attacks = readAttacks().map(mutation.change);
    const caught = (await scanSamples(attacks)).filter(isFlagged).length;
    const benign = mutation.isHarmless ? readBenign().map(mutation.change) : [];
    const alarms = (await scanSamples(benign)).filter(isFlagged).length;
    sums = sums.map((sum, at) => sum + ([caught, attacks.length, alarms, benign.length][at] ?? 0));
    rows.push(
      `  ${mutation.name.padEnd(34)} ${caught} of ${attacks.length}, honest flagged ${alarms} of ${benign.length}`,
    );
  }
  const [caught = 0, all = 0, alarms = 0, honest = 0] = sums;
  console.log(
    `Under ${MUTATIONS.length} mutations: ${caught} of ${all} (${percent(caught, all)}), honest flagged ${alarms} of ${honest} (${percent(alarms, honest)}).`,
  );
  console.log(rows.join("\n"));
}

const [labelled] = positionals;
if (values["held-out"] === true) for (const name of HELD_OUT_SETS) await evaluateHeldOut(name);
else if (labelled === undefined && values.corpus === undefined) {
  await evaluateHalves({ title: "Own set", attacks: readAttacks(), benign: readBenign() });
  for (const name of SETS) await evaluateHalves({ title: `Set ${name}`, ...readSet(name) });
}
if (values.mutations === true) await evaluateMutations();
if (labelled !== undefined && existsSync(labelled)) await evaluateLabelled(labelled);
if (values.corpus !== undefined) await evaluateCorpus(values.corpus);
