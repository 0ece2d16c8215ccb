import type { GatingRules } from "../gating.ts";
import type { ListingRules } from "../listing.ts";
import { plainText } from "../shared/escapes.ts";

/** What the guide for clients asks: a description, and the project before the user. */
export const gating: GatingRules = {
  hosts: "this-machine",
  checks: [],
  alwaysKeeps: [],
  checksWhenOff: false,
  needs: ["name", "description"],
  systems: "exact",
  environment: "present",
  entries: { path: [], overrides: false, givesEnvironment: false },
  config: {
    emptySteps: "lead-nowhere",
    entersLists: false,
    blockedSteps: [],
    countsAsTrue: [],
    defaults: {},
    change: { kind: "file", file: "the configuration of the client" },
  },
  sources: { order: ["user", "project"], identity: "name", sameSource: "earlier", sort: "by-name" },
};

/** As Python's `html.escape` writes them. */
const html = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** The block of the reference library. */
export const listing: ListingRules = {
  order: "as-given",
  full: {
    before: "<available_skills>\n",
    entry:
      "<skill>\n<name>\n{name}\n</name>\n<description>\n{description}\n</description>\n" +
      "<location>\n{location}\n</location>\n</skill>\n",
    after: "</available_skills>",
  },
  whenEmpty: "empty-block",
  escapes: { name: html, description: html, location: plainText },
  trims: true,
  appendsWhenToUse: false,
  alwaysText: "",
  noteText: "",
};
