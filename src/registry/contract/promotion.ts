import type { Role, Tier } from "../sign/index.ts";
import type { PromotionStep, ReviewState } from "./records.ts";

/** What is known of a version when a tier is asked for. */
export interface PromotionFacts {
  readonly tier: Tier;
  readonly state: ReviewState;
  /** What the file says of itself, where it does. */
  readonly claimedTier: Tier | undefined;
  /** The role of the key that signed it; undefined: unsigned, or nobody trusts the key. */
  readonly signedAs: Role | undefined;
  readonly isSigned: boolean;
  /** What the scan says in each tier. */
  readonly verdicts: Readonly<Record<Tier, "allow" | "review" | "block">>;
  readonly lintErrors: number;
  /** Reports against it that nobody has decided. */
  readonly openReports: number;
}

const ORDER: readonly Tier[] = ["experimental", "community", "verified"];

function tierRank(tier: Tier): number {
  return ORDER.indexOf(tier);
}

/** What a tier asks a version to show, each with what it shows. A step is never skipped. */
export function promotionSteps(facts: PromotionFacts, to: Tier): readonly PromotionStep[] {
  const steps = [fromBelow(facts, to), isListed(facts), doesClaim(facts, to)];
  if (to === "community") return [...steps, ...communitySteps(facts)];
  if (to === "verified") return [...steps, ...verifiedSteps(facts)];
  return steps;
}

/** Whether a person has to agree when all steps are met. */
export function needsModerator(to: Tier): boolean {
  return to === "verified";
}

function fromBelow({ tier }: PromotionFacts, to: Tier): PromotionStep {
  const before = ORDER[tierRank(to) - 1];
  return {
    code: "one-step",
    demand:
      before === undefined
        ? "Nothing lies below the lowest tier."
        : `The version must be in the tier \`${before}\`, one below.`,
    isMet: before !== undefined && tier === before,
    evidence: `It is in the tier \`${tier}\`.`,
  };
}

function isListed({ state }: PromotionFacts): PromotionStep {
  return {
    code: "listed",
    demand: "The version must be listed.",
    isMet: state === "listed",
    evidence: `Its state is \`${state}\`.`,
  };
}

/** A file that calls itself less would be enforced as less, whatever the registry says. */
function doesClaim({ claimedTier }: PromotionFacts, to: Tier): PromotionStep {
  return {
    code: "claimed-tier",
    demand: `SKILL.md must claim \`${to}\` or more, or no tier.`,
    isMet: claimedTier === undefined || tierRank(claimedTier) >= tierRank(to),
    evidence:
      claimedTier === undefined ? "It claims no tier." : `It claims the tier \`${claimedTier}\`.`,
  };
}

function communitySteps(facts: PromotionFacts): readonly PromotionStep[] {
  return [
    {
      code: "signed-by-publisher",
      demand: "It must be signed with a key of its publisher, or of the registry.",
      isMet: facts.signedAs !== undefined,
      evidence: signatureWords(facts),
    },
    {
      code: "scan-community",
      demand: "The scan of the registry must have nothing against it as a community skill.",
      isMet: facts.verdicts.community === "allow",
      evidence: `The verdict is \`${facts.verdicts.community}\`.`,
    },
    {
      code: "lint",
      demand: "The linter must find no errors in it.",
      isMet: facts.lintErrors === 0,
      evidence:
        facts.lintErrors === 0
          ? "It finds none."
          : `It finds ${facts.lintErrors}, which the audit of the version lists.`,
    },
  ];
}

function verifiedSteps(facts: PromotionFacts): readonly PromotionStep[] {
  return [
    {
      code: "signed-by-registry",
      demand: "It must be signed with a key of the registry.",
      isMet: facts.signedAs === "amd",
      evidence: signatureWords(facts),
    },
    {
      code: "scan-verified",
      demand: "The scan of the registry must not block it as a verified skill.",
      isMet: facts.verdicts.verified !== "block",
      evidence: `The verdict is \`${facts.verdicts.verified}\`.`,
    },
    {
      code: "reports",
      demand: "No report against it may be open.",
      isMet: facts.openReports === 0,
      evidence: `${facts.openReports} are open.`,
    },
  ];
}

function signatureWords({ isSigned, signedAs }: PromotionFacts): string {
  if (!isSigned) return "It is not signed.";
  return signedAs === undefined
    ? "It is signed with a key that is not known here."
    : `It is signed with a key that has the role \`${signedAs}\`.`;
}
