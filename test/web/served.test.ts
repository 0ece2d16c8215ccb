import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { choose } from "./support/choose.ts";
import { temporaryFolder } from "../support/program.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const root = temporaryFolder();
writeSkill("letters", "name: letters\ndescription: Sorts letters by date.\n");
writeSkill("other/letters", "name: letters\ndescription: An older one.\n");
writeSkill("broken", "name: [\n");
writeSkill(
  "phone",
  "name: phone\ndescription: Calls people.\nmetadata:\n  openclaw:\n    requires:\n      bins:\n        - a-program-of-nobody\n",
);

function writeSkill(folder: string, frontmatter: string): void {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, "SKILL.md"), `---\n${frontmatter}---\n\nDo it.\n`);
}

describeWorkbench(
  "skills of a folder that several systems read",
  (workbench) => {
    it("[BX-03] stand in one row each, with the light and the reason of each system", async () => {
      const page = await workbench.visit({ path: "/skills" });
      await page.getByText("4 of 4 skills").waitFor();
      // One of the rows is the head of the table.
      await expect.poll(() => page.getByRole("row").count()).toBe(5);
      const phone = page.getByRole("row", { name: /^phone/u });
      await expect
        .poll(() => phone.innerText())
        .toContain(
          "GSV: It has requirements, and no host is connected. OpenClaw: a-program-of-nobody is not installed.",
        );
      await page.getByRole("link", { name: "broken" }).waitFor();
      await takePictures(page, "skills-systems");
      await expectAccessible(page);
      await choose(page.getByLabel("Agent", { exact: true }), "OpenClaw");
      await page.getByRole("button", { name: /^Does not load/u }).click();
      // A copy that another one replaces is no failure, here as at Home.
      await page.getByText("2 of 4 skills").waitFor();
      await choose(page.getByLabel("Agent", { exact: true }), "Agent Skills");
      await page.getByText("1 of 4 skills").waitFor();
      await expect.poll(() => page.getByRole("link", { name: "phone" }).count()).toBe(0);
    });

    it("[BX-03] say what they hide, and what hides them", async () => {
      const page = await workbench.visit({ path: "/skills?state=shadowed" });
      await page.getByText("2 of 4 skills").waitFor();
      const row = (text: string) => page.getByRole("row").filter({ hasText: text });
      const plain = row("in place of other/letters/SKILL.md");
      await plain.getByText("takes its place", { exact: false }).waitFor();
      await row("in place of letters/SKILL.md").waitFor();
      const phone = await workbench.visit({ path: "/skills", width: 390, height: 800 });
      await phone.getByText("4 of 4 skills").waitFor();
      await takePictures(phone, "skills-systems-phone");
      await expect.poll(() => phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
    });

    it("[BX-03] are explained for a system that is named and can be changed", async () => {
      const page = await workbench.visit({
        path: "/skills/phone/explain?system=claude&agent=main",
      });
      const systems = page.getByRole("list", { name: "Systems" });
      await systems.getByRole("button", { name: /^Claude ?: Loads/u }).waitFor();
      await page.getByRole("heading", { name: "phone in Claude" }).waitFor();
      await page.getByText("Visible to the model.").first().waitFor();
      await systems.getByRole("button", { name: /^OpenClaw/u }).click();
      await page.getByRole("heading", { name: "phone in OpenClaw" }).waitFor();
      await page.getByText("It does not load.").waitFor();
      expect(page.url()).toContain("system=openclaw&agent=main");
      await takePictures(page, "explain-systems");
      await expectAccessible(page);
    });

    it("[BX-02] stand once each in the matrix", async () => {
      const page = await workbench.visit({ path: "/portability" });
      await page.getByRole("button", { name: "phone on OpenClaw", exact: false }).waitFor();
      const names = await page.getByRole("rowheader").allInnerTexts();
      expect(names.toSorted()).toEqual(["broken", "letters", "letters", "phone"]);
      await page.getByTitle(join(root, "other/letters/SKILL.md"), { exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "letters" }).waitFor();
      expect(new URL(page.url()).searchParams.get("file")).toBe(
        join(root, "other/letters/SKILL.md"),
      );
      expect(new URL(page.url()).pathname).toBe("/skills/letters/convert");
    });
  },
  { roots: { gsv: root, openclaw: root, claude: root, agentskills: root } },
);
