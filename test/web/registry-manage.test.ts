import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { newKeyPair } from "../../src/platform/signing/index.ts";
import { choose } from "./support/choose.ts";
import { asJson, HARMFUL, signed, skillFiles } from "../support/market.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { publish } from "./support/publish.ts";
import { describeWorkbench } from "./support/workbench.ts";

async function decide(page: Page, reason: string): Promise<void> {
  await page.getByLabel("Reason").fill(reason);
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByText("Decided. Your reason is in the log.").first().waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

describeWorkbench("those who answer for a skill of the registry", (workbench) => {
  it("deprecate it with a successor, yank a version, hide it, delete it and bring it back", async () => {
    const email = "ada@example.com";
    await publish(workbench, email, skillFiles());
    await publish(workbench, email, skillFiles({ version: "1.1.0" }));
    await publish(workbench, "bob@example.com", skillFiles({ name: "better-search" }));
    const path = "/registry/@ada%2Fweb-search";
    const other = await workbench.visit({ email: "bob@example.com", path });
    await other.getByRole("tab", { name: "Readme" }).waitFor();
    await expect.poll(() => other.getByRole("tab", { name: "Manage" }).count()).toBe(0);

    const page = await workbench.visit({ email, path });
    await page.getByRole("tab", { name: "Manage" }).click();
    await page.getByRole("button", { name: "Yank this version: 1.0.0" }).click();
    await page.getByLabel("Why people should stop using it").fill("It forgets the last page.");
    await page.getByRole("dialog").getByRole("button", { name: "Yank this version" }).click();
    await page.getByRole("button", { name: "Offer it again: 1.0.0" }).click();
    await page.getByLabel("Why it is good again").fill("It was the network.");
    await page.getByRole("dialog").getByRole("button", { name: "Offer it again" }).click();
    await page.getByRole("button", { name: "Yank this version: 1.0.0" }).waitFor();

    const said = page.getByLabel("Message to its users");
    await said.fill("It is slow.");
    await page.getByLabel("Skill to use in its place").fill("no-such-skill");
    await page.getByRole("button", { name: "Deprecate it" }).click();
    await page.getByRole("alert").getByText("no-such-skill", { exact: false }).waitFor();
    await page.getByLabel("Skill to use in its place").fill("better-search");
    await page.getByRole("button", { name: "Deprecate it" }).click();
    await page.getByRole("button", { name: "Take it back" }).waitFor();
    await expectAccessible(page);
    await takePictures(page, "registry-manage");
    await other.reload();
    await other.getByText("Do not use it any more: It is slow.").waitFor();
    await other.getByRole("link", { name: "@bob/better-search" }).click();
    await other.getByRole("heading", { level: 1, name: "@bob/better-search" }).waitFor();
    await page.getByRole("button", { name: "Take it back" }).click();
    await page.getByRole("button", { name: "Deprecate it" }).waitFor();
    await expect.poll(() => said.inputValue()).toBe("");

    const seen = page.getByRole("combobox", { name: "Visibility" });
    await seen.click();
    await expect
      .poll(() => page.getByRole("option").allTextContents())
      .toEqual(["Everyone", "Members of the publisher alone"]);
    await page.keyboard.press("Escape");
    await choose(seen, "Members of the publisher alone");
    await page.getByRole("button", { name: "Save who may see it" }).click();
    await page.getByText("private", { exact: true }).waitFor();
    await other.goto(`${workbench.url}${path}`);
    await other.getByRole("alert").waitFor();

    await page.getByRole("button", { name: "Delete the skill" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete it" }).click();
    await page.getByText("This skill was deleted.").waitFor();
    await page.getByRole("button", { name: "Bring it back" }).click();
    await page.getByRole("tab", { name: "Manage" }).waitFor();
  });

  it("[GA-08] ask for the next tier with what it must show, and a moderator grants it", async () => {
    const email = "carla@example.com";
    const house = newKeyPair();
    const name = "tier-search";
    const first = skillFiles({ name, tier: "verified" });
    await publish(workbench, email, first);
    const added = await workbench.platform.send("POST", "/registry/api/v1/keys", {
      token: await workbench.token("first@example.com"),
      body: { public_key: Buffer.from(house.publicBytes).toString("base64") },
    });
    expect(added.status).toBe(201);
    const version = "1.1.0";
    const files = skillFiles({ name, tier: "verified", version });
    await publish(workbench, email, signed(files, house, { name, version }));

    const path = "/registry/@carla%2Ftier-search";
    const page = await workbench.visit({ email, path: `${path}?version=1.0.0` });
    await page.getByRole("tab", { name: "Manage" }).click();
    const steps = page.getByRole("list", { name: "What community takes" });
    await steps.getByText("missing", { exact: true }).waitFor();
    await expect.poll(() => steps.getByText("shown", { exact: true }).count()).toBe(5);
    await steps.getByText("It is not signed.").waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Ask for community" }).isDisabled())
      .toBe(true);
    await takePictures(page, "registry-tier");
    await expectAccessible(page);
    await page.goto(`${workbench.url}${path}`);
    await page.getByRole("tab", { name: "Manage" }).click();
    await page.getByRole("button", { name: "Ask for verified" }).click();
    const requests = page.getByRole("list", { name: "Requests, reports and appeals" });
    await requests.getByText("open", { exact: true }).waitFor();

    const moderator = await workbench.visit({ path: "/registry/review" });
    await moderator.getByRole("tab", { name: "Tiers" }).click();
    await moderator.getByRole("list", { name: "What @carla/tier-search shows" }).waitFor();
    await takePictures(moderator, "registry-review-tiers");
    await expectAccessible(moderator);
    await moderator.getByRole("button", { name: "Grant" }).click();
    await decide(moderator, "Read line by line.");
    await moderator.getByText("No requests for a tier").waitFor();
    await page.reload();
    await page.getByRole("tab", { name: "Manage" }).click();
    await page.getByText("There is no higher tier.", { exact: false }).waitFor();
    await requests.getByText("granted", { exact: true }).waitFor();
  });

  it("[GA-06] hear of reports and appeals, which moderators decide", async () => {
    const email = "dora@example.com";
    await publish(workbench, email, skillFiles({ name: "letter-reader" }));
    const path = "/registry/@dora%2Fletter-reader";
    const reporter = await workbench.visit({ email: "bob@example.com", path });
    await reporter.getByRole("button", { name: "Report" }).click();
    await reporter.getByLabel("What a moderator should know").fill("Bob saw it.");
    await reporter.getByRole("button", { name: "Send the report" }).click();
    await reporter.getByText("A moderator will look at it.").waitFor();

    const page = await workbench.visit({ email, path });
    await page.getByRole("tab", { name: "Manage" }).click();
    const requests = page.getByRole("list", { name: "Requests, reports and appeals" });
    await requests.getByText("It is dangerous").waitFor();
    await expect.poll(() => page.getByText("Bob saw it.").count()).toBe(0);

    const moderator = await workbench.visit({ path: "/registry/review" });
    await moderator.getByRole("tab", { name: "Reports and appeals" }).click();
    await moderator.getByText("Bob saw it.").waitFor();
    await moderator.getByRole("button", { name: "Uphold" }).click();
    await decide(moderator, "It sends letters away.");
    await moderator.getByText("No reports").waitFor();

    await page.reload();
    await page.getByRole("tab", { name: "Manage" }).click();
    await requests.getByText("A moderator: It sends letters away.").waitFor();
    await page.getByRole("button", { name: "Appeal: 1.0.0" }).click();
    await page.getByLabel("Why a moderator should look again").fill("Only to its owner.");
    await page.getByRole("dialog").getByRole("button", { name: "Appeal" }).click();
    await requests.getByText("Only to its owner.", { exact: false }).waitFor();

    await moderator.reload();
    await moderator.getByRole("tab", { name: "Reports and appeals" }).click();
    await moderator.getByText("Only to its owner.").waitFor();
    await moderator.getByRole("button", { name: "Uphold" }).click();
    await decide(moderator, "So it does.");
    await reporter.reload();
    await reporter.getByRole("button", { name: "Add", exact: true }).waitFor();
  });

  it("[GA-07] are shut out by a moderator, who also quarantines and releases versions", async () => {
    const email = "eve@example.com";
    await publish(workbench, email, skillFiles({ name: "word-thief" }));
    await publish(workbench, email, skillFiles({ name: "word-harm", body: HARMFUL }));
    const path = "/registry/@eve%2Fword-thief";
    const moderator = await workbench.visit({ path });
    await moderator.getByRole("tab", { name: "Manage" }).click();
    await moderator.getByRole("button", { name: "Scan it again" }).click();
    await moderator.getByText("It was scanned again.").waitFor();
    await moderator.getByRole("button", { name: "Quarantine it" }).click();
    await decide(moderator, "Let us see.");
    await moderator.getByText("in quarantine", { exact: true }).first().waitFor();
    await moderator.getByRole("button", { name: "Accept it" }).click();
    await decide(moderator, "It is fine.");
    await moderator.getByRole("button", { name: "Mark publisher as official" }).click();
    await moderator.getByRole("button", { name: "Revoke official status" }).click();
    await moderator.getByRole("button", { name: "Mark publisher as official" }).waitFor();
    await moderator.getByRole("button", { name: "Shut the publisher out" }).click();
    await decide(moderator, "It stole words.");
    await moderator.getByText("shut out", { exact: true }).waitFor();
    await takePictures(moderator, "registry-moderate");
    await expectAccessible(moderator);
    const again = await workbench.platform.send("POST", "/registry/api/v1/skills", {
      token: await workbench.token(email),
      body: { files: asJson(skillFiles({ name: "word-keeper" })) },
    });
    expect(again.status).toBe(403);
    const other = await workbench.visit({ email: "bob@example.com", path });
    await other.getByRole("alert").waitFor();
    await moderator.getByRole("button", { name: "Let the publisher in" }).click();
    await decide(moderator, "It gave them back.");
    await moderator.getByRole("button", { name: "Shut the publisher out" }).waitFor();

    await moderator.goto(`${workbench.url}/registry/review`);
    await moderator.getByRole("tab", { name: "Quarantine" }).click();
    await moderator.getByRole("link", { name: "@eve/word-harm 1.0.0" }).waitFor();
  });
});
