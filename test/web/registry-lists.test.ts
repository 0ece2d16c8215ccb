import { expect, it } from "vitest";
import { choose } from "./support/choose.ts";
import { skillFiles } from "../support/market.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { publish } from "./support/publish.ts";
import { describeWorkbench } from "./support/workbench.ts";

const MANY = Array.from({ length: 27 }, (_, index) => `page-${String(index + 1).padStart(2, "0")}`);

describeWorkbench("the lists of the registry", (workbench) => {
  it("[GA-22] go on where there is more, for those who look around, search and moderate", async () => {
    const email = "ada@example.com";
    for (const name of MANY) await publish(workbench, email, skillFiles({ name }));
    const page = await workbench.visit({ email: "bob@example.com", path: "/registry?sort=name" });
    const rows = page.getByRole("list", { name: "Skills of the registry" }).getByRole("heading");
    await page.getByText("27 skills", { exact: true }).waitFor();
    await expect.poll(() => rows.count()).toBe(25);
    const more = page.getByRole("button", { name: "Load more skills" });
    await more.scrollIntoViewIfNeeded();
    await takePictures(page, "registry-more");
    await expectAccessible(page);
    await more.focus();
    await page.keyboard.press("Enter");
    await page.getByText("27 skills", { exact: true }).waitFor();
    await expect.poll(() => rows.allTextContents()).toEqual(MANY);
    await expect.poll(() => more.count()).toBe(0);

    await page.getByLabel("Search the registry").fill("web");
    await page.getByText("27 skills", { exact: true }).waitFor();
    await more.click();
    await rows.nth(26).waitFor();
    expect(new Set(await rows.allTextContents()).size).toBe(27);

    const token = await workbench.token("bob@example.com");
    for (const name of MANY) {
      const path = `/registry/api/v1/skills/${name}/reports`;
      const sent = { token, body: { reason: "spam" } };
      expect((await workbench.platform.send("POST", path, sent)).status).toBe(201);
    }
    const moderator = await workbench.visit({ path: "/registry/review" });
    // It opens where something waits.
    await moderator.getByRole("tab", { name: "Reports and appeals", selected: true }).waitFor();
    const reports = moderator.getByRole("tabpanel").getByRole("listitem");
    await reports.nth(24).waitFor();
    await expect.poll(() => reports.count()).toBe(25);
    await moderator.getByRole("button", { name: "Load more of them" }).click();
    await moderator.getByRole("link", { name: "@ada/page-27 1.0.0" }).waitFor();
    await expect.poll(() => reports.count()).toBe(27);
  });

  it("[GA-12] lead to a command for every program, to permissions in words, and to the matrix", async () => {
    const email = "dora@example.com";
    const permissions = ["network:read:example.org", "filesystem:write:./letters/**"];
    await publish(workbench, email, skillFiles({ name: "letter-box", permissions }));
    const page = await workbench.visit({ email, path: "/registry/letter-box" });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const program = page.getByRole("combobox", { name: "Program" });
    await program.waitFor();
    const commands: Record<string, string> = {};
    await program.click();
    await page.getByRole("option", { name: "archive" }).waitFor();
    const clients = await page.getByRole("option").allTextContents();
    await page.keyboard.press("Escape");
    for (const client of clients) {
      await choose(program, client);
      await page.getByRole("button", { name: `Copy the command of ${client}` }).click();
      await page.getByText("Copied.").first().waitFor();
      commands[client] = (await page.evaluate<string>("navigator.clipboard.readText()")).replaceAll(
        workbench.url,
        "SITE",
      );
    }
    expect(commands).toEqual({
      skillwright: "skillwright install letter-box@1.0.0 --registry SITE --allow-experimental",
      clawhub: "CLAWHUB_SITE=SITE clawhub install letter-box",
      skills: "npx skills add SITE/s/letter-box",
      npm: "npm install @skills/letter-box@1.0.0 --registry SITE/npm/",
      git: "git clone --branch v1.0.0 SITE/git/letter-box.git",
      MCP: "SITE/registry/mcp",
      GAIA: "GAIA_HUB_URL=SITE/gaia gaia skill install letter-box --allow-experimental",
      archive: "curl -O SITE/d/letter-box@1.0.0.zip",
    });
    const may = page.getByRole("region", { name: "It may" });
    await may.getByText("Fetch from example.org.", { exact: false }).waitFor();
    await may.getByText("letters", { exact: false }).first().waitFor();
    await page.getByRole("tab", { name: "Works on" }).click();
    const rows = page.getByRole("region", { name: "Systems" }).getByRole("row");
    await rows.nth(5).waitFor();
    for (const row of (await rows.all()).slice(1))
      expect((await row.getByRole("cell").nth(2).textContent()) ?? "").not.toBe("");
  });
});
