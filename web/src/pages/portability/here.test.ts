import { expect, it } from "vitest";
import type { SkillRow } from "../../data/skill-source.ts";
import { cellHere } from "./here.ts";

function rowWith(
  ...states: readonly (readonly [dialect: string, isEligible: boolean])[]
): SkillRow {
  return {
    kind: "folder",
    name: "a",
    description: "",
    dialect: "agentskills",
    is_eligible: true,
    reasons: [],
    systems: states.map(([dialect, isEligible]) => ({
      dialect,
      agent: "main",
      is_eligible: isEligible,
      source: "workspace",
      reasons: isEligible ? [] : [{ code: "missing-bin", say: "`gh` is not installed." }],
    })),
  };
}

const cell = (verdict: "works" | "partial" | "refused") => ({
  system: "openclaw",
  verdict,
  confirmedBy: null,
  reasons: verdict === "works" ? [] : [{ message: "A field is not read." }],
});

it("shows on a system of this machine whether it loads the skill here", () => {
  const failing = cellHere(cell("works"), rowWith(["openclaw@2026.9", false]));
  expect(failing.verdict).toBe("refused");
  expect(failing.reasons).toEqual([{ message: "`gh` is not installed." }]);
  expect(cellHere(cell("refused"), rowWith(["openclaw", true])).verdict).toBe("works");
  expect(cellHere(cell("partial"), rowWith(["openclaw", true]))).toEqual(cell("partial"));
  expect(cellHere(cell("works"), rowWith(["openclaw", false], ["openclaw", true])).verdict).toBe(
    "works",
  );
});

it("shows what a system makes of the format where it does not find the skill here", () => {
  expect(cellHere(cell("works"), rowWith(["claude", false]))).toEqual(cell("works"));
  expect(cellHere(cell("partial"), undefined)).toEqual(cell("partial"));
});
