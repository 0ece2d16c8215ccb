import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { choose } from "./support/choose.ts";
import { temporaryFolder } from "../support/program.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const root = temporaryFolder();
writeSkill(
  "camera",
  "name: camera\ndescription: Takes pictures.\nmetadata:\n  gsv:\n    requires:\n      os: [darwin]\n      bins: [imagesnap]\n      env: [CAMERA_TOKEN]\n",
);

function writeSkill(folder: string, frontmatter: string): void {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, "SKILL.md"), `---\n${frontmatter}---\n\nDo it.\n`);
}

describeWorkbench(
  "the page that explains",
  (workbench) => {
    it("[BX-03] says the same as Portability where programs load what the validator refuses", async () => {
      const token = await workbench.token("first@example.com");
      const content =
        "---\nname: trip\ndescription: Plans trips. Use it for trips.\ninputs:\n  - name: where\n---\n\nGo to {{where}}.\n";
      const body = { name: "trip", content };
      await workbench.platform.send("POST", "/api/v1/skills", { token, body });
      const page = await workbench.visit({ path: "/explain?skill=trip", width: 1440 });
      const system = page.getByRole("button", { name: /^Agent Skills/u });
      await system.getByText("Loads, though its validator refuses it.").waitFor();
      await system.click();
      await page.getByText("Unknown field", { exact: false }).first().waitFor();
      await expectAccessible(page);
      await page.getByRole("link", { name: "Portability says more." }).click();
      const row = page.getByRole("row", { name: /^Agent Skills rejected/u });
      await row.getByText("programs that follow it may load", { exact: false }).waitFor();
    });

    it("[GSV-20] follows hosts as they connect and go, without a reload", async () => {
      const page = await workbench.visit({ path: "/skills", width: 1440, height: 900 });
      await page.getByRole("link", { name: "camera" }).click();
      await page.getByText("On this machine.").waitFor();
      await page.getByRole("link", { name: "Try another machine" }).click();
      await page.getByText("It does not load.").waitFor();
      await page.getByText("No host has connected.").waitFor();
      const connection = workbench.hosts.connect({
        id: "mac",
        role: "execution",
        capabilities: ["filesystem.list", "filesystem.read", "filesystem.write", "shell.exec"],
        os: "darwin",
        platform: "darwin",
        env: ["CAMERA_TOKEN"],
        bins: { imagesnap: true },
        isConnected: true,
      });
      await page.getByText("Visible to the model.").waitFor();
      await page.getByRole("region", { name: "Connected hosts" }).getByText("mac").waitFor();
      await takePictures(page, "explain-served");
      await expectAccessible(page);
      connection.disconnect();
      await page.getByText("It does not load.").waitFor();
      await page.getByText("left", { exact: false }).first().waitFor();
    });

    it("[BX-03] tries a host that is not there, under the rules of every system", async () => {
      const page = await workbench.visit({
        path: "/explain?skill=camera",
        width: 1440,
        height: 1000,
      });
      await page.getByRole("tab", { name: "On a host to try" }).click();
      await page.getByRole("button", { name: /^GSV ?: /u }).click();
      const way = page.getByRole("list", { name: "The way of the skill" });
      await way.getByText("stopped here").waitFor();
      await takePictures(page, "explain");
      await expectAccessible(page);
      await choose(page.getByLabel("Host system"), "macOS");
      await page.getByLabel("Programs").fill("imagesnap, git");
      await page.getByLabel("Variables").fill("CAMERA_TOKEN");
      await page.getByText("Visible to the model.").waitFor();
      await page.getByRole("checkbox", { name: "It is connected" }).uncheck();
      await page.getByText("no host is connected", { exact: false }).first().waitFor();
      await page.getByRole("button", { name: /^OpenClaw, as documented ?: /u }).waitFor();
      await page.getByRole("button", { name: /^OpenClaw 2026\.9 ?: /u }).click();
      await expect.poll(() => way.getByText("stopped here").count()).toBe(0);
    });

    it("explains a skill of somebody who is no administrator, and fits a phone", async () => {
      const email = "ada@example.com";
      const token = await workbench.token(email);
      const content = "---\nname: notes\ndescription: Sorts notes.\n---\n\nSort them.\n";
      await workbench.platform.send("POST", "/api/v1/skills", {
        token,
        body: { name: "notes", content },
      });
      const page = await workbench.visit({
        path: "/explain?skill=notes",
        email,
        width: 390,
        height: 800,
      });
      await page.getByRole("list", { name: "The way of the skill" }).first().waitFor();
      await takePictures(page, "explain-phone");
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await expectAccessible(page);
    });
  },
  { roots: { gsv: root } },
);
