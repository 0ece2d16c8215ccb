import { expect, it } from "vitest";
import { asJson, skillFiles } from "../support/market.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench, type Workbench } from "./support/workbench.ts";

async function publish(
  workbench: Workbench,
  email: string,
  files: ReturnType<typeof skillFiles>,
  details: object = {},
): Promise<void> {
  const { status, text } = await workbench.platform.send("POST", "/registry/api/v1/skills", {
    token: await workbench.token(email),
    body: { files: asJson(files), ...details },
  });
  expect(status, text).toBe(201);
}

const README = "# Web search\n\nFinds pages. <script>globalThis.wasRun = true</script>\n";

describeWorkbench("the pages of the registry", (workbench) => {
  it("[GA-22] finds skills as somebody types, and narrows them down", async () => {
    const email = "ada@example.com";
    await publish(
      workbench,
      email,
      skillFiles({ more: [{ path: "README.md", bytes: Buffer.from(README) }] }),
    );
    await publish(
      workbench,
      email,
      skillFiles({
        name: "letter-sorter",
        description: "Sorts letters by date, sender and subject.",
        permissions: ["filesystem:write:./letters/**"],
      }),
    );
    await publish(workbench, email, skillFiles({ name: "own-notes" }), { visibility: "private" });
    const page = await workbench.visit({ email: "bob@example.com", path: "/registry" });
    await page.getByText("2 skills").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("letter");
    await page.getByText("1 skill", { exact: true }).waitFor();
    expect(page.url()).toContain("q=letter");
    await page.getByLabel("Search the registry").fill("");
    await page.getByText("2 skills").waitFor();
    await takePictures(page, "registry");
    await expectAccessible(page);
    await page.getByRole("button", { name: /^network:read/u }).click();
    await page.getByText("1 skill", { exact: true }).waitFor();
    const phone = await workbench.visit({ email, path: "/registry", width: 390, height: 800 });
    await phone.getByRole("link", { name: "letter-sorter" }).waitFor();
    expect(await phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await takePictures(phone, "registry-phone");
    await page.getByRole("link", { name: "web-search" }).click();
    await page.getByText("Experimental.", { exact: true }).waitFor();
    await page.getByText("Finds pages.").waitFor();
    expect(await page.evaluate("globalThis.wasRun")).toBe(undefined);
    await takePictures(page, "registry-skill");
    await expectAccessible(page);
  });
});
