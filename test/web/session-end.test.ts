import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectAccessible, takePictures } from "./support/look.ts";
import { PASSWORD } from "../support/users.ts";
import { describeWorkbench, type Workbench } from "./support/workbench.ts";

const NEW_PASSWORD = "battery staple";
const SKILL = "---\nname: greet\ndescription: Greets somebody.\n---\n\nSay hello.\n";

/** Somebody changes the password in another place, which ends every session. */
async function endSessions(workbench: Workbench, email: string): Promise<void> {
  const token = await workbench.token(email);
  const { status } = await workbench.platform.send("POST", "/api/v1/auth/password", {
    token,
    body: { current_password: PASSWORD, password: NEW_PASSWORD },
  });
  expect(status).toBe(200);
}

async function logInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Log in again" });
  await dialog.getByLabel("Password").fill(NEW_PASSWORD);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await dialog.waitFor({ state: "detached" });
}

describeWorkbench("a session that ends in the middle of work", (workbench) => {
  it("keeps what was drawn in a workflow for the same user, and nothing for another", async () => {
    const email = "cy@example.com";
    const token = await workbench.token(email);
    await workbench.token("dora@example.com");
    const graph = { nodes: [{ id: "start", type: "start" }], edges: [] };
    const { json } = await workbench.platform.send("POST", "/api/v1/workflows", {
      token,
      body: { name: "Draft", graph_data: graph },
    });
    const { id } = json as { readonly id: string };
    const page = await workbench.visit({ email, path: `/workflows/${id}` });
    await page.locator('.react-flow__node[data-id="start"]').click();
    await page.getByRole("button", { name: "Model", exact: true }).click();
    await page.getByLabel("System prompt").fill("An hour of work.");
    await endSessions(workbench, email);
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog", { name: "Log in again" });
    await dialog.getByText("Your session has ended.").waitFor();
    await takePictures(page, "login-again");
    await expectAccessible(page);
    // There is no way round it.
    await page.keyboard.press("Escape");
    await dialog.getByLabel("Password").fill("wrong password");
    await dialog.getByRole("button", { name: "Log in" }).click();
    await dialog.getByText("Invalid email or password").waitFor();
    await logInAgain(page);
    await expect.poll(() => page.getByLabel("System prompt").inputValue()).toBe("An hour of work.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const fresh = await workbench.platform.send("POST", "/api/v1/auth/login", {
      body: { email, password: NEW_PASSWORD },
    });
    const { token: now } = fresh.json as { readonly token: string };
    const kept = await workbench.platform.send("GET", `/api/v1/workflows/${id}`, { token: now });
    expect(JSON.stringify(kept.json)).toContain("An hour of work.");
    await page.getByLabel("System prompt").fill("Not for others.");
    await workbench.platform.send("POST", "/api/v1/auth/password", {
      token: now,
      body: { current_password: NEW_PASSWORD, password: PASSWORD },
    });
    await page.keyboard.press("Control+s");
    await dialog.getByLabel("Email").fill("dora@example.com");
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("button", { name: "Account dora@example.com" }).waitFor();
    await page.getByText("Not for others.").waitFor({ state: "detached" });
    await expect.poll(() => page.locator(".react-flow__node").count()).toBe(0);
  });

  it("keeps a message that was sent at that moment, and a text in the editor", async () => {
    const email = "eli@example.com";
    const token = await workbench.token(email);
    const made = await workbench.platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "greet", content: SKILL },
    });
    expect(made.status).toBe(201);
    workbench.models.answer({ words: ["Here I am."] });
    const chat = await workbench.visit({ email, path: "/chat" });
    const editor = await workbench.visit({ email, path: "/skills/greet" });
    const text = editor.getByRole("textbox", { name: "Text of greet" });
    await text.click();
    await editor.keyboard.press("Control+End");
    await editor.keyboard.type("And goodbye.");
    const field = chat.getByRole("combobox", { name: "Your message" });
    await field.fill("A long question");
    await endSessions(workbench, email);
    await field.press("Enter");
    await logInAgain(chat);
    await chat.getByRole("button", { name: "Try again" }).click();
    await chat.getByText("Here I am.").waitFor();
    await editor.keyboard.press("Control+s");
    await logInAgain(editor);
    await editor.getByRole("button", { name: "Save" }).click();
    await editor.getByText("Saved.").waitFor();
    await editor.reload();
    await editor.getByText("And goodbye.").first().waitFor();
  });
});
