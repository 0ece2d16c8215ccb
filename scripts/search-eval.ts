/**
 * How well a search finds: recall at 10 by kind of question, on skills of which each question means one. The skills are
 * the collected ones where they are at hand, otherwise made up; questions follow from `--seed`. `--meaning` uses the
 * local model, which takes its time for each description; `--among N` puts the skills among others, up to so many;
 * `--list KIND` shows what was not found.
 *
 *     npm run search:eval -- [--count N] [--among N] [--seed N] [--generated] [--meaning] [--postgres] [--list KIND] [--check]
 */
import { parseArgs } from "node:util";
import { createRandom } from "../bench/generate.ts";
import { fillSkills, generatedAt } from "../bench/registry/fill.ts";
import { percentile } from "../bench/registry/skills.ts";
import { openJobs } from "../src/app/jobs/index.ts";
import { openDatabase } from "../src/hub/data/index.ts";
import { DEFAULT_MARKET, openMarket } from "../src/hub/registry/index.ts";
import { openMemoryStore } from "../src/library/store/index.ts";
import { systemClock } from "../src/platform/machine/index.ts";
import { localEmbeddings } from "../src/run/knowledge/index.ts";
import { createAccounts } from "../test/support/accounts.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { judgedQuestions, type Kind, KINDS } from "./search-eval/questions.ts";
import { collectedSkills, generatedSkills } from "./search-eval/skills.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    among: { type: "string", default: "0" },
    questions: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    generated: { type: "boolean", default: false },
    meaning: { type: "boolean", default: false },
    postgres: { type: "boolean", default: false },
    list: { type: "string" },
    check: { type: "boolean", default: false },
  },
});

/** What a search has to reach; kinds without a goal are only reported. */
const GOALS: Partial<Readonly<Record<Kind, number>>> = {
  "exact name": 0.98,
  "one letter wrong": 0.9,
  "two letters swapped": 0.9,
  "mistyped in one piece": 0.9,
  "one word too many": 0.85,
  "another form of a word": 0.85,
  "natural language": 0.7,
};

const collected = values.generated ? undefined : collectedSkills();
const skills = (collected ?? generatedSkills(Number(values.count), 20_261_116)).slice(
  0,
  Math.max(Number(values.count), collected?.length ?? 0),
);
const embeddings = values.meaning ? localEmbeddings() : undefined;
const server = values.postgres ? await startPostgres() : undefined;
const database = await openDatabase({ address: (await server?.makeDatabase()) ?? ":memory:" });
const size = Math.max(skills.length, Number(values.among));
await fillSkills(database, size, (index) => skills[index] ?? generatedAt(index, 20_261_116));
const jobs = openJobs();
const market = openMarket({
  database,
  accounts: createAccounts(database),
  store: await openMemoryStore(),
  clock: systemClock,
  jobs,
  version: "0.0.0",
  workFolder: "",
  settings: DEFAULT_MARKET,
  ...(embeddings === undefined ? {} : { embeddings }),
});
await market.indexSearch();

const asked = judgedQuestions(skills, createRandom(Number(values.seed)), Number(values.questions));
const found = new Map<Kind, { first: number; ten: number; all: number }>(
  KINDS.map((kind) => [kind, { first: 0, ten: 0, all: 0 }]),
);
const times: number[] = [];
for (const { kind, query, slug } of asked) {
  const start = performance.now();
  const page = await market.search({ isModerator: false }, { query, limit: 10 });
  times.push(performance.now() - start);
  const place = page.items.findIndex((hit) => hit.slug === slug);
  const figures = found.get(kind);
  if (figures === undefined) continue;
  figures.all += 1;
  if (place === 0) figures.first += 1;
  if (place !== -1) figures.ten += 1;
  else if (values.list === kind)
    console.log(`${slug}: ${query} -> ${page.items.map((hit) => hit.slug).join(", ")}`);
}

const source = collected === undefined ? "generated" : "collected";
console.log(
  `${skills.length} ${source} skills${size > skills.length ? ` among ${size}` : ""}, ${asked.length} questions, seed ${values.seed}, ` +
    `${embeddings === undefined ? "words alone" : "words and meaning"}: ` +
    `median ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms\n`,
);
console.log("| kind of question | questions | recall@10 | first | goal |\n|---|---|---|---|---|");
for (const [kind, { first, ten, all }] of found) {
  const goal = GOALS[kind];
  const share = (count: number): string => (all === 0 ? "–" : (count / all).toFixed(2));
  console.log(`| ${kind} | ${all} | ${share(ten)} | ${share(first)} | ${goal ?? ""} |`);
  if (values.check && goal !== undefined && all > 0 && ten / all < goal) process.exitCode = 1;
}
await jobs.close();
await database.close();
await server?.stop();
// The thread of the model has no end of its own.
process.exit();
