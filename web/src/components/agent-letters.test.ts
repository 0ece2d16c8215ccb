import { describe, expect, it } from "vitest";
import { matrixSystems } from "../../../src/check/matrix/index.ts";
import { lettersOf } from "./agent-letters.ts";

describe("two letters for a system", () => {
  it("tell all systems apart", () => {
    const letters = matrixSystems().map(({ title }) => lettersOf(title));
    expect(letters.every((pair) => /^[A-Z][a-z]$/u.test(pair))).toBe(true);
    expect(new Set(letters).size).toBe(letters.length);
    expect(lettersOf("OpenClaw 2026.9")).toBe("Ow");
    expect(lettersOf("Some Other")).toBe("So");
  });
});
