import type { Random, Weighted } from "./random.ts";
import { kebabName, topics } from "./words.ts";

export interface Identity {
  readonly name: string;
  readonly dir: string;
}

type RuleBreak = "title" | "upper" | "underscore" | "slash" | "at" | "colon" | "double" | "other";

const ruleBreaks: Weighted<RuleBreak> = [
  ["title", 400],
  ["upper", 70],
  ["underscore", 200],
  ["slash", 85],
  ["at", 75],
  ["colon", 20],
  ["double", 7],
  ["other", 7],
];

/**
 * A name and the directory it lives in. 4.4 % of the names break the name rule, and in about 9 %
 * name and directory differ; numeric suffixes of clashing directories bring that to 13 %.
 */
export function makeIdentity(random: Random): Identity {
  const base = kebabName(random);
  if (random.chance(0.041)) return breakRule(random, base);
  if (random.chance(0.02)) return { name: base, dir: `${random.pick(topics)}-${base}` };
  if (random.chance(0.015)) return { name: base, dir: base.split("-").slice(0, 2).join("-") };
  if (random.chance(0.007)) return { name: base, dir: base.replaceAll("-", "_") };
  return { name: base, dir: base };
}

function breakRule(random: Random, base: string): Identity {
  const words = base.split("-");
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  switch (random.weighted(ruleBreaks)) {
    case "title":
      return { name: capitals.join(" "), dir: random.chance(0.9) ? base : capitals.join(" ") };
    case "upper":
      return { name: capitals.join(""), dir: random.chance(0.5) ? capitals.join("") : base };
    case "underscore":
      return { name: words.join("_"), dir: words.join("_") };
    case "slash":
      return { name: words.join("/"), dir: base };
    case "at":
      return { name: `@${words[0]}/${words.slice(1).join("-")}`, dir: base };
    case "colon":
      return { name: words.join(":"), dir: base };
    case "double":
      return { name: words.join("--"), dir: words.join("--") };
    case "other":
      return {
        name: random.pick([`${base}-`, `${base}é`, `${base}-${base}-${base}-${base}`]),
        dir: base,
      };
  }
}
