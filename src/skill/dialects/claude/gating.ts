import type { GatingRules } from "../gating.ts";
import type { ListingRules } from "../listing.ts";
import { plainText } from "../shared/escapes.ts";
import { openGating } from "../shared/open-gating.ts";

/** Nothing gates a skill here; the folder is the command, and the wider scope wins. */
export const gating: GatingRules = {
  ...openGating,
  config: { ...openGating.config, change: { kind: "file", file: ".claude/settings.json" } },
  sources: {
    order: ["project", "personal", "enterprise"],
    identity: "directory",
    sameSource: "earlier",
    sort: "by-name",
  },
};

/** One line a skill; names are always kept. */
export const listing: ListingRules = {
  order: "by-name",
  full: { before: "", entry: "- {name}: {description}\n", after: "" },
  whenEmpty: "nothing",
  escapes: { name: plainText, description: plainText, location: plainText },
  trims: true,
  appendsWhenToUse: true,
  alwaysText: "",
  noteText: "",
  budget: {
    kind: "drop-descriptions",
    maxDescription: 1536,
    ellipsis: "…",
    // One per cent of the context, at about four characters a token.
    charactersPerToken: 0.04,
    bareEntry: "- {name}\n",
    limits: { maxLength: [] },
  },
};
