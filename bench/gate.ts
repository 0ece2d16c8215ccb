/**
 * node bench/gate.ts
 *
 * Loads 10,000 skills once and gates them against 3 hosts again and again, in turns by the library and by the
 * plainest loop that makes the same look-ups in the same sets. Prints the seconds that one pass takes each.
 */
import {
  gate,
  gatesOf,
  type HostView,
  loadCandidate,
  type LoadedSkill,
  prepareGate,
} from "../src/library/gate/index.ts";
import { findDialect, readAs, readDocument } from "../src/skill/index.ts";
import { median, printSeconds } from "./reported.ts";

const SKILLS = 10_000;
/** Short turns, so that a slow moment of the machine falls on both; the first ones warm up. */
const TURNS = 400;
const WARM_UP = 100;

const hosts: readonly HostView[] = ["darwin", "linux", "windows"].map((os, at) => ({
  id: `host-${at}`,
  role: at === 0 ? "specialized" : "execution",
  capabilities: ["filesystem.list", "filesystem.read", "filesystem.write", "shell.exec"],
  os,
  env: Array.from({ length: 40 }, (_, index) => `VARIABLE_${index * (at + 1)}`),
  bins: Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`bin-${index}`, index % (at + 2) !== 0]),
  ),
}));

interface Requirements {
  readonly hostRoles?: readonly string[];
  readonly os?: readonly string[];
  readonly env?: readonly string[];
  readonly bins?: readonly string[];
  readonly anyBins?: readonly string[];
}

/** Every skill asks for something else, so that nothing decided before helps with the next. */
function requirementsOf(at: number): Requirements {
  return {
    ...(at % 3 === 0 ? { hostRoles: ["execution"] } : {}),
    ...(at % 2 === 0 ? { os: [["linux"], ["darwin", "linux"]][at % 4 === 0 ? 0 : 1] ?? [] } : {}),
    ...(at % 5 === 0 ? { env: [`VARIABLE_${at % 80}`] } : {}),
    bins: [`bin-${at % 200}`, `bin-${(at * 7) % 200}`, `bin-${Math.floor(at / 200)}`],
    ...(at % 7 === 0 ? { anyBins: [`bin-${at % 11}`, `bin-${at % 13}`] } : {}),
  };
}

const dialect = findDialect("gsv");
if (dialect === undefined) throw new Error("There is no such dialect.");
const rules = gatesOf(dialect);

function load(at: number): LoadedSkill {
  if (dialect === undefined) throw new Error("There is no such dialect.");
  const metadata = JSON.stringify({ gsv: { requires: requirementsOf(at) } });
  const text = `---\nname: skill-${at}\ndescription: Does it.\nmetadata: ${metadata}\n---\n`;
  const path = `skills/skill-${at}/SKILL.md`;
  const reading = readAs(dialect, readDocument(text), { path });
  const result = loadCandidate({ source: "global", path, reading }, rules, {});
  if (!result.ok) throw new Error(`skill-${at} is unreadable.`);
  return result.loaded;
}

function withLibrary(skills: readonly LoadedSkill[]): number {
  const around = prepareGate(rules, { hosts });
  let eligible = 0;
  for (const skill of skills) if (gate(skill, around).isEligible) eligible++;
  return eligible;
}

/** Sets of names by the number that a list of requirements has for them. */
type PlainHost = readonly ReadonlySet<string>[];

function plainHosts(): readonly PlainHost[] {
  return hosts.map(({ role = "", os = "", capabilities, env, bins = {} }) => {
    const found = new Set(Object.keys(bins).filter((name) => bins[name]));
    return [new Set([role]), new Set(capabilities), new Set([os]), new Set(env), found];
  });
}

type Lists = LoadedSkill["demands"]["ofHosts"];

function meets({ keys, isAny }: Lists[number], facts: ReadonlySet<string>): boolean {
  for (const key of keys) if (facts.has(key) === isAny) return isAny;
  return !isAny;
}

/** Which hosts meet every list: nothing else is found out, and no reason is kept. */
function matching(lists: Lists, facts: readonly PlainHost[]): readonly number[] {
  const matched: number[] = [];
  hosts: for (let host = 0; host < facts.length; host++) {
    const sets = facts[host] ?? [];
    for (const list of lists) if (!meets(list, sets[list.slot] ?? new Set())) continue hosts;
    matched.push(host);
  }
  return matched;
}

function withLoop(skills: readonly LoadedSkill[]): number {
  const facts = plainHosts();
  let eligible = 0;
  for (const { demands } of skills) if (matching(demands.ofHosts, facts).length > 0) eligible++;
  return eligible;
}

function secondsOf(pass: () => number, wanted: number): number {
  const start = process.hrtime.bigint();
  const eligible = pass();
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (eligible !== wanted) throw new Error("The two do not give the same answers.");
  return seconds;
}

const skills = Array.from({ length: SKILLS }, (_, at) => load(at));
const expected = withLoop(skills);
const plain: number[] = [];
const library: number[] = [];
for (let turn = 0; turn < TURNS; turn++) {
  const first = secondsOf(() => withLoop(skills), expected);
  const second = secondsOf(() => withLibrary(skills), expected);
  if (turn < WARM_UP) continue;
  plain.push(first);
  library.push(second);
}
printSeconds({ plain: median(plain), gate: median(library) });
