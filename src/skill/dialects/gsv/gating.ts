import type { GatingRules } from "../gating.ts";
import type { ListingRules } from "../listing.ts";
import { plainText, xmlText } from "../shared/escapes.ts";
import { requirementLists } from "./schema.ts";

/** Eligibility as the reference describes it, in four stages. */
export const gating: GatingRules = {
  hosts: "one-host",
  checks: requirementLists,
  alwaysKeeps: [],
  checksWhenOff: false,
  needs: [],
  // Hosts report `macos` and `windows`, skills ask for `darwin` and at times for `win32`.
  systems: "same-system",
  environment: "present",
  entries: { path: ["skills", "entries"], overrides: true, givesEnvironment: false },
  config: {
    emptySteps: "lead-nowhere",
    entersLists: false,
    blockedSteps: [],
    countsAsTrue: ["blank-text"],
    defaults: {},
    change: { kind: "command", command: "gsv config set {path} '{value}'" },
  },
  sources: {
    order: ["global", "agent"],
    identity: "directory",
    sameSource: "earlier",
    sort: "by-source",
  },
  probeMaxAge: ["timeouts", "skillProbeMaxAgeMs"],
  words: {
    disabled: "disabled by skills.entries policy",
    invalid: "invalid requirement identifiers",
    noHost: "no connected hosts",
    unmet: "requires {list}: {names}",
  },
};

export const codeGating: GatingRules = {
  ...gating,
  systems: "any-case",
  config: { ...gating.config, countsAsTrue: ["zero"] },
};

export const listing: ListingRules = {
  order: "as-given",
  full: {
    before: "<available_skills>\n",
    entry:
      '  <skill name="{name}"{always}>\n' +
      "    <description>{description}</description>\n" +
      "    <location>{location}</location>\n" +
      "    <read_path>{read_path}</read_path>\n" +
      "  </skill>\n",
    after: "</available_skills>",
  },
  whenEmpty: "nothing",
  escapes: { name: xmlText, description: xmlText, location: xmlText },
  trims: false,
  appendsWhenToUse: false,
  alwaysText: ' always="true"',
  noteText: "",
  readPaths: [
    { prefix: "agents/{agent}/skills/", path: "skills/" },
    { prefix: "skills/", path: "skills/" },
  ],
};

/** The program writes names and descriptions as they are. */
export const codeListing: ListingRules = {
  ...listing,
  escapes: { name: plainText, description: plainText, location: plainText },
};
