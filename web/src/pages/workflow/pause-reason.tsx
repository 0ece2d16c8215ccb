import type { ExecutionRow } from "./data.ts";

export const PAUSED = ["badge-warn", "common.paused"] as const;

/** Why nobody works on a run, and until when; nothing where somebody does. */
export function PauseReason({ run }: { readonly run: ExecutionRow }) {
  if (run.paused_until === null) return null;
  return (
    <p className="small">
      {run.paused_reason} It goes on after {sayMoment(run.paused_until)}.
    </p>
  );
}

export function sayMoment(moment: string): string {
  return new Date(moment).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
