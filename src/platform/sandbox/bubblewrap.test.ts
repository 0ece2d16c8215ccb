import { describe, expect, it } from "vitest";
import { testRunner } from "../../../test/contract/runner.ts";
import { needs } from "../../../test/support/needs.ts";
import { path, strict } from "../../../test/support/sandbox.ts";
import { createBubblewrapRunner } from "./index.ts";

const given = { now: Date.now, random: Math.random };

needs.command("bwrap").describe("with bubblewrap on the machine", () => {
  testRunner("of bubblewrap", () => createBubblewrapRunner({ ...given, path }));
});

describe("the runner on a machine without bubblewrap", () => {
  const runner = createBubblewrapRunner({ ...given, path: "/nowhere" });

  it("[GA-07] refuses every program with what to install, and never runs it outside", async () => {
    await expect(
      runner.start({ program: process.execPath, arguments: ["-e", "0"] }, strict),
    ).rejects.toMatchObject({ diagnostic: { code: "sandbox/no-walls" } });
  });

  it("says that nothing can be enforced", async () => {
    const { isUsable, parts } = await runner.walls();
    expect(isUsable).toBe(false);
    expect(parts.some(({ state, remedy }) => state === "missing" && remedy !== undefined)).toBe(
      true,
    );
  });
});
