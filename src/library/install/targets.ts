/** What an installer may be told to install. Stricter than what a file may say, since it is run here. */

const BREW = /^[a-z0-9][a-z0-9+._@-]*(?:\/[a-z0-9][a-z0-9+._@-]*){0,2}$/;
const NODE = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*(?:@[a-z0-9^~>=<.*|-]+)?$/;
const APT = /^[a-z0-9][a-z0-9+.-]+(?:=[A-Za-z0-9.+:~-]+)?$/;
const GO = /^[A-Za-z0-9][A-Za-z0-9._~+-]*(?:\/[A-Za-z0-9._~+-]+)*@[A-Za-z0-9][A-Za-z0-9._~+-]*$/;
const UV =
  /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:\[[A-Za-z0-9._,-]+\])?(?:(?:===|[=~!<>]=|[<>])[A-Za-z0-9.*+!_-]+(?:,(?:[=~!<>]=|[<>])[A-Za-z0-9.*+!_-]+)*)?$/;

export interface TargetRule {
  /** Keys of the spec that may name it, in their order. */
  readonly keys: readonly string[];
  readonly isValid: (value: string) => boolean;
  /** Ends "expected …". */
  readonly expected: string;
}

function hasNoWayUp(value: string): boolean {
  return !value.split(/[/@]/).includes("..");
}

export const targetRules: { readonly [kind: string]: TargetRule } = {
  brew: {
    keys: ["formula", "cask"],
    isValid: (value) => BREW.test(value) && hasNoWayUp(value),
    expected: "a formula, with at most its tap before it",
  },
  node: {
    keys: ["package"],
    isValid: (value) => NODE.test(value),
    expected: "a package of the npm registry, with or without a version",
  },
  apt: {
    keys: ["package"],
    isValid: (value) => APT.test(value),
    expected: "a package of the system, with or without a version",
  },
  go: {
    keys: ["module", "package"],
    isValid: (value) => GO.test(value) && hasNoWayUp(value),
    expected: "a module with its version, such as `example.org/tool@latest`",
  },
  uv: {
    keys: ["package"],
    isValid: (value) => UV.test(value),
    expected: "a Python package, with or without a version",
  },
};
