import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { choose } from "./support/choose.ts";
import { temporaryFolder } from "../support/program.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const root = temporaryFolder();
for (const [name, topic] of [
  ["accounts", "closing the books at the end of a month"],
  ["letters", "sorting letters by the date on which they came"],
  ["travel", "booking trains, hotels and everything else that a journey takes"],
  ["weather", "telling how the weather will be"],
] as const) {
  mkdirSync(join(root, name));
  const description = `Helps with ${topic}. Use it whenever somebody asks about ${topic}.`;
  const text = `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;
  writeFileSync(join(root, name, "SKILL.md"), text);
}

describeWorkbench(
  "the page of the prompt",
  (workbench) => {
    it("shows what the model reads, what each skill costs, and what a budget cuts", async () => {
      const page = await workbench.visit({ path: "/prompt", width: 1440, height: 900 });
      const row = page.getByRole("row", { name: / letters .* Full /u });
      await row.waitFor({ timeout: 30_000 });
      expect(Number(await row.getByRole("cell").nth(2).textContent())).toBeGreaterThan(20);
      expect(Number(await row.getByRole("cell").nth(5).textContent())).toBeGreaterThan(100);
      await row.getByRole("button", { name: "letters" }).click();
      const text = page.getByLabel("Text of the list");
      await expect.poll(() => text.locator("mark").textContent()).toContain("sorting letters");
      await expect.poll(() => text.textContent()).toContain("booking trains");
      const slider = page.getByLabel("Budget in characters");
      await slider.focus();
      await page.keyboard.press("Home");
      await page
        .getByRole("row", { name: /Dropped/u })
        .nth(3)
        .waitFor();
      for (let count = 0; count < 12; count += 1) await page.keyboard.press("PageUp");
      await page
        .getByRole("row", { name: /Truncated|Full/u })
        .first()
        .waitFor();
      await page
        .getByText("is not in the list", { exact: false })
        .or(text.locator("mark"))
        .waitFor();
      await takePictures(page, "prompt");
      await expectAccessible(page);
    });

    it("writes the list of a user's own skills as another system would, and fits a phone", async () => {
      const email = "ada@example.com";
      const token = await workbench.token(email);
      const content = "---\nname: notes\ndescription: Sorts notes.\n---\n\nSort them.\n";
      const body = { name: "notes", content };
      await workbench.platform.send("POST", "/api/v1/skills", { token, body });
      const page = await workbench.visit({ path: "/prompt", email, width: 390, height: 800 });
      await choose(page.getByLabel("List", { exact: true }), "My skills, as OpenClaw lists them");
      await page.getByRole("row", { name: / notes .* Full/u }).waitFor({ timeout: 30_000 });
      await takePictures(page, "prompt-phone");
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await expectAccessible(page);
      const empty = await workbench.visit({ path: "/prompt", email: "bob@example.com" });
      await empty.getByRole("heading", { name: "The list is empty" }).waitFor();
      await empty.getByRole("link", { name: "Show what does not load" }).click();
      await empty.waitForURL("**/skills?state=bad");
    });
  },
  { roots: { openclaw: root } },
);

const elsewhere = temporaryFolder();
mkdirSync(join(elsewhere, "camera"));
writeFileSync(
  join(elsewhere, "camera/SKILL.md"),
  "---\nname: camera\ndescription: Takes pictures.\nmetadata:\n  gsv:\n    requires:\n      bins: [imagesnap]\n---\n\nDo it.\n",
);

describeWorkbench(
  "the page of the prompt, with systems of which one offers nothing",
  (workbench) => {
    it("opens with a list that has something on it", async () => {
      const page = await workbench.visit({ path: "/prompt" });
      await page.getByRole("row", { name: / letters .* Full /u }).waitFor({ timeout: 30_000 });
      const chosen = page.getByLabel("List", { exact: true });
      await expect.poll(() => chosen.textContent()).toBe("OpenClaw");
    });
  },
  { roots: { gsv: elsewhere, openclaw: root } },
);

describeWorkbench(
  "the page of the prompt, for an agent with folders of its own",
  (workbench) => {
    it("[GSV-20] lists the skills that lie where this very agent reads them", async () => {
      const page = await workbench.visit({ path: "/prompt" });
      await page.getByRole("row", { name: / letters .* Full /u }).waitFor({ timeout: 30_000 });
      await expect.poll(() => page.getByRole("row", { name: /Dropped/u }).count()).toBe(0);
    });
  },
  { roots: { gsv: root } },
);
