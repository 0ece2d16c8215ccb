/** Skills that a client cannot take as they are: said in its dialect, and worth what was published. */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseLock, writeLock, writeTrust } from "../../src/registry/index.ts";
import { playground, type Playground } from "../support/program.ts";
import { stateOf, trusting, writeShared } from "../support/shared-skills.ts";

const CODEX = ["--client", "codex"] as const;
const FOLDER = ".agents/skills";

async function ground(isBaseSigned = true): Promise<Playground> {
  const at = playground({ ".home/.skillwright/trusted-keys.json": writeTrust(trusting) });
  await writeShared(at.path("source"), { name: "app", needs: { base: "^1.0.0" } });
  await writeShared(at.path("source"), {
    name: "base",
    files: { "bin/run.sh": "#!/bin/sh\n" },
    isSigned: isBaseSigned,
  });
  return at;
}

function lockOf(at: Playground): ReturnType<typeof parseLock> {
  const file = at.path(FOLDER, "skill-lock.json");
  return parseLock(readFileSync(file, "utf8"), file);
}

describe("a skill that is converted for a client", () => {
  it("[GA-05] is judged by what was signed, with what it needs", async () => {
    const at = await ground();
    const installed = at.run(["install", "./source#app", ...CODEX]);
    expect(installed).toMatchObject({ code: 0, stderr: "" });
    expect(installed.stdout).toContain("counts as community, signed with ");
    expect(installed.stdout).toContain(
      "Converted `base` to Agent Skills; its signature holds for what was published\n",
    );
    expect(readFileSync(at.path(FOLDER, "base/SKILL.md"), "utf8")).not.toContain("security_tier:");
    expect(existsSync(at.path(FOLDER, "base/SIGNATURE.json"))).toBe(false);
    expect(at.run(["installed", ...CODEX])).toMatchObject({
      code: 0,
      stdout: [
        "app   1.0.0  community  file:../../source/app; converted to Agent Skills",
        "base  1.0.0  community  file:../../source/base; a dependency; converted to Agent Skills",
        "",
      ].join("\n"),
    });
    expect(at.run(["lock", "--check", FOLDER])).toMatchObject({ code: 0 });
    expect(at.run(["outdated", ...CODEX])).toMatchObject({ code: 0 });
    expect(at.run(["permissions", `${FOLDER}/base`])).toMatchObject({ code: 0, stderr: "" });
  });

  it("[GA-15] is converted again from a frozen lock, to the same bytes", async () => {
    const at = await ground();
    at.run(["install", "./source#app", ...CODEX]);
    const state = stateOf(at.path(FOLDER));
    const lock = readFileSync(at.path(FOLDER, "skill-lock.json"));
    for (const name of ["app", "base", ".skillwright"]) {
      rmSync(at.path(FOLDER, name), { recursive: true });
      expect(at.run(["install", "--frozen", ...CODEX])).toMatchObject({ code: 0, stderr: "" });
      expect(stateOf(at.path(FOLDER))).toEqual(state);
      expect(readFileSync(at.path(FOLDER, "skill-lock.json")).equals(lock)).toBe(true);
      expect(at.run(["lock", "--check", FOLDER])).toMatchObject({ code: 0 });
    }
    rmSync(at.path(FOLDER, "base"), { recursive: true });
    await writeShared(at.path("source"), { name: "base", body: "Other." });
    const refused = at.run(["install", "--frozen", ...CODEX]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("The content of `base` 1.0.0");
  });

  it("[GA-15] is worth nothing where a lock was forged for other files", async () => {
    const at = await ground();
    at.run(["install", "./source#base", ...CODEX]);
    appendFileSync(at.path(FOLDER, "base/SKILL.md"), "Another line.\n");
    expect(at.run(["lock", "--check", FOLDER])).toMatchObject({ code: 1 });
    const drifts = JSON.parse(at.run(["lock", "--check", FOLDER, "--json"]).stdout) as {
      readonly drifts: readonly { readonly actual: string }[];
    };
    const [base] = lockOf(at).values();
    if (base === undefined) throw new Error("nothing is recorded");
    const forged = new Map([["base", { ...base, integrity: drifts.drifts[0]?.actual ?? "" }]]);
    writeFileSync(at.path(FOLDER, "skill-lock.json"), writeLock(forged, 0));
    const checked = at.run(["lock", "--check", FOLDER]);
    expect(checked).toMatchObject({
      code: 1,
      stdout: "! base: tier: `experimental`, expected `community`\n",
    });
  });

  it("[GA-12] is converted again by an update, with the changes made here", async () => {
    const at = await ground();
    at.run(["install", "./source#app", ...CODEX]);
    await writeShared(at.path("source"), { name: "base", version: "1.1.0" });
    expect(at.run(["update", "base", "--to", FOLDER])).toMatchObject({ code: 0, stderr: "" });
    expect(lockOf(at).get("base")).toMatchObject({ version: "1.1.0", enforcedTier: "community" });
    expect(readFileSync(at.path(FOLDER, "base/SKILL.md"), "utf8")).not.toContain("security_tier:");
    appendFileSync(at.path(FOLDER, "base/SKILL.md"), "\nMine.\n");
    await writeShared(at.path("source"), { name: "base", version: "1.2.0" });
    const updated = at.run(["update", "base", ...CODEX, "--allow-experimental"]);
    expect(updated.stdout).toContain("it does not cover the changes made here");
    expect(lockOf(at).get("base")).toMatchObject({
      version: "1.2.0",
      enforcedTier: "experimental",
      isEdited: true,
    });
    expect(at.run(["lock", "--check", FOLDER])).toMatchObject({ code: 0 });
  });

  it("[GA-07] is refused with the very command that installs what it needs", async () => {
    const at = await ground(false);
    const refused = at.run(["install", "./source#app", ...CODEX, "--allow-experimental"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      "`skillwright install base --allow-experimental --client codex`",
    );
  });
});
