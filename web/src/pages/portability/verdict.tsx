import { Status } from "../../components/status.tsx";
import type { CellVerdict } from "../../../../src/check/matrix/index.ts";

const WORDS: { readonly [Verdict in CellVerdict]: string } = {
  works: "works",
  partial: "partial",
  refused: "rejected",
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

const SHAPES = { works: "tick", partial: "partial", refused: "rejected" } as const;

export function VerdictLight({ verdict }: { readonly verdict: CellVerdict }) {
  return <Status shape={SHAPES[verdict]} />;
}
