import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { dialects } from "../../skill/index.ts";
import {
  consentFor,
  type GrantedSkill,
  type GrantRecord,
  grantsFile,
  readGrants,
  skillDigest,
  withoutSkill,
  withRecord,
  writeGrants,
} from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "grants-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const trust = dialects.find((dialect) => dialect.trust)?.trust;
if (trust === undefined) throw new Error("No dialect knows permissions.");

const record: GrantRecord = {
  skill: "notes",
  place: "/skills/notes",
  digest: "sha256:1",
  declared: ["filesystem:write:./notes/**", "network:read:example.com"],
  permissions: ["filesystem:write:./notes/**"],
  allowsExperimental: true,
  folder: "/project",
  at: "2026-11-15T00:00:00.000Z",
};

const same: GrantedSkill = { ...record, folder: "/project", isExperimental: false };

describe("what a user has agreed to", () => {
  it("holds for the same files", () => {
    expect(consentFor([record], same, trust)).toEqual({
      grants: ["filesystem:write:./notes/**"],
      allowsExperimental: true,
    });
  });

  it("does not hold for a skill of the same name in another folder", () => {
    const other = { ...same, place: "/project/notes" };
    expect(consentFor([record], other, trust)).toEqual({ grants: [], allowsExperimental: false });
  });

  it("[GA-03] to `./` holds in the folder that was meant, and in no other", () => {
    const elsewhere = { ...same, folder: "/home" };
    expect(consentFor([record], elsewhere, trust)).toEqual({
      grants: [],
      allowsExperimental: false,
    });
    const both = withRecord([record], { ...record, folder: "/home", permissions: [] });
    expect(both).toHaveLength(2);
    expect(consentFor(both, same, trust).grants).toEqual(record.permissions);
    // What was kept without a folder holds for what needs none.
    const { folder: _, ...older } = { ...record, permissions: ["network:read", "filesystem:read"] };
    expect(consentFor([older], same, trust)).toEqual({
      grants: ["network:read"],
      allowsExperimental: false,
    });
    const plain = { ...same, declared: ["network:read"] };
    expect(consentFor([older], plain, trust).allowsExperimental).toBe(true);
  });

  it("[GA-04] is kept by a new version, which shows what it asks for beyond", () => {
    const declared = ["filesystem:write:./notes/**", "shell:execute:git"];
    const found = consentFor([record], { ...same, digest: "sha256:2", declared }, trust);
    expect(found).toEqual({
      grants: ["filesystem:write:./notes/**"],
      allowsExperimental: false,
      change: { added: ["shell:execute:git"], dropped: ["network:read:example.com"] },
    });
  });

  it("[BX-14] is asked for again where somebody else has signed the new version", () => {
    const signed = { ...record, signer: "Acme" };
    const newer = { ...same, digest: "sha256:2" };
    for (const [before, after] of [
      [signed, { ...newer, signer: "Other" }],
      [signed, newer],
      [record, { ...newer, signer: "Other" }],
    ] as const)
      expect(consentFor([before], after, trust)).toMatchObject({ grants: [], change: {} });
    expect(consentFor([signed], { ...newer, signer: "Acme" }, trust).grants).toHaveLength(1);
    expect(consentFor([signed], { ...same, signer: "Acme" }, trust).grants).toHaveLength(1);
  });

  it("takes a narrower permission for no addition", () => {
    const declared = ["filesystem:read:./notes/today/**"];
    const found = consentFor([record], { ...same, digest: "sha256:2", declared }, trust);
    expect(found.change?.added).toEqual([]);
  });

  it("[GA-07] is asked for again when the files of an experimental skill are others", () => {
    const changed = { ...same, digest: "sha256:2", isExperimental: true };
    expect(consentFor([record], changed, trust)).toEqual({
      grants: [],
      allowsExperimental: false,
      change: { added: [], dropped: [] },
    });
  });
});

describe("the file of grants", () => {
  const file = grantsFile(folder);

  it("gives back what was written, and is closed to others", () => {
    expect(readGrants(file)).toEqual([]);
    const signed = { ...record, digest: "sha256:2", signer: "Acme" };
    const records = withRecord([record], signed);
    writeGrants(file, records);
    expect(readGrants(file)).toEqual([signed]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(withoutSkill(records, record)).toEqual([]);
  });

  it.each(["", "[]", "{}", '{"version":2,"grants":[]}', '{"version":1,"grants":[{"skill":1}]}'])(
    "refuses %j instead of writing over it",
    (text) => {
      writeFileSync(file, text);
      expect(() => readGrants(file)).toThrow("The permissions granted by users cannot be read");
    },
  );
});

describe("the digest of a skill", () => {
  it("changes with every name, byte, right and link", () => {
    const skill = mkdtempSync(join(folder, "skill-"));
    const file = join(skill, "tools.py");
    const digests = [skillDigest(skill)];
    writeFileSync(file, "a", { mode: 0o644 });
    digests.push(skillDigest(skill));
    writeFileSync(file, "b");
    digests.push(skillDigest(skill));
    writeFileSync(join(skill, "more"), "", { mode: 0o755 });
    digests.push(skillDigest(skill));
    expect(new Set(digests).size).toBe(4);
    expect(skillDigest(skill)).toBe(digests[3]);
  });
});
