import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { needs } from "./needs.ts";

describe("needs", () => {
  needs.command("sh").it("gives a test the path of the command", (path) => {
    expect(path).toMatch(/\/sh$/u);
  });

  needs.corpus().it("gives a test the folder of the corpus", (folder) => {
    expect(existsSync(folder)).toBe(true);
  });

  it("knows when a command is missing", () => {
    expect(needs.command("no-such-command").path).toBeUndefined();
  });
});
