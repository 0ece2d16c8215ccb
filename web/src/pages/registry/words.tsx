import { useTexts } from "../../texts/use-texts.tsx"; /** What the registry says of skills, in words and colours. */

export type Tier = "experimental" | "community" | "verified";
export type Verdict = "allow" | "review" | "block";
export type State = "draft" | "in-review" | "listed" | "quarantined" | "yanked";

const TIERS: { readonly [Name in Tier]: { readonly tone: string; readonly says: string } } = {
  experimental: {
    tone: "plain",
    says: "Not signed by a key that this registry trusts: it is run in a sandbox only, and never installed with another skill.",
  },
  community: { tone: "info", says: "Signed by its publisher, and scanned." },
  verified: { tone: "good", says: "Signed, scanned, and looked at by a person." },
};

export function TierBadge({ tier }: { readonly tier: Tier }) {
  const { tone, says } = TIERS[tier];
  return (
    <span className={`badge badge-${tone}`} title={says}>
      {tier}
    </span>
  );
}

export function tierWords(tier: Tier): string {
  return TIERS[tier].says;
}

const STATES: { readonly [Name in State]: readonly [tone: string, title: string] } = {
  draft: ["info", "draft"],
  "in-review": ["warn", "waits for a moderator"],
  listed: ["good", "listed"],
  quarantined: ["bad", "in quarantine"],
  yanked: ["bad", "yanked"],
};

export function StateBadge({ state }: { readonly state: State }) {
  const [tone, title] = STATES[state];
  return <span className={`badge badge-${tone}`}>{title}</span>;
}

export function stateWords(state: State): string {
  return STATES[state][1];
}

export const VISIBILITIES = [
  ["public", "Everyone"],
  ["team", "The team of the publisher"],
  ["private", "Members of the publisher alone"],
] as const;

const VERDICTS: { readonly [Name in Verdict]: readonly [tone: string, title: string] } = {
  allow: ["good", "scan: no grave findings"],
  review: ["warn", "scan: to review"],
  block: ["bad", "scan: blocked"],
};

export function VerdictOfScan({ verdict }: { readonly verdict: Verdict }) {
  const [tone, title] = VERDICTS[verdict];
  return <span className={`badge badge-${tone}`}>{title}</span>;
}

export interface StarsProps {
  readonly rating: number;
  readonly ratings: number;
}

/** A rating in words, with one star for the eye. */
export function Rating({ rating, ratings }: StarsProps) {
  const say = useTexts();
  if (ratings === 0) return <span className="muted">{say("library.notRated")}</span>;
  return (
    <span>
      <span aria-hidden="true">★ </span>
      {rating.toFixed(1)}
      <span className="visually-hidden"> of 5</span>
      <span className="muted"> ({ratings})</span>
    </span>
  );
}

export function sayDay(moment: string): string {
  return new Date(moment).toLocaleDateString("en", {
    year: "numeric",
    month: "short",
    day: "numeric",
  });
}

export function sayMoment(moment: string): string {
  return new Date(moment).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}

export function sayBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const inKilo = bytes / 1024;
  if (inKilo < 1024) return `${inKilo.toFixed(1)} KB`;
  const inMega = inKilo / 1024;
  return inMega < 1024 ? `${inMega.toFixed(1)} MB` : `${(inMega / 1024).toFixed(1)} GB`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
