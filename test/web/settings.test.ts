import { expect, it } from "vitest";
import { readModelSettings } from "../../src/run/models/index.ts";
import { choose } from "./support/choose.ts";
import { countClicks } from "./support/clicks.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { PASSWORD } from "../support/users.ts";
import { describeWorkbench } from "./support/workbench.ts";

describeWorkbench("the page of settings", (workbench) => {
  it("leads somebody new to Home, where a skill can be opened without a model", async () => {
    const page = await workbench.visit({ email: null });
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByLabel("Email").fill("newcomer@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByRole("heading", { level: 1, name: "No skills yet." }).waitFor();
    await page.getByRole("button", { name: /^commit-message/u }).click();
    await page.waitForURL("**/skills/commit-message");
  });

  it("keeps tokens, teams and passwords of two users apart", async () => {
    const page = await workbench.visit({ email: "ada@example.com", path: "/settings?tab=tokens" });
    await page.getByLabel("Name").fill("laptop");
    await page.getByLabel("Run skills").check();
    await page.getByRole("button", { name: "Make the token" }).click();
    await page.getByRole("cell", { name: "laptop", exact: true }).waitFor();
    const token = (await page.locator("[data-token]").textContent()) ?? "";
    await takePictures(page, "settings-tokens");
    await expectAccessible(page);
    const mine = { token };
    expect((await workbench.platform.send("GET", "/registry/api/v1/whoami", mine)).status).toBe(
      200,
    );
    expect((await workbench.platform.send("GET", "/api/v1/auth/me", mine)).status).toBe(403);
    await page.reload();
    await page.getByRole("cell", { name: "laptop", exact: true }).waitFor();
    await expect.poll(() => page.getByText(token).count()).toBe(0);
    await page.getByRole("tab", { name: "Programs" }).click();
    await page.getByRole("button", { name: "Copy for LM Studio" }).waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "Add to Cursor" }).getAttribute("href"))
      .toMatch(/^cursor:/u);
    await takePictures(page, "settings-programs");
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Teams" }).click();
    await page.getByLabel("Name of a new team").fill("Readers");
    await page.getByRole("button", { name: "Make a team" }).click();
    await page.getByRole("region", { name: "Team Readers" }).waitFor();
    await expectAccessible(page);

    const other = await workbench.visit({
      email: "bob@example.com",
      path: "/settings?tab=teams",
      width: 390,
      height: 800,
    });
    await other.getByText("You are in no team").waitFor();
    await expect.poll(() => other.getByRole("tab", { name: "People" }).count()).toBe(0);
    await other.getByRole("tab", { name: "Tokens" }).click();
    await other.getByText("There is none.", { exact: false }).waitFor();
    await expect.poll(() => other.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await takePictures(other, "settings-phone");

    await page.getByLabel("Email address to add to Readers").fill("bob@example.com");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const pending = page.getByRole("list", { name: "Pending invitations to Readers" });
    await pending.waitFor();
    await other.goto(`${workbench.url}/settings?tab=teams`);
    await other.getByText("invites you to the team Readers", { exact: false }).waitFor();
    await expectAccessible(other);
    await other.getByRole("button", { name: "Decline the invitation to Readers" }).click();
    await other.getByRole("region", { name: "Invitations" }).waitFor({ state: "detached" });
    await other.getByText("You are in no team").waitFor();
    await page.reload();
    await page.getByLabel("Email address to add to Readers").fill("bob@example.com");
    await pending.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await pending.waitFor();
    await other.goto(`${workbench.url}/settings?tab=teams`);
    await other.getByRole("button", { name: "Accept the invitation to Readers" }).click();
    await other.getByRole("region", { name: "Team Readers" }).waitFor();
    await page.reload();
    await page.getByLabel("Role of bob@example.com in Readers").waitFor();

    await page.getByRole("button", { name: "Dissolve" }).click();
    await page.getByRole("dialog", { name: "Dissolve Readers?" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await other.getByRole("button", { name: "Leave Readers" }).click();
    await other.getByRole("button", { name: "Leave the team" }).click();
    await other.getByText("You are in no team").waitFor();
    await page.getByRole("button", { name: "Dissolve" }).click();
    await page.getByRole("button", { name: "Dissolve the team" }).click();
    await page.getByText("You are in no team").waitFor();

    await page.getByRole("tab", { name: "Tokens" }).click();
    await page.getByRole("button", { name: "Revoke laptop" }).click();
    await page.getByRole("button", { name: "Revoke the token" }).click();
    await page.getByText("There is none.", { exact: false }).waitFor();
    expect((await workbench.platform.send("GET", "/registry/api/v1/whoami", mine)).status).toBe(
      401,
    );
  });

  it("changes the password, stays logged in, and lets in with the new one alone", async () => {
    const email = "eve@example.com";
    const page = await workbench.visit({ email, path: "/settings?tab=account" });
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password").fill("another horse");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("Your password is changed.", { exact: false }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Password" }).waitFor();
    await takePictures(page, "settings-account");
    await expectAccessible(page);
    await choose(page.getByLabel("Language"), "Deutsch");
    await page.getByRole("button", { name: "Passwort ändern" }).waitFor();
    await page.goto(workbench.url);
    await page.getByRole("heading", { level: 1, name: "Noch keine Skills" }).waitFor();
    await takePictures(page, "home-german");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Einstellungen" }).click();
    await choose(page.getByLabel("Sprache"), "Español");
    await page.getByRole("heading", { level: 1, name: "Ajustes" }).waitFor();
    await choose(page.getByLabel("Idioma"), "English");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("another horse");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  });

  it("lets an administrator make and shut accounts, and see models, keys and hosts", async () => {
    const page = await workbench.visit({ path: "/settings?tab=users" });
    await page.getByLabel("Email of a new account").fill("new@example.com");
    await page.getByRole("button", { name: "Make an account" }).click();
    await page.getByText("which is shown this once", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Lock new@example.com" }).click();
    await page.getByRole("button", { name: "Unlock new@example.com" }).waitFor();
    await takePictures(page, "settings-users");
    await page.setViewportSize({ width: 390, height: 780 });
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page.setViewportSize({ width: 1280, height: 820 });
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Models" }).click();
    await page.getByText("default", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Trusted keys" }).click();
    await page.getByRole("region", { name: "Keys of the registry" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Machines" }).click();
    await page.getByText("No host has connected").waitFor();
    const command = `skillwright node --gateway ${workbench.url.replace("http", "ws")} --name laptop`;
    await page.getByText(command).waitFor();
  });
});

describeWorkbench(
  "the page of settings without a model",
  (workbench) => {
    it("says at Home that no model is connected, and leads to where one is", async () => {
      const email = "ada@example.com";
      const page = await workbench.visit({ email, path: "/", width: 390, height: 844 });
      await page.getByRole("heading", { name: "Connect a model" }).waitFor();
      await takePictures(page, "home-without-model");
      await expectAccessible(page);
      await page.getByRole("link", { name: "Connect a model" }).click();
      await page.waitForURL("**/settings?tab=models");
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await page.getByText("An administrator can connect one in Settings.").waitFor();
    });

    it("lets an administrator connect a model, test it and remove it", async () => {
      const page = await workbench.visit();
      const clicks = await countClicks(page);
      await page.getByRole("link", { name: "Connect a model" }).click();
      const provider = page.getByLabel("Provider", { exact: true });
      // A key says whose it is, and an address that it is one of their own.
      await page.getByLabel(/^Key/u).fill("sk-ant-secret");
      await expect.poll(() => provider.textContent()).toBe("Anthropic");
      await page.getByLabel(/^Key/u).fill("sk-secret");
      await page.getByLabel("Address").fill(workbench.models.url);
      await expect.poll(() => provider.textContent()).toBe("OpenAI-compatible address");
      await page.getByLabel("Name", { exact: true }).fill("house");
      await page.getByRole("textbox", { name: "Models", exact: true }).fill("small");
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      workbench.models.answer({ words: ["Hello", " there."] });
      await page.getByRole("button", { name: "Test house" }).click();
      await page.getByText("house:small says: Hello there.").waitFor();
      expect(await clicks()).toBeLessThanOrEqual(3);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Remove house" }).click();
      await page.getByRole("button", { name: "Remove the provider" }).click();
      await page.getByText("No model connected. Connect one to run skills and chat.").waitFor();
    });
  },
  {
    platform: { models: readModelSettings({}), privateHosts: ["127.0.0.1"] },
  },
);
