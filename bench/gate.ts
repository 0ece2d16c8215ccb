/**
 * node bench/gate.ts library|plain
 *
 * Gates 10,000 loaded skills against 3 hosts, again and again, so that the start of the process does not
 * count: with the library, or with the plainest loop that gives the same answers. Both print the same line.
 */
import {
  gate,
  gatesOf,
  type HostView,
  loadCandidate,
  type LoadedSkill,
  prepareSurroundings,
} from "../src/library/gate/index.ts";
import { findDialect, readAs, readDocument } from "../src/skill/index.ts";

const SKILLS = 10_000;
const PASSES = 600;

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

function load(at: number): LoadedSkill {
  const dialect = findDialect("gsv");
  if (dialect === undefined) throw new Error("There is no such dialect.");
  const metadata = JSON.stringify({ gsv: { requires: requirementsOf(at) } });
  const text = `---\nname: skill-${at}\ndescription: Does it.\nmetadata: ${metadata}\n---\n`;
  const path = `skills/skill-${at}/SKILL.md`;
  const reading = readAs(dialect, readDocument(text), { path });
  const result = loadCandidate({ source: "global", path, reading }, gatesOf(dialect), {});
  if (!result.ok) throw new Error(`skill-${at} is unreadable.`);
  return result.loaded;
}

function withLibrary(skills: readonly LoadedSkill[]): number {
  const dialect = findDialect("gsv");
  if (dialect === undefined) throw new Error("There is no such dialect.");
  let eligible = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    const around = prepareSurroundings(gatesOf(dialect), { hosts });
    for (const skill of skills) if (gate(skill, around).isEligible) eligible++;
  }
  return eligible;
}

type List = keyof Requirements;

interface PlainHost {
  readonly id: string;
  readonly has: { readonly [Name in List]: ReadonlySet<string> };
}

const ORDER: readonly List[] = ["hostRoles", "os", "env", "bins", "anyBins"];
const ANY: ReadonlySet<string> = new Set(["hostRoles", "os", "anyBins"]);

/** The specification word by word: list after list narrows the hosts, and who is left serves the skill. */
function narrow(
  requires: Requirements,
  facts: readonly PlainHost[],
): { readonly hosts: readonly string[]; readonly reasons: readonly object[] } {
  let left = facts;
  const reasons: object[] = [];
  for (const list of ORDER) {
    const names = requires[list];
    if (names === undefined) continue;
    left = left.filter(({ has }) =>
      ANY.has(list)
        ? names.some((name) => has[list].has(name))
        : names.every((name) => has[list].has(name)),
    );
    if (left.length === 0) reasons.push({ list, names });
  }
  return { hosts: left.map(({ id }) => id), reasons };
}

function withLoop(all: readonly Requirements[]): number {
  const facts = hosts.map(({ id, role = "", os = "", env = [], bins = {} }): PlainHost => {
    const found = new Set(Object.keys(bins).filter((name) => bins[name]));
    const has = { hostRoles: new Set([role]), os: new Set([os]), env: new Set(env) };
    return { id, has: { ...has, bins: found, anyBins: found } };
  });
  let eligible = 0;
  for (let pass = 0; pass < PASSES; pass++)
    for (const requires of all) if (narrow(requires, facts).reasons.length === 0) eligible++;
  return eligible;
}

const numbers = Array.from({ length: SKILLS }, (_, at) => at);
const skills = numbers.map(load);
const requirements = numbers.map(requirementsOf);
const count = process.argv[2] === "plain" ? withLoop(requirements) : withLibrary(skills);
process.stdout.write(`${count / PASSES} of ${SKILLS} skills are eligible\n`);
