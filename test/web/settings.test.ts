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
    await page.getByRole("link", { name: "Bibliothek" }).click();
    await page.getByRole("searchbox", { name: "Registry durchsuchen" }).waitFor();
    await page.goto(`${workbench.url}/playground/knowledge`);
    await page.getByRole("button", { name: "Die erste anlegen" }).waitFor();
    await takePictures(page, "knowledge-german");
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
    await page.getByText("First", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Trusted keys" }).click();
    await page.getByRole("region", { name: "Keys of the registry" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Machines" }).click();
    await page.getByText("No host has connected").waitFor();
    const command = `skillwright node --gateway ${workbench.url.replace("http", "ws")} --name laptop`;
    await page.getByText(command).waitFor();
    await page.getByRole("tab", { name: "Health" }).click();
    await page.getByText("The server is ready", { exact: false }).waitFor();
    const storage = page.getByRole("region", { name: "What is stored" });
    await storage.getByRole("row", { name: /^Published versions/u }).waitFor();
    await takePictures(page, "settings-health");
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Audit log" }).click();
    const made = page.getByRole("row", { name: /accounts\.createUser/u });
    await made.getByText("Details").click();
    await made.getByText("new@example.com", { exact: false }).waitFor();
    await takePictures(page, "settings-audit-log");
    await expectAccessible(page);
    await made.getByRole("button", { name: "accounts.createUser" }).click();
    await page.reload();
    await made.waitFor();
    const what = page.getByRole("searchbox", { name: "What", exact: true });
    await expect.poll(() => what.inputValue()).toBe("accounts.createUser");
    await expect.poll(() => page.getByRole("row", { name: /changeUser/u }).count()).toBe(0);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as JSON Lines" }).click();
    expect((await saved).suggestedFilename()).toBe("audit-log.jsonl");
    await page.getByRole("searchbox", { name: "To what" }).fill("nobody at all");
    await page.getByText("No matching lines").waitFor();
  });
});

describeWorkbench(
  "the page of settings without a model",
  (workbench) => {
    it("says at Home that no model is connected, and who can connect one", async () => {
      const email = "ada@example.com";
      const page = await workbench.visit({ email, path: "/", width: 390, height: 844 });
      await page.getByText("An administrator can connect one in Settings.").waitFor();
      await takePictures(page, "home-without-model");
      await expectAccessible(page);
      await page.getByRole("link", { name: "Manage models" }).click();
      await page.waitForURL("**/settings?tab=models");
      await page.getByRole("heading", { name: "No model connected" }).waitFor();
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    });

    it("lets an administrator connect a model at Home, and keeps none that does not answer", async () => {
      const page = await workbench.visit();
      const provider = page.getByLabel("Provider", { exact: true });
      const key = page.getByLabel("Key or address");
      const clicks = await countClicks(page);
      // A key says whose it is, and an address that it is one of their own.
      await key.fill("sk-ant-secret");
      await expect.poll(() => provider.textContent()).toBe("Anthropic");
      await key.fill(workbench.models.url);
      await expect.poll(() => provider.textContent()).toBe("OpenAI-compatible address");
      await page.getByRole("textbox", { name: "Model", exact: true }).fill("small");
      await takePictures(page, "home-connect");
      await expectAccessible(page);
      workbench.models.answer({ status: 401 });
      await page.getByRole("button", { name: "Test and save" }).click();
      await page.getByText("openai-compatible:small did not answer.").waitFor();
      await expectAccessible(page);
      workbench.models.answer({ words: ["Hello", " there."] });
      await page.getByRole("button", { name: "Test and save" }).click();
      await page.getByText("openai-compatible:small is connected.").waitFor();
      expect(await clicks()).toBeLessThanOrEqual(3);
    });

    it("lets an administrator test, order, rename and remove models", async () => {
      const page = await workbench.visit({ path: "/settings?tab=models" });
      const act = async (model: string, action: string): Promise<void> => {
        await page.getByRole("button", { name: `Actions for ${model}` }).click();
        await page.getByRole("menuitem", { name: action }).click();
      };
      const rows = page.getByRole("region", { name: "Models" }).getByRole("row");
      await page.getByLabel("Key or address").fill(workbench.models.url);
      await page.getByRole("textbox", { name: "Model", exact: true }).fill("large");
      await page.getByText("Name and address").click();
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("house");
      workbench.models.answer({ words: ["Good", " morning."] });
      await page.getByRole("button", { name: "Test and save" }).click();
      await page.getByText("“Good morning.”").waitFor();
      await rows.filter({ hasText: "large" }).getByText("Connected").waitFor();
      await act("large", "Ask first");
      await rows.nth(1).getByText("large").waitFor();
      await rows.nth(2).getByText("No. 2").waitFor();
      workbench.models.answer({ status: 500 });
      await act("small", "Test");
      await rows.nth(2).getByText("Does not answer").waitFor();
      await act("large", "Rename…");
      await page.getByLabel("New name").fill("cellar");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await rows.filter({ hasText: "cellar" }).waitFor();
      await page.getByRole("checkbox", { name: "All users may use small" }).uncheck();
      await page.reload();
      await expect
        .poll(() => page.getByRole("checkbox", { name: /^All users may use small/u }).isChecked())
        .toBe(false);
      await takePictures(page, "settings-models");
      await expectAccessible(page);
      await act("large", "Remove cellar…");
      await page.getByRole("button", { name: "Remove the provider" }).click();
      await expect.poll(() => rows.count()).toBe(2);
      await page.setViewportSize({ width: 390, height: 780 });
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await expectAccessible(page);
    });
  },
  {
    platform: { models: readModelSettings({}), privateHosts: ["127.0.0.1"] },
  },
);
