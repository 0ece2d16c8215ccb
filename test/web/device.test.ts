/** The page on which a person lets a program in, in a real browser. */
import { chromium } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { needs } from "../support/needs.ts";
import { openRegistry } from "../support/registry-server.ts";
import { service } from "../support/service.ts";
import { PASSWORD } from "../support/users.ts";

needs.browser().describe("the device page", (executablePath) => {
  it("[BX-14] shows what is asked, by whom and for how long, before anything is agreed to", async () => {
    const registry = await openRegistry();
    onTestFinished(() => registry.close());
    await registry.login("ann@example.org");
    const asked = await registry.send("POST", "/registry/api/v1/device/code", {
      json: { label: "<b>build</b> machine", scopes: ["registry:read", "skills:write"] },
    });
    const codes = (await asked.json()) as {
      readonly user_code: string;
      readonly device_code: string;
    };
    const poll = async (): Promise<unknown> => {
      const json = { device_code: codes.device_code };
      return await (await registry.send("POST", "/registry/api/v1/device/token", { json })).json();
    };
    const browser = await chromium.connect(await service("browser", executablePath));
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(`${registry.url}/device?code=${codes.user_code}`);
    await expect.poll(() => page.getByRole("button", { name: "Allow" }).isVisible()).toBe(false);
    await page.getByLabel("Your email address").fill("ann@example.org");
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Allow this program?" }).waitFor();
    const shown = await page.locator("dl").innerText();
    expect(shown).toContain(codes.user_code);
    // What a program calls itself is text, whatever it is.
    expect(shown).toContain("<b>build</b> machine");
    expect(shown).toContain("127.0.0.1");
    expect(shown).toContain("Install from the registry; Change your skills");
    expect(shown).toMatch(/\d+ days/u);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByText("The program is logged in.").waitFor();
    expect(await poll()).toMatchObject({ state: "approved", token: expect.any(String) });
    expect(problems).toEqual([]);
  });
});
