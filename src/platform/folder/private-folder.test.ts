import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { protectFolder } from "./index.ts";

const names = ["state.db", "skills"];

function modeOf(path: string): string {
  return (statSync(path).mode & 0o7777).toString(8);
}

function openFolder(): string {
  const path = join(mkdtempSync(join(tmpdir(), "skillwright-private-")), "data");
  mkdirSync(path);
  chmodSync(path, 0o755);
  return path;
}

function writeOpen(path: string): string {
  writeFileSync(path, "x");
  chmodSync(path, 0o644);
  return path;
}

describe("protectFolder", () => {
  it("[BX-14] makes a folder for one user, whatever the mask of the process", () => {
    const path = join(mkdtempSync(join(tmpdir(), "skillwright-private-")), "a", "data");
    expect(protectFolder({ path, names })).toEqual({ corrected: 0, left: [] });
    expect(modeOf(path)).toBe("700");
  });

  it("[BX-14] takes the rights of others away from what is ours, and counts it", () => {
    const path = openFolder();
    const file = writeOpen(join(path, "state.db"));
    mkdirSync(join(path, "skills", "deep"), { recursive: true });
    const program = writeOpen(join(path, "skills", "deep", "run.sh"));
    chmodSync(program, 0o755);
    const foreign = writeOpen(join(path, "notes.txt"));
    expect(protectFolder({ path, names })).toEqual({ corrected: 5, left: [] });
    expect([path, file, program, foreign].map(modeOf)).toEqual(["700", "600", "700", "644"]);
    expect(protectFolder({ path, names })).toEqual({ corrected: 0, left: [] });
  });

  it("[BX-14] follows no link and changes nothing that has a second name elsewhere", () => {
    const path = openFolder();
    const outside = openFolder();
    const victim = writeOpen(join(outside, "victim"));
    const twin = writeOpen(join(outside, "twin"));
    mkdirSync(join(path, "skills"));
    symlinkSync(victim, join(path, "state.db"));
    symlinkSync(outside, join(path, "skills", "away"));
    linkSync(twin, join(path, "skills", "twin"));
    const { left } = protectFolder({ path, names });
    expect(left).toEqual([join(path, "skills", "twin")]);
    expect([outside, victim, twin].map(modeOf)).toEqual(["755", "644", "644"]);
    expect(lstatSync(join(path, "state.db")).isSymbolicLink()).toBe(true);
  });

  it("lets a folder be that cannot be made, for those who do without one", () => {
    const path = join(writeOpen(join(openFolder(), "file")), "data");
    expect(protectFolder({ path, names })).toEqual({ corrected: 0, left: [] });
  });

  it("leaves a folder alone that others need", () => {
    const shared = openFolder();
    chmodSync(shared, 0o1777);
    const file = writeOpen(join(shared, "state.db"));
    expect(protectFolder({ path: shared, names })).toEqual({ corrected: 1, left: [shared] });
    expect([shared, file].map(modeOf)).toEqual(["1777", "600"]);
    const unknown = openFolder();
    writeOpen(join(unknown, "thesis.txt"));
    expect(protectFolder({ path: unknown, names })).toEqual({ corrected: 0, left: [unknown] });
    expect(modeOf(unknown)).toBe("755");
  });
});
