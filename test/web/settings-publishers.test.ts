import { expect, it } from "vitest";
import { newKeyPair } from "../../src/platform/signing/index.ts";
import { choose } from "./support/choose.ts";
import { accept } from "../support/invitations.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

describeWorkbench("publishers and their keys in the settings", (workbench) => {
  it("[GA-22] makes a namespace for a team, and gives, changes and takes roles in it", async () => {
    const email = "ada@example.com";
    await workbench.token("bob@example.com");
    await workbench.token("carla@example.com");
    const page = await workbench.visit({ email, path: "/settings?tab=teams" });
    await page.getByLabel("Name of a new team").fill("Readers");
    await page.getByRole("button", { name: "Make a team" }).click();
    await page.getByLabel("Email address to add to Readers").fill("bob@example.com");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByRole("list", { name: "Pending invitations to Readers" }).waitFor();
    await accept(workbench.platform, await workbench.token("bob@example.com"));
    await page.reload();
    const role = page.getByLabel("Role of bob@example.com in Readers");
    await choose(role, "Owner");
    await page.reload();
    await role.waitFor();
    await expect.poll(() => role.textContent()).toBe("Owner");
    await expectAccessible(page);

    await page.getByRole("tab", { name: "Publishers" }).click();
    await page.getByLabel("Name of a new publisher").fill("readers");
    await choose(page.getByLabel("For whom"), "Team Readers");
    await page.getByRole("button", { name: "Make a publisher" }).click();
    const card = page.getByRole("region", { name: "Publisher readers" });
    await card.getByText("You are its owner.", { exact: false }).waitFor();
    await card.getByLabel("Email of a new member of readers").fill("nobody@example.com");
    await card.getByRole("button", { name: "Invite the member to readers" }).click();
    await card
      .getByRole("button", { name: "Withdraw the invitation of nobody@example.com to readers" })
      .click();
    const pending = card.getByRole("list", { name: "Pending invitations to readers" });
    await pending.waitFor({ state: "detached" });
    await card.getByLabel("Email of a new member of readers").fill("carla@example.com");
    await card.getByRole("button", { name: "Invite the member to readers" }).click();
    await pending.getByText("carla@example.com").waitFor();
    const invited = await workbench.visit({
      email: "carla@example.com",
      path: "/settings?tab=publishers",
    });
    await invited.getByText("invites you to publish as @readers", { exact: false }).waitFor();
    await invited.getByRole("button", { name: "Accept the invitation to readers" }).click();
    await invited.getByRole("region", { name: "Publisher readers" }).waitFor();
    await page.reload();
    const carla = card.getByLabel("Role of carla@example.com in readers");
    await carla.waitFor();
    await expect.poll(() => carla.textContent()).toMatch(/^Publisher/u);
    await choose(carla, "Maintainer: yanks, hides and deletes too");
    await page.reload();
    await carla.waitFor();
    await expect.poll(() => carla.textContent()).toMatch(/^Maintainer/u);
    await takePictures(page, "settings-publishers");
    await expectAccessible(page);

    const other = await workbench.visit({
      email: "carla@example.com",
      path: "/settings?tab=publishers",
      width: 390,
      height: 800,
    });
    const seen = other.getByRole("region", { name: "Publisher readers" });
    await seen.getByText("You are its maintainer.", { exact: false }).waitFor();
    await expect.poll(() => seen.getByRole("list", { name: "Members of readers" }).count()).toBe(0);
    await expect.poll(() => other.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await other.getByRole("tab", { name: "Trusted keys" }).click();
    const keys = other.getByRole("region", { name: "Keys of readers" });
    await keys.getByText("There is none.").waitFor();
    await expect.poll(() => keys.getByRole("button", { name: "Trust the key" }).count()).toBe(0);

    await card.getByRole("button", { name: "Remove carla@example.com from readers" }).click();
    await carla.waitFor({ state: "detached" });
    await other.goto(`${workbench.url}/settings?tab=publishers`);
    await other.getByLabel("Name of a new publisher").waitFor();
    await expect.poll(() => seen.count()).toBe(0);
  });

  it("[GA-05] registers keys and identities of Sigstore, and revokes them", async () => {
    const email = "dora@example.com";
    const page = await workbench.visit({ email, path: "/settings?tab=publishers" });
    await page.getByLabel("Name of a new publisher").fill("dora-signs");
    await page.getByRole("button", { name: "Make a publisher" }).click();
    await page.getByRole("region", { name: "Publisher dora-signs" }).waitFor();
    await page.getByRole("tab", { name: "Trusted keys" }).click();
    const card = page.getByRole("region", { name: "Keys of dora-signs" });
    await card.getByLabel("Public key").fill("no key");
    await card.getByRole("button", { name: "Trust the key" }).click();
    await card.getByRole("alert").waitFor();
    const { publicBytes } = newKeyPair();
    await card.getByLabel("Public key").fill(Buffer.from(publicBytes).toString("base64"));
    await card.getByRole("button", { name: "Trust the key" }).click();
    await card.getByText("Ed25519", { exact: true }).waitFor();
    await choose(card.getByLabel("Signed with"), "Sigstore, without a key");
    await card.getByLabel("Identity").fill("dora@example.com");
    await card.getByLabel("Issuer").fill("https://accounts.google.com");
    await card.getByRole("button", { name: "Trust the identity" }).click();
    await card.getByText("Sigstore", { exact: true }).waitFor();
    await takePictures(page, "settings-keys");
    await expectAccessible(page);
    const path = "/registry/api/v1/keys?publisher=dora-signs";
    const kept = await workbench.platform.send("GET", path);
    expect(kept.json).toMatchObject({ keys: [{ role: "publisher" }, { role: "publisher" }] });
    await card.getByRole("button", { name: /^Remove the key .*google/u }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await card.getByText("Sigstore", { exact: true }).waitFor({ state: "detached" });
    await card.getByRole("button", { name: /^Remove the key/u }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await card.getByText("There is none.").waitFor();
    expect((await workbench.platform.send("GET", path)).json).toEqual({ keys: [] });
  });
});
