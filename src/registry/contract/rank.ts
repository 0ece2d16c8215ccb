import type { Tier } from "../sign/index.ts";

/** What a skill has earned, apart from any question. */
export interface SkillStanding {
  readonly tier: Tier;
  readonly downloads: number;
  readonly stars: number;
  readonly ratingSum: number;
  readonly ratings: number;
  /** Of its publisher, from -100 to 100. */
  readonly reputation: number;
  readonly isOfficial: boolean;
  readonly isDeprecated: boolean;
}

const MOST_QUALITY = 1000;

const TRUST: Readonly<Record<Tier, number>> = { experimental: 0, community: 150, verified: 300 };
const MEAN_RATING = 3;
/** So many votes of a middling kind are assumed, so that a single one moves little. */
const ASSUMED_RATINGS = 5;

/**
 * Trust and adoption as one number from 0 to 1000. Adoption counts by its doublings, so that the number
 * stays the same for most downloads, and nobody buys much with a few more.
 */
export function computeQuality(standing: SkillStanding): number {
  const { ratingSum, ratings } = standing;
  const rating =
    (ratingSum + MEAN_RATING * ASSUMED_RATINGS) / (ratings + ASSUMED_RATINGS) - MEAN_RATING;
  const points =
    200 +
    TRUST[standing.tier] +
    Math.min(200, 15 * doublings(standing.downloads)) +
    Math.min(60, 10 * doublings(standing.stars)) +
    10 * Math.round(4 * rating) +
    Math.round(standing.reputation / 5) * 5 +
    (standing.isOfficial ? 40 : 0) -
    (standing.isDeprecated ? 150 : 0);
  return Math.max(0, Math.min(MOST_QUALITY, points));
}

function doublings(count: number): number {
  return Math.floor(Math.log2(1 + count));
}

/** Downloads fade by half in so many milliseconds. */
const HALF_LIFE_MS = 3.5 * 24 * 3_600_000;

/**
 * A sum of fading downloads that never has to be computed anew: each one weighs twice as much as one that is
 * a half-life older, and the logarithm keeps the number small. Numbers of all skills compare at any moment.
 */
export function trendAfter(trend: number, now: number): number {
  const weight = now / HALF_LIFE_MS;
  if (trend <= 0) return weight;
  const greater = Math.max(trend, weight);
  return greater + Math.log2(1 + 2 ** (Math.min(trend, weight) - greater));
}

/** What is known of a publisher's work. */
export interface ReputationInputs {
  readonly verified: number;
  readonly community: number;
  readonly ratingSum: number;
  readonly ratings: number;
  /** Versions that are in quarantine, and reports that moderators upheld. */
  readonly quarantined: number;
  readonly upheldReports: number;
}

/** What a version in quarantine takes from the reputation of its publisher, as long as it is there. */
export const QUARANTINE_COST = 30;

/** From -100 to 100: earned slowly by trusted skills and good ratings, lost fast by harm. */
export function computeReputation(deeds: ReputationInputs): number {
  const rating =
    deeds.ratings === 0
      ? 0
      : (deeds.ratingSum / deeds.ratings - MEAN_RATING) * Math.min(10, deeds.ratings) * 2;
  const points =
    Math.min(40, 10 * deeds.verified) +
    Math.min(30, 3 * deeds.community) +
    rating -
    QUARANTINE_COST * deeds.quarantined -
    20 * deeds.upheldReports;
  return Math.max(-100, Math.min(100, Math.round(points)));
}
