import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { HARMFUL, skillFiles } from "../support/market.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { publish } from "./support/publish.ts";
import { describeWorkbench } from "./support/workbench.ts";

const WIDTH = 390;

interface Box {
  readonly top: number;
  readonly right: number;
}

async function boxOf(what: Locator): Promise<Box> {
  const box = await what.boundingBox();
  if (box === null) throw new Error("It is not to be seen.");
  return { top: box.y, right: box.x + box.width };
}

describeWorkbench("the registry and the settings on a phone", (workbench) => {
  it("[GA-22] keep what matters on the screen", async () => {
    const email = "dora@example.com";
    await publish(workbench, email, skillFiles({ name: "web-harm", body: HARMFUL }));
    await publish(workbench, email, skillFiles());
    const size = { width: WIDTH, height: 844 };
    const page = await workbench.visit({ email, path: "/registry/web-search", ...size });
    const tabs = page.getByRole("tablist");
    const install = page.getByRole("heading", { name: "Install" });
    await install.waitFor();
    expect((await boxOf(install)).top).toBeLessThan((await boxOf(tabs)).top);
    await page.getByRole("tab", { name: "Works on" }).click();
    const region = page.getByRole("region", { name: "Systems" });
    await region.waitFor();
    await region.getByText("Personal MCP").waitFor();
    for (const cell of await region.getByRole("cell").all())
      expect((await boxOf(cell)).right).toBeLessThanOrEqual(WIDTH);
    await takePictures(page, "registry-works-on-phone");
    await expectAccessible(page);
    await page.goto(`${workbench.url}/registry/@dora%2Fweb-harm`);
    await page.getByRole("tab", { name: "Log" }).click();
    const reason = page.getByText("this tier blocks critical findings", { exact: false }).last();
    await reason.waitFor();
    expect((await boxOf(reason)).right).toBeLessThanOrEqual(WIDTH);
    await takePictures(page, "registry-log-phone");

    const settings = await workbench.visit({ path: "/settings?tab=users", ...size });
    const lock = settings.getByRole("button", { name: `Lock ${email}` });
    await lock.waitFor();
    expect((await boxOf(lock)).right).toBeLessThanOrEqual(WIDTH);
    await takePictures(settings, "settings-users-phone");
    await expectAccessible(settings);
  });

  it("[GA-06] offers no way back for a version over which a moderator decides", async () => {
    const email = "eve@example.com";
    await publish(workbench, email, skillFiles({ name: "web-quote", body: HARMFUL }));
    const page = await workbench.visit({ email, path: "/registry/@eve%2Fweb-quote" });
    await page.getByRole("button", { name: "Appeal" }).click();
    await page.getByLabel("Why a moderator should look again").fill("It only quotes.");
    await page.getByRole("dialog").getByRole("button", { name: "Appeal" }).click();
    await page.getByText("waits for a moderator", { exact: true }).waitFor();
    await page.getByText("It cannot be installed before a moderator has accepted it.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Withdraw it" }).count()).toBe(0);
  });
});
