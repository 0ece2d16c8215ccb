import type { GatingRules, RequirementName } from "../../skill/index.ts";

/** What the gate asks of a host: plain facts, and of its environment the names alone. */
export interface HostView {
  readonly id: string;
  readonly role?: string;
  readonly capabilities?: readonly string[];
  /** As the host reports it. */
  readonly os?: string;
  /** As Node names it. */
  readonly platform?: string;
  readonly env?: readonly string[];
  /** True for a program that was found. */
  readonly bins?: { readonly [name: string]: boolean };
  /** What `bins` does not name is not there; otherwise nobody has looked for it. */
  readonly namesAllBins?: boolean;
  /** Commands may be run on it from afar. */
  readonly allowsCommands?: boolean;
  readonly isConnected?: boolean;
}

/** The facts of a host as sets, made once so that a check is a look-up. */
export interface PreparedHost {
  readonly id: string;
  readonly view: HostView;
  /** By slot, see `slotIndex`. */
  readonly facts: readonly ReadonlySet<string>[];
  /** Its id alone, for verdicts to share. */
  readonly ids: readonly string[];
}

const SLOTS: { readonly [Name in RequirementName]: number } = {
  hostRoles: 0,
  capabilities: 1,
  anyCapabilities: 1,
  os: 2,
  env: 3,
  bins: 4,
  anyBins: 4,
  // Not a fact of a host; the slot stays empty.
  config: 5,
};

export function slotIndex(list: RequirementName): number {
  return SLOTS[list];
}

const OTHER_NAMES: { readonly [name: string]: string } = {
  mac: "darwin",
  macos: "darwin",
  osx: "darwin",
  win: "win32",
  windows: "win32",
};

/** A name of a system in the form in which the rules compare it. */
export function systemKey(name: string, rule: GatingRules["systems"]): string {
  if (rule === "exact") return name;
  const plain = name.trim().toLowerCase();
  if (rule === "any-case") return plain;
  return Object.hasOwn(OTHER_NAMES, plain) ? (OTHER_NAMES[plain] as string) : plain;
}

function trimmed(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.trim()));
}

export function prepareHost(view: HostView, rules: GatingRules): PreparedHost {
  const reported = rules.hosts === "one-host" ? [view.os, view.platform] : [view.platform, view.os];
  const system = reported.find((name) => name !== undefined);
  const bins = view.bins ?? {};
  return {
    id: view.id,
    view,
    ids: [view.id],
    facts: [
      new Set(view.role === undefined ? [] : [view.role]),
      new Set(view.capabilities),
      new Set(system === undefined ? [] : [systemKey(system, rules.systems)]),
      trimmed(view.env ?? []),
      new Set(Object.keys(bins).filter((name) => bins[name] === true)),
      new Set<string>(),
    ],
  };
}
