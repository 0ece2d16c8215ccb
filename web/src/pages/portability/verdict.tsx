import type { CellVerdict } from "../../../../src/check/matrix/index.ts";

const WORDS: { readonly [Verdict in CellVerdict]: string } = {
  works: "works",
  partial: "in part",
  refused: "refused",
};
const TONES: { readonly [Verdict in CellVerdict]: string } = {
  works: "good",
  partial: "warn",
  refused: "bad",
};

export function verdictWords(verdict: CellVerdict): string {
  return WORDS[verdict];
}

export function VerdictBadge({ verdict }: { readonly verdict: CellVerdict }) {
  return <span className={`badge badge-${TONES[verdict]}`}>{WORDS[verdict]}</span>;
}

export function VerdictLight({ verdict }: { readonly verdict: CellVerdict }) {
  return <span className={`light light-${TONES[verdict]}`} aria-hidden="true" />;
}
