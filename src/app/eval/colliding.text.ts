import type { Collision } from "../../check/eval/index.ts";
import { oneLine } from "../../skill/index.ts";
import { clip, count, describeSkipped, NO_SKILL, type Screen, type TextView } from "../text.ts";
import type { Collisions } from "./colliding.ts";

const COLORS = { collision: "red", declared: "green", overlap: "yellow" } as const;
const LEVELS = {
  collision: "collide",
  declared: "are told apart by a description",
  overlap: "overlap",
} as const;

export const collisionsText: TextView<Collisions> = {
  render: (report, screen) => {
    const { collisions, levels, skills, ranker, model } = report;
    const by = ranker === "words" ? "words" : `meaning (${model ?? "embedding model"})`;
    const summary =
      `${count(levels.collision, "collision")}, ${count(levels.overlap, "overlap")}, ` +
      `${levels.declared} told apart among ${count(skills, "skill")}, compared by ${by}`;
    return [
      ...collisions.flatMap((pair) => renderPair(pair, screen)),
      ...renderRanks(report),
      screen.style("bold", summary),
      "",
    ].join("\n");
  },
  notes: ({ skipped, skills }) => describeSkipped(skipped) + (skills === 0 ? NO_SKILL : ""),
};

function renderPair(pair: Collision, screen: Screen): readonly string[] {
  const { a, b, level, ofA, ofB, evidence, lines } = pair;
  const name = (text: string): string => screen.style("bold", oneLine(text));
  return [
    `${name(a)} and ${name(b)} ${screen.style(COLORS[level], LEVELS[level])}`,
    ...(ofA.taken === 0 ? [] : [`  ${formatShare(a, b, ofA)}`]),
    ...(ofB.taken === 0 ? [] : [`  ${formatShare(b, a, ofB)}`]),
    ...evidence.slice(0, 3).map(({ skill, text, against }) => {
      const other = skill === a ? b : a;
      return `  ${quote(skill, text)}\n    fits ${quote(other, against)}`;
    }),
    ...lines.map(
      ({ skill, proposal }) => `  ${screen.style("cyan", oneLine(skill))}: ${oneLine(proposal)}`,
    ),
    "",
  ];
}

function quote(skill: string, text: string): string {
  return `${oneLine(skill)}: “${oneLine(clip(text, 90))}”`;
}

function formatShare(own: string, other: string, { taken, of }: Collision["ofA"]): string {
  return oneLine(
    `For ${taken} of ${of} sentences and requests of \`${own}\`, \`${other}\` stands first.`,
  );
}

function renderRanks({ ranks }: Collisions): readonly string[] {
  if (ranks === undefined) return [];
  const { requests, first, amongThree, amongFive } = ranks;
  const share = (part: number): string => `${Math.round((100 * part) / requests)} %`;
  return [
    `Of ${count(requests, "request")} in evaluations the right skill stands first in ${share(first)}, among three in ${share(amongThree)}, among five in ${share(amongFive)}.`,
    "",
  ];
}
