import type { Dialect, GatingRules } from "../../skill/index.ts";

/** A system that offers whatever it can read. */
const OPEN: GatingRules = {
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

/** The rules of a dialect; where it has none, nothing stands in the way. */
export function gatesOf(dialect: Dialect): GatingRules {
  return dialect.gating ?? OPEN;
}
