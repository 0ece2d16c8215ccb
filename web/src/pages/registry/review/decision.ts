import type { Verdict } from "../words.tsx";
import type { Promotion, Report } from "./data.ts";

/** What a moderator is about to decide. */
export type Decision =
  | {
      readonly kind: "moderate";
      readonly name: string;
      readonly version: string;
      readonly to: "list" | "quarantine" | "review";
      /** What the scan says of it. */
      readonly verdict: Verdict;
    }
  | {
      readonly kind: "report";
      readonly id: string;
      readonly to: "upheld" | "dismissed";
      readonly report: Report;
    }
  | {
      readonly kind: "ban";
      /** The skill from which the moderator came. */
      readonly name: string;
      readonly handle: string;
      readonly isBanned: boolean;
    }
  | { readonly kind: "promotion"; readonly isGranted: boolean; readonly promotion: Promotion };
