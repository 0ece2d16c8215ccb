import { expect, it } from "vitest";
import { HARMFUL, DOUBTFUL, skillFiles } from "../support/market.ts";
import { countClicks } from "./support/clicks.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { publish } from "./support/publish.ts";
import { describeWorkbench } from "./support/workbench.ts";

describeWorkbench("the review queue", (workbench) => {
  it("[GA-06] shows what is appealed for once, by whom, and what a decision leads to", async () => {
    const email = "dora@example.com";
    await publish(workbench, email, skillFiles({ name: "web-harm", body: HARMFUL }));
    await publish(workbench, email, skillFiles({ name: "web-long", more: [DOUBTFUL] }));
    await publish(workbench, email, skillFiles());
    const send = async (who: string, path: string, body: object): Promise<void> => {
      const token = await workbench.token(who);
      const answer = await workbench.platform.send("POST", `/registry/api/v1${path}`, {
        token,
        body,
      });
      expect(answer.status, answer.text).toBe(201);
    };
    await send(email, "/skills/web-harm/1.0.0/appeal", { text: "It only quotes." });
    await send("bob@example.com", "/skills/web-search/reports", { reason: "It is dangerous" });

    const page = await workbench.visit({ path: "/registry/review" });
    await page.getByRole("link", { name: "@dora/web-long 1.0.0" }).waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "@dora/web-harm 1.0.0" }).count())
      .toBe(0);
    await page.getByRole("tab", { name: "Reports and appeals" }).click();
    const items = page.getByRole("tabpanel").getByRole("listitem");
    const appeal = items.filter({ hasText: "@dora/web-harm" });
    await appeal.getByText("by dora", { exact: true }).waitFor();
    await appeal.getByText("scan: blocked", { exact: true }).waitFor();
    const report = items.filter({ hasText: "@dora/web-search" });
    await report.getByText("by bob@example.com").waitFor();
    await takePictures(page, "registry-review-appeals");
    await expectAccessible(page);

    await report.getByRole("button", { name: "Dismiss" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The version stays as it is: listed.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await appeal.getByRole("button", { name: "Uphold" }).click();
    await dialog
      .getByRole("heading", { name: "Uphold the appeal for @dora/web-harm 1.0.0" })
      .waitFor();
    await dialog.getByText("It is listed:", { exact: false }).waitFor();
    await dialog.getByText("The scanner refuses this version.", { exact: false }).waitFor();
    await takePictures(page, "registry-review-uphold");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await appeal.getByRole("link").click();
    await page.getByRole("tab", { name: "Manage" }).click();
    await page.getByRole("button", { name: "Quarantine it" }).click();
    await dialog.getByText("It is quarantined:", { exact: false }).waitFor();
    await page.getByLabel("Reason").fill("It does more than quote.");
    await dialog.getByRole("button", { name: "Decide" }).click();
    await page.getByText("Decided. Your reason is in the log.").waitFor();
    await page.getByRole("tab", { name: "Log" }).click();
    const last = page.getByRole("region", { name: "Log" }).getByRole("row").nth(1);
    await last.getByText("It does more than quote.").waitFor();
    await expect.poll(() => last.getByRole("cell").nth(1).textContent()).toBe("first");
    await page.goto(`${workbench.url}/registry/review`);
    await page.getByRole("tab", { name: "Reports and appeals" }).click();
    await report.waitFor();
    await expect.poll(() => appeal.count()).toBe(0);
    const clicks = await countClicks(page);
    await report.getByRole("button", { name: "Dismiss" }).click();
    await page.getByLabel("Reason").fill("It does what it says.");
    await dialog.getByRole("button", { name: "Decide" }).click();
    await expect.poll(() => report.count()).toBe(0);
    expect(await clicks()).toBe(2);
  });
});
