/**
 * Which skills of a library fight for the same request. Every sentence of a description stands for a request to its
 * skill; where another skill fits it better than the rest of its own description does, the two collide there. Places in
 * the order of the library decide, never a fixed degree of likeness: how alike texts of a model are differs from library
 * to library.
 */
import { type IndexedLibrary, type IndexedSkill, plainText, type Probe } from "./library.ts";
import { drawLine, type Line } from "./line.ts";
import type { Group, Space } from "./space.ts";

export interface Evidence {
  /** Name of the skill that the sentence or request belongs to. */
  readonly skill: string;
  readonly kind: "sentence" | "request";
  readonly text: string;
  /** What the other skill says that is nearest to it. */
  readonly against: string;
}

export interface TakenShare {
  /** Sentences and requests for which the other skill stands first. */
  readonly taken: number;
  readonly of: number;
}

export interface Collision {
  readonly a: string;
  readonly b: string;
  readonly pathA: string;
  readonly pathB: string;
  /** `collision`: a person should look. `overlap`: some words in common. `declared`: a description names the other. */
  readonly level: "collision" | "overlap" | "declared";
  readonly ofA: TakenShare;
  readonly ofB: TakenShare;
  readonly evidence: readonly Evidence[];
  /** Where to draw the line between the two. */
  readonly lines: readonly Line[];
}

/** Of the requests that authors mean for a skill: how often it is among the first. */
export interface RequestRanks {
  readonly requests: number;
  readonly first: number;
  readonly amongThree: number;
  readonly amongFive: number;
}

export interface CollisionReport {
  readonly ranker: Space["kind"];
  readonly skills: number;
  readonly sentences: number;
  /** The strongest first. */
  readonly collisions: readonly Collision[];
  readonly ranks?: RequestRanks;
}

/** Skills that are nearest by all that they say; comparing with every sentence of every skill would take too long. */
const CANDIDATES = 16;
const MOST_EVIDENCE = 6;

interface Comparison {
  readonly skills: readonly IndexedSkill[];
  /** What each skill says, all together. */
  readonly groups: ReadonlyMap<IndexedSkill, Group>;
  readonly space: Space;
  /** How well a sentence of this library fits its own skill, as a rule. */
  readonly usual: number;
}

interface TakenRequest {
  readonly from: IndexedSkill;
  readonly by: IndexedSkill;
  readonly evidence: Evidence;
}

export function findCollisions({ skills }: IndexedLibrary, space: Space): CollisionReport {
  const takes: TakenRequest[] = [];
  const ranks: number[] = [];
  const groups = new Map(
    skills.map((skill) => [
      skill,
      space.group([skill.name, ...skill.clauses.map(({ index }) => index)]),
    ]),
  );
  const comparison = { skills, groups, space, usual: usualFit(skills, groups, space) };
  for (const own of skills) {
    for (const clause of own.clauses) {
      const take = matchSentence(own, clause, comparison);
      if (take !== undefined) takes.push(take);
    }
    for (const request of own.requests) {
      const order = rankSkills(request.index, comparison);
      ranks.push(order.indexOf(own));
      const take = matchRequest(own, request, order[0], space);
      if (take !== undefined) takes.push(take);
    }
  }
  const pairs = Map.groupBy(takes, ({ from, by }) => pairKey(from, by));
  const words = new Map<IndexedSkill, readonly string[]>();
  const collisions = [...pairs.values()].map((group) => toCollision(group, words));
  return {
    ranker: space.kind,
    skills: skills.length,
    sentences: skills.reduce((sum, { clauses }) => sum + clauses.length, 0),
    collisions: collisions.toSorted(byStrength),
    ...(ranks.length === 0 ? {} : { ranks: toRanks(ranks) }),
  };
}

function pairKey(a: IndexedSkill, b: IndexedSkill): string {
  return [a.place, b.place].toSorted((x, y) => x - y).join(" ");
}

function toRanks(ranks: readonly number[]): RequestRanks {
  const within = (places: number): number => ranks.filter((rank) => rank < places).length;
  return {
    requests: ranks.length,
    first: within(1),
    amongThree: within(3),
    amongFive: within(5),
  };
}

/** Half by all that a skill says, half by its nearest sentence. */
function fit(text: number, skill: IndexedSkill, { groups, space }: Comparison): number {
  const whole = groups.get(skill)?.compare(text) ?? 0;
  return (whole + nearest(text, skill.clauses, space).likeness) / 2;
}

function nearest(
  text: number,
  clauses: readonly Probe[],
  space: Space,
): { readonly likeness: number; readonly probe?: Probe } {
  let likeness = 0;
  let probe: Probe | undefined;
  for (const clause of clauses) {
    const value = clause.index === text ? 0 : space.compare(text, clause.index);
    if (value <= likeness) continue;
    likeness = value;
    probe = clause;
  }
  return probe === undefined ? { likeness } : { likeness, probe };
}

/** The skills that fit a request best, best first. */
function rankSkills(text: number, comparison: Comparison): readonly IndexedSkill[] {
  return candidates(text, comparison)
    .map((skill) => ({ skill, value: fit(text, skill, comparison) }))
    .toSorted((a, b) => b.value - a.value)
    .map(({ skill }) => skill);
}

