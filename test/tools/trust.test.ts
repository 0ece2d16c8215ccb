/** Who stands behind a skill, and what an organisation says of all of them: seen where programs load tools. */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { writeTrust } from "../../src/registry/sign/index.ts";
import { loadSkill } from "../../src/hub/tools/public.ts";
import { needs } from "../support/needs.ts";
import { temporaryFolder } from "../support/program.ts";
import { trusting, writeShared } from "../support/shared-skills.ts";
import { SEARCH_DECLARED, SEARCH_MODULE, skillText } from "../support/tool-skills.ts";

const bwrap = needs.command("bwrap");

async function signedSkill(): Promise<{ readonly folder: string; readonly home: string }> {
  const folder = temporaryFolder();
  const home = join(folder, "home");
  mkdirSync(join(home, ".skillwright"), { recursive: true });
  const manifest = skillText({
    tier: "community",
    more: SEARCH_DECLARED,
    permissions: ["network:read:a.com"],
  });
  const files = { "SKILL.md": manifest, "tools.py": SEARCH_MODULE };
  await writeShared(join(folder, "skills"), { name: "web-search", files });
  return { folder, home };
}

function trust(home: string): void {
  writeFileSync(join(home, ".skillwright/trusted-keys.json"), writeTrust(trusting));
}

bwrap.it(
  "[GA-06] a program loads a signed skill at the tier that a trusted key attests",
  async () => {
    const { folder, home } = await signedSkill();
    await expect(loadSkill("web-search", { folder, home })).rejects.toMatchObject({
      diagnostic: { code: "tools/not-confirmed" },
    });
    trust(home);
    const skill = await loadSkill("web-search", { folder, home });
    expect(skill.policy.tier).toBe("community");
    await skill.close();
  },
);

bwrap.it("[GA-06] a wrong signature is refused, whatever a program allows", async () => {
  const { folder, home } = await signedSkill();
  trust(home);
  appendFileSync(join(folder, "skills/web-search/tools.py"), "# changed\n");
  const consent = { allowsExperimental: true };
  await expect(loadSkill("web-search", { folder, home, consent })).rejects.toMatchObject({
    diagnostic: { code: "registry/wrong-signature" },
  });
});

bwrap.it("rules of an organisation hold for programs too", async () => {
  const { folder, home } = await signedSkill();
  const rules = join(folder, "policy.json");
  writeFileSync(rules, '{"deny":["network:read:*.com"]}');
  const environment = { ...process.env, SKILLWRIGHT_POLICY: rules };
  const consent = { allowsExperimental: true, organisation: { allow: ["network:read"] } };
  await expect(loadSkill("web-search", { folder, home, consent, environment })).rejects.toThrow(
    "the permission `network:read:a.com`",
  );
  writeFileSync(rules, '{"deny":["network:raed"]}');
  await expect(loadSkill("web-search", { folder, home, consent, environment })).rejects.toThrow(
    "`deny[0]` cannot be `network:raed`",
  );
});
