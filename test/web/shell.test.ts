import { expect, it } from "vitest";
import { expectAccessible, takePictures } from "./support/look.ts";
import { PASSWORD } from "../support/users.ts";
import { describeWorkbench } from "./support/workbench.ts";

describeWorkbench("the shell of the workbench", (workbench) => {
  it("lets somebody in and out, and shows nothing of one user to the next", async () => {
    await workbench.token("ada@example.com");
    const page = await workbench.visit({ email: null, path: "/skills" });
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("wrong password");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Invalid email or password").waitFor();
    await takePictures(page, "login");
    await expectAccessible(page);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { level: 1, name: "Skills" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Skills" }).waitFor();
    await page.getByRole("button", { name: "Account ada@example.com" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
  });

  it("keeps out of what scripts and disks can read all but half of what renews a session", async () => {
    const page = await workbench.visit();
    await page.getByRole("heading", { level: 1, name: "No skills yet." }).waitFor();
    const readable =
      "[document.cookie, ...Object.values(sessionStorage), ...Object.values(localStorage)].filter((value) => value.length > 1)";
    const read = (): Promise<readonly string[]> => page.evaluate(readable);
    await expect.poll(async () => (await read()).length).toBe(1);
    const [key = ""] = await read();
    const renewal = await fetch(`${workbench.url}/api/v1/session/renewal`, {
      method: "POST",
      headers: { origin: workbench.url, "x-skillwright-page": "1", "x-skillwright-key": key },
    });
    expect(renewal.status).toBe(401);
    const use = await fetch(`${workbench.url}/api/v1/auth/me`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(use.status).toBe(401);
  });

  it("is used by keyboard alone: skip link, palette, keys for pages, help", async () => {
    const page = await workbench.visit();
    await page.getByRole("heading", { level: 1, name: "No skills yet." }).waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Page, skill or action" }).fill("dark");
    await takePictures(page, "palette");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("convert to opnclaw");
    await page.getByText("No matching page, skill or action.").waitFor();
    await page.getByRole("combobox").fill("matrix");
    await page.getByRole("group", { name: "Do" }).getByText("Open the matrix").waitFor();
    await page.getByRole("combobox").fill("skillwright lint");
    await page.getByRole("group", { name: "Copy a command" }).getByRole("option").first().waitFor();
    await expectAccessible(page);
    await page.getByRole("combobox").fill("log out");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
  });

  it("says so where an address leads nowhere, and fits a phone", async () => {
    const page = await workbench.visit({ path: "/nowhere", width: 390, height: 760 });
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await takePictures(page, "phone-navigation");
    await page.getByRole("navigation").getByRole("link", { name: "Skills" }).click();
    await page.getByRole("heading", { level: 1, name: "Skills" }).waitFor();
    await expectAccessible(page);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });
});

async function focused(page: { evaluate: (code: string) => Promise<unknown> }): Promise<unknown> {
  return await page.evaluate("document.activeElement.textContent");
}