function candidates(text: number, { skills, groups }: Comparison): readonly IndexedSkill[] {
  if (skills.length <= CANDIDATES) return skills;
  return skills
    .map((skill) => ({ skill, value: groups.get(skill)?.compare(text) ?? 0 }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, CANDIDATES)
    .map(({ skill }) => skill);
}

/** How well a sentence fits what else its own skill says. */
function fitRest(
  own: IndexedSkill,
  clause: Probe,
  groups: ReadonlyMap<IndexedSkill, Group>,
  space: Space,
): number {
  const rest = own.clauses.filter(({ index }) => index !== clause.index);
  const byRest = groups.get(own)?.compare(clause.index) ?? 0;
  return (byRest + nearest(clause.index, rest, space).likeness) / 2;
}

/** The median over the skills that say more than one thing. */
function usualFit(
  skills: readonly IndexedSkill[],
  groups: ReadonlyMap<IndexedSkill, Group>,
  space: Space,
): number {
  const fits = skills
    .filter(({ clauses }) => clauses.length > 1)
    .flatMap((own) => own.clauses.map((clause) => fitRest(own, clause, groups, space)))
    .toSorted((a, b) => a - b);
  return fits[Math.floor(fits.length / 2)] ?? 0;
}

/** The skill that fits a sentence better than the rest of its own description does. */
function matchSentence(
  own: IndexedSkill,
  clause: Probe,
  comparison: Comparison,
): TakenRequest | undefined {
  const { groups, space, usual } = comparison;
  const others = candidates(clause.index, comparison).filter((skill) => skill !== own);
  let best:
    | { readonly skill: IndexedSkill; readonly value: number; readonly probe: Probe }
    | undefined;
  for (const skill of others) {
    const { likeness, probe } = nearest(clause.index, skill.clauses, space);
    if (probe === undefined || !space.share(clause.index, probe.index)) continue;
    const value = ((groups.get(skill)?.compare(clause.index) ?? 0) + likeness) / 2;
    if (best === undefined || value > best.value) best = { skill, value, probe };
  }
  if (best === undefined) return undefined;
  const mine = fitRest(own, clause, groups, space);
  // A sentence that stands alone has nothing but a name beside it, which nearly every other skill outdoes.
  if (best.value <= (own.clauses.length === 1 ? Math.max(mine, usual) : mine)) return undefined;
  return {
    from: own,
    by: best.skill,
    evidence: {
      skill: own.skill.name,
      kind: "sentence",
      text: clause.text,
      against: best.probe.text,
    },
  };
}

function matchRequest(
  own: IndexedSkill,
  { index, text }: Probe,
  first: IndexedSkill | undefined,
  space: Space,
): TakenRequest | undefined {
  if (first === undefined || first === own) return undefined;
  const { probe } = nearest(index, first.clauses, space);
  if (probe === undefined) return undefined;
  return {
    from: own,
    by: first,
    evidence: { skill: own.skill.name, kind: "request", text, against: probe.text },
  };
}

function toCollision(
  takes: readonly TakenRequest[],
  words: Map<IndexedSkill, readonly string[]>,
): Collision {
  const [first] = takes;
  if (first === undefined) throw new Error("A collision has evidence.");
  const [a, b] = [first.from, first.by].toSorted((x, y) => x.place - y.place) as [
    IndexedSkill,
    IndexedSkill,
  ];
  const ofA = computeShare(takes, a);
  const ofB = computeShare(takes, b);
  return {
    a: a.skill.name,
    b: b.skill.name,
    pathA: a.skill.path,
    pathB: b.skill.path,
    level: gradeCollision(a, b, ofA, ofB, takes),
    ofA,
    ofB,
    evidence: takes.map(({ evidence }) => evidence).slice(0, MOST_EVIDENCE),
    lines: drawLine(a, b, words),
  };
}

function computeShare(takes: readonly TakenRequest[], skill: IndexedSkill): TakenShare {
  return {
    taken: takes.filter(({ from }) => from === skill).length,
    of: skill.clauses.length + skill.requests.length,
  };
}

function gradeCollision(
  a: IndexedSkill,
  b: IndexedSkill,
  ofA: TakenShare,
  ofB: TakenShare,
  takes: readonly TakenRequest[],
): Collision["level"] {
  if (a.mentions.has(b.skill.name) || b.mentions.has(a.skill.name)) return "declared";
  const isSame = takes.some(({ evidence: { text, against } }) => isSentence(text, against));
  const isMutual = ofA.taken > 0 && ofB.taken > 0 && strength({ ofA, ofB }) >= HALF;
  const isMost = [ofA, ofB].some(({ taken, of }) => taken >= 2 && taken >= of * HALF);
  return isSame || isMutual || isMost ? "collision" : "overlap";
}

/** One sentence in common is an overlap; half of what a skill says is a collision. */
const HALF = 0.5;

/** Both say the same in three words or more: two are as often a common phrase. */
function isSentence(text: string, against: string): boolean {
  const plain = plainText(text);
  return plain === plainText(against) && plain.split(" ").length > 2;
}

const LEVELS: readonly Collision["level"][] = ["collision", "declared", "overlap"];

function byStrength(a: Collision, b: Collision): number {
  const order = LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level);
  return order === 0 ? strength(b) - strength(a) : order;
}

function strength({ ofA, ofB }: Pick<Collision, "ofA" | "ofB">): number {
  return ofA.taken / Math.max(1, ofA.of) + ofB.taken / Math.max(1, ofB.of);
}
