import { expect, it } from "vitest";
import { choose } from "./support/choose.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const REPORT = `---
name: weekly-report
description: Writes the weekly report from notes. Use on Fridays.
inputs:
  - name: notes
    required: true
model:
  temperature: 0.2
---

Write a report from {{notes}}.
`;
const FOREIGN = `---
name: pictures
description: Takes pictures.
homepage: https://example.org/pictures
metadata:
  openclaw:
    emoji: "📷"
    requires:
      bins: [camera]
---

Take a picture.
`;

describeWorkbench("the page of portability", (workbench) => {
  async function make(name: string, text: string): Promise<void> {
    const token = await workbench.token("first@example.com");
    await workbench.platform.send("POST", "/api/v1/skills", {
      token,
      body: { name, content: text },
    });
  }

  it("[BX-04] gives a reason in every cell that is not green, and what would change it", async () => {
    await make("weekly-report", REPORT);
    const page = await workbench.visit({ path: "/portability?skill=weekly-report", width: 1440 });
    const rows = page.getByRole("row");
    await rows.nth(8).waitFor();
    const count = await rows.count();
    expect(count).toBeGreaterThan(8);
    for (let index = 1; index < count; index += 1) {
      const cells = rows.nth(index).getByRole("cell");
      const verdict = await cells.nth(1).textContent();
      const reasons = (await cells.nth(2).textContent()) ?? "";
      expect(["works", "partial", "rejected"]).toContain(verdict);
      if (verdict !== "works") expect(reasons).not.toBe("");
    }
    await takePictures(page, "portability");
    await expectAccessible(page);
  });

  it("leads on where there is no skill, or none of that name", async () => {
    const page = await workbench.visit({ path: "/portability", email: "nobody@example.com" });
    await page.getByRole("heading", { name: "There is no skill yet" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Paste the text of one" }).click();
    await page.getByLabel("Text of a SKILL.md").waitFor();
    await make("weekly-report", REPORT);
    const other = await workbench.visit({ path: "/portability?skill=nowhere" });
    await other.getByRole("heading", { name: "No matching skills" }).waitFor();
    await other.getByRole("link", { name: "Back to skills" }).click();
    await other.getByRole("button", { name: "weekly-report", exact: true }).waitFor();
  });

  it("fits a phone", async () => {
    await make("weekly-report", REPORT);
    const page = await workbench.visit({
      path: "/portability?skill=weekly-report",
      width: 390,
      height: 780,
    });
    await page.getByRole("row").nth(8).waitFor();
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await takePictures(page, "portability-phone");
  });

  it("[BX-02] converts beside the source, and accounts for every value", async () => {
    await make("weekly-report", REPORT);
    const page = await workbench.visit({
      path: "/portability?skill=weekly-report",
      width: 1366,
      height: 768,
    });
    await page.getByRole("button", { name: "Convert to OpenClaw" }).click();
    const panel = page.getByRole("region", { name: "Converted to OpenClaw" });
    await panel.waitFor();
    // Whoever pressed the button is taken there, on a small screen and by keyboard too.
    await expect
      .poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')"))
      .toBe("Converted to OpenClaw");
    expect((await panel.boundingBox())?.y).toBeLessThan(200);
    await panel
      .getByRole("textbox", { name: "For OpenClaw" })
      .getByText("weekly-report")
      .first()
      .waitFor();
    const losses = panel.getByRole("table");
    await losses.getByRole("row", { name: /model\.temperature/u }).waitFor();
    await losses
      .getByRole("row", { name: /name.*kept/u })
      .first()
      .waitFor();
    await panel.scrollIntoViewIfNeeded();
    await takePictures(page, "portability-convert");
    await expectAccessible(page);
    await choose(panel.getByLabel("Convert to"), "Claude");
    await page.getByRole("region", { name: "Converted to Claude" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("SKILL.md");
  });

  it("[BX-04] mends a skill from the cell that rejects it, and says first what that changes", async () => {
    const text =
      "---\nname: typo\ndescription: Sorts letters. Use when asked.\nlicens: MIT\n---\n\nGo.\n";
    await make("typo", text);
    const page = await workbench.visit({ path: "/skills?view=matrix&cell=typo:agentskills" });
    const popover = page.getByRole("dialog", { name: "typo on Agent Skills" });
    await popover.getByText("rejected").waitFor();
    await popover.getByText(/With the fix, \d+ of 18 work\./u).waitFor();
    await expectAccessible(page);
    await popover.getByRole("link", { name: "Open at line 4" }).waitFor();
    await page.keyboard.press("f");
    await page.getByRole("button", { name: "typo on Agent Skills: works" }).waitFor();
    await page.getByText(/^Fixed typo: \d+ of 18 work\.$/u).waitFor();
  });

  it("[BX-04] judges a text that was pasted without sending it, and shows many skills as a matrix", async () => {
    await make("weekly-report", REPORT);
    await make("monthly-report", REPORT.replace("weekly-report", "monthly-report"));
    const page = await workbench.visit({ path: "/portability", width: 1440 });
    const cell = page.getByRole("button", { name: /^monthly-report on OpenClaw: / });
    await cell.click();
    await page.getByRole("heading", { name: "monthly-report on OpenClaw" }).waitFor();
    await takePictures(page, "portability-matrix");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => new URL(page.url()).searchParams.get("cell")).toBe(null);
    await cell.focus();
    await page.keyboard.press("ArrowRight");
    const focused = "document.activeElement?.dataset.cell";
    await expect.poll(() => page.evaluate(focused)).toMatch(/^monthly-report:(?!openclaw)/u);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.postData() ?? ""));
    await page.getByRole("button", { name: "Paste a skill" }).click();
    await page.getByLabel("Text of a SKILL.md").fill(FOREIGN);
    await page.getByRole("button", { name: "Judge it" }).click();
    await page.getByText("written for OpenClaw").waitFor();
    await page
      .getByRole("row", { name: /^OpenClaw.*works/u })
      .first()
      .waitFor();
    expect(sent.join("")).not.toContain("camera");
  });
});
