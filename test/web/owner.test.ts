import { expect, it } from "vitest";
import { describeWorkbench } from "./support/workbench.ts";

const EMAIL = "ada@example.com";
const NAME = "meeting-notes";
const TEXT = `---
name: ${NAME}
description: Writes notes of a meeting. Use after each of them.
license: MIT
---

# Notes of a meeting

Write down who was there, what was decided, and who does what until when.
`;

describeWorkbench("a skill that the server keeps", (workbench) => {
  it("shows, judges and publishes what its author wrote, without the id of the account", async () => {
    const token = await workbench.token(EMAIL);
    const body = { name: NAME, content: TEXT };
    const made = await workbench.platform.send("POST", "/api/v1/skills", { token, body });
    expect(made.text).toContain("user_id");
    const page = await workbench.visit({ email: EMAIL, path: `/portability?skill=${NAME}` });
    const row = page.getByRole("row", { name: /^Agent Skills/u });
    await row.waitFor();
    await expect.poll(() => row.textContent()).not.toContain("rejected");
    await expect.poll(() => page.getByText("user_id").count()).toBe(0);
    await page.goto(`${workbench.url}/skills/${NAME}`);
    await page.getByText("who does what until when").first().waitFor();
    await expect.poll(() => page.getByText("user_id").count()).toBe(0);
    await page.goto(`${workbench.url}/registry/publish?skill=${NAME}`);
    await page.getByLabel("Version").fill("1.0.0");
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().includes("/registry/api/v1/skills"),
    );
    await page.getByRole("button", { name: "Run checks" }).click();
    const { files } = (await sent).postDataJSON() as { readonly files: { base64: string }[] };
    expect(files.map(({ base64 }) => Buffer.from(base64, "base64").toString())).toEqual([TEXT]);
    await page.getByRole("list", { name: "Checks of the registry" }).waitFor();
  });
});
