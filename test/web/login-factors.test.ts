import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { PASSWORD } from "../support/users.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const email = "ada@example.com";

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out" }).first().click();
  await page.getByRole("heading", { name: "Log in" }).waitFor();
}

describeWorkbench("what a login takes", (workbench) => {
  it("[OC-19] a passkey in place of the password, and a code of an app besides it", async () => {
    await workbench.token(email);
    const page = await workbench.visit({
      email: null,
      path: "/settings?tab=account",
      byName: true,
    });
    const debugging = await page.context().newCDPSession(page);
    await debugging.send("WebAuthn.enable");
    await debugging.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await logIn(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Name, such as the one of the device").fill("laptop");
    const password = page.getByRole("dialog").getByLabel("Current password");
    await password.fill("not the password");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("Invalid email or password").waitFor();
    await password.fill(PASSWORD);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("localhost · used:").waitFor();

    await page.getByRole("button", { name: "Set up an app" }).click();
    await page.getByRole("dialog").getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Go on" }).click();
    const secret = (await page.locator("[data-secret]").textContent()) ?? "";
    await takePictures(page, "settings-factors");
    await expectAccessible(page);
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByLabel("Code", { exact: true }).fill(app.generate());
    await page.getByRole("button", { name: "Confirm" }).click();
    const codes = ((await page.locator("[data-codes]").textContent()) ?? "").split("\n");
    expect(codes).toHaveLength(10);

    await logOut(page);
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await page.getByText("10 recovery codes are left.").waitFor();
    await logOut(page);
    await logIn(page);
    await page.getByLabel("Code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByText("9 recovery codes are left.").waitFor();
    await page.getByRole("button", { name: "Remove the passkey laptop" }).click();
    await page.getByRole("dialog").getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Go on" }).click();
    await expect.poll(() => page.getByText("localhost · used:").count()).toBe(0);
    await logOut(page);
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await page.getByText("That passkey is not known here.").waitFor();
  });
});
