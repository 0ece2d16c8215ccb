import type { GatingRules } from "../gating.ts";

/** A system that offers whatever it can read. */
export const openGating: GatingRules = {
  hosts: "this-machine",
  checks: [],
  alwaysKeeps: [],
  checksWhenOff: false,
  needs: [],
  systems: "exact",
  environment: "present",
  entries: { path: [], overrides: false, givesEnvironment: false },
  config: {
    emptySteps: "lead-nowhere",
    entersLists: false,
    blockedSteps: [],
    countsAsTrue: [],
    defaults: {},
    change: { kind: "file", file: "the configuration" },
  },
  sources: { order: [], identity: "name", sameSource: "earlier", sort: "by-name" },
};
