import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../test/support/library.ts";
import type { Json } from "../../skill/index.ts";
import { judgeInstallers } from "./index.ts";

const install: readonly Json[] = [
  { kind: "brew", formula: "jq" },
  { kind: "node", package: "jq-cli", id: "own" },
  { kind: "brew", formula: "jq-mac", os: ["darwin"] },
  { kind: "npm", package: "x" },
];

function states(dialect: string, bins: readonly string[]): readonly string[] {
  const request = { install, bins, platform: "linux", config: {} };
  return judgeInstallers(dialectNamed(dialect), request).map(
    ({ option, state }) => `${option.id} ${state}`,
  );
}

describe("the choice among installers", () => {
  it("[OC-11] is Homebrew where it is there, and says why not the others", () => {
    expect(states("openclaw@2026.9", ["brew"])).toEqual([
      "brew-0 chosen",
      "own not-preferred",
      "brew-2 other-system",
      "npm-3 malformed",
    ]);
  });

  it("[OC-11] is Node where it is not", () => {
    expect(states("openclaw@2026.9", [])).toEqual([
      "brew-0 program-missing",
      "own chosen",
      "brew-2 other-system",
      "npm-3 malformed",
    ]);
  });

  it("[OC-11] does not blame a lack of Homebrew where it is not preferred", () => {
    const config = { skills: { install: { preferBrew: false } } };
    const request = { install: install.slice(0, 2), bins: [], platform: "linux", config };
    const choices = judgeInstallers(dialectNamed("openclaw@2026.9"), request);
    expect(choices.map(({ state }) => state)).toEqual(["not-preferred", "chosen"]);
  });

  it("[OC-11] lists every download where there is nothing else", () => {
    const downloads = ["a", "b"].map((name) => ({
      kind: "download",
      url: `https://example.com/${name}`,
    }));
    const request = { install: downloads, bins: [], platform: "linux", config: {} };
    const choices = judgeInstallers(dialectNamed("openclaw"), request);
    expect(choices.map(({ state }) => state)).toEqual(["chosen", "chosen"]);
  });

  it("is open where the system has no rule of its own", () => {
    expect(states("gsv", [])).toEqual([
      "brew-0 chosen",
      "own chosen",
      "brew-2 other-system",
      "npm-3 chosen",
    ]);
  });
});
