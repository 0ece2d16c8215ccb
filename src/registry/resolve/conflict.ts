import { registryCodes, registryError } from "../errors.ts";
import type { Demand } from "./catalog.ts";

/** A demand and the way to it. */
export interface Chain {
  readonly range: string;
  /** From what was asked for to who demands it; empty where it was asked for itself. */
  readonly steps: readonly { readonly name: string; readonly version: string }[];
}

/** Why one version could not be taken. */
export type Obstacle =
  | { readonly kind: "range" | "experimental" | "given-up"; readonly version: string }
  | {
      /** It needs something in another version than the one that others need. */
      readonly kind: "dependency";
      readonly version: string;
      readonly demand: Demand;
      readonly chosen: string;
      readonly chains: readonly Chain[];
    }
  | { readonly kind: "cycle"; readonly version: string; readonly cycle: readonly string[] };

/** A skill of which no version fits, and everything that stands in the way. */
export interface Conflict {
  readonly name: string;
  readonly chains: readonly Chain[];
  /** The preferred first. */
  readonly available: readonly string[];
  readonly obstacles: readonly Obstacle[];
}

const MOST_VERSIONS = 8;

/**
 * The conflict as an error whose message says what, and whose related lines name every chain of demands. Given who was
 * asked, it says of a skill that nobody has where it was looked for.
 */
export function conflictError(conflict: Conflict, asked: readonly string[] = []): Error {
  const chains = conflict.chains.map((chain) => formatChain(conflict.name, chain));
  const lines = [...new Set([...chains, ...conflict.obstacles.flatMap(formatObstacle)])];
  return registryError(registryCodes.unresolvable, formatConflict(conflict, asked), {
    hint: [...lines.map((line) => `${line}.`), "Nothing was written."].join(" "),
    related: lines.map((message) => ({ message })),
  });
}

function formatConflict(
  { name, chains, available, obstacles }: Conflict,
  asked: readonly string[],
): string {
  const cycle = obstacles.find((item) => item.kind === "cycle");
  if (obstacles.some(({ kind }) => kind === "given-up"))
    return "There are too many combinations of versions to try.";
  if (cycle?.kind === "cycle")
    return `Skills need each other in a circle: ${cycle.cycle.map((step) => `\`${step}\``).join(" needs ")}.`;
  if (available.length === 0)
    return `No skill \`${name}\`${asked.length === 0 ? "" : ` in ${asked.join(" or ")}`}.`;
  const fitting = obstacles.filter(({ kind }) => kind !== "range");
  if (fitting.length > 0 && fitting.every(({ kind }) => kind === "experimental"))
    return `\`${name}\`, which another skill needs, is experimental.`;
  const dependency = fitting.find((item) => item.kind === "dependency");
  if (dependency?.kind === "dependency") {
    const { demand, version, chosen } = dependency;
    return `No version of \`${demand.name}\` fits all skills: \`${name}\` ${version} needs \`${demand.range}\`, and ${chosen} was chosen for the others.`;
  }
  const ranges = [...new Set(chains.map(({ range }) => `\`${range}\``))].join(" and ");
  return `No version of \`${name}\` fits ${ranges}; there are ${listed(available)}.`;
}

function listed(versions: readonly string[]): string {
  const shown = versions.slice(0, MOST_VERSIONS).join(", ");
  const more = versions.length - MOST_VERSIONS;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** From what the user asked for to the demand. */
function formatChain(name: string, { range, steps }: Chain): string {
  if (steps.length === 0) return `You asked for \`${name}\` \`${range}\``;
  const way = steps.map((step) => `\`${step.name}\` ${step.version}`).join(", which needs ");
  return `You asked for ${way}, which needs \`${name}\` \`${range}\``;
}

function formatObstacle(obstacle: Obstacle): readonly string[] {
  if (obstacle.kind !== "dependency") return [];
  const { demand, chains } = obstacle;
  return chains.map((chain) => formatChain(demand.name, chain));
}
