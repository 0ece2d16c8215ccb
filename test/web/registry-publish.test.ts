import { expect, it } from "vitest";
import { HARMFUL } from "../support/market.ts";
import { countClicks } from "./support/clicks.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const EMAIL = "gus@example.com";

describeWorkbench("the publish wizard", (workbench) => {
  async function write(name: string, body: string): Promise<void> {
    const content = `---\nname: ${name}\ndescription: Answers letters.\n---\n\n${body}\n`;
    const { status } = await workbench.platform.send("POST", "/api/v1/skills", {
      token: await workbench.token(EMAIL),
      body: { name, content },
    });
    expect(status).toBe(201);
  }

  it("[GA-06] offers a version where the skill names none, and says at the field what is wrong", async () => {
    await write("letter-answer", "Answer the letter.");
    const page = await workbench.visit({ email: EMAIL, path: "/registry/publish" });
    const skill = page.getByLabel("One of your skills");
    const version = page.getByLabel("Version");
    await skill.fill("letter-answers");
    await page.getByText("No skill of yours has this name.").waitFor();
    await page.getByRole("button", { name: "Run checks", disabled: true }).waitFor();
    await skill.fill("letter-answer");
    await page.getByText("The first one; SKILL.md names none.").waitFor();
    await expect.poll(() => version.inputValue()).toBe("1.0.0");
    await expect.poll(() => page.getByLabel("Publisher").textContent()).toBe("You (gus)");

    const check = page.getByRole("button", { name: "Run checks" });
    const gates = page.getByRole("list", { name: "Checks of the registry" });
    const gate = gates.getByRole("listitem").filter({ hasText: "Name and version" });
    // Without a version the check proposes one; a wrong one is said at the field.
    await version.fill("one");
    await check.click();
    await gate.getByText("The version one is not valid", { exact: false }).waitFor();
    await expect.poll(() => version.getAttribute("aria-invalid")).toBe("true");
    await takePictures(page, "registry-publish-wrong");
    await expectAccessible(page);
    await version.fill("1.0.0");
    await check.click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "@gus/letter-answer" }).waitFor();
    await page.goto(`${workbench.url}/registry/publish?skill=letter-answer`);
    await page.getByText("The next after 1.0.0, which is published.").waitFor();
    await expect.poll(() => version.inputValue()).toBe("1.0.1");
  });

  it("[GA-06] publishes from the studio in four clicks, and adds for another user in one", async () => {
    await write("letter-shared", "Answer the letter.");
    const page = await workbench.visit({ email: EMAIL, path: "/skills/letter-shared" });
    await page.getByText(/of 18 work$/u).waitFor();
    const clicks = await countClicks(page);
    await page.getByRole("link", { name: "Publish…" }).click();
    await page.getByText("The first one; SKILL.md names none.").waitFor();
    await page.getByRole("button", { name: "Run checks" }).click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "@gus/letter-shared" }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(4);
    const other = await workbench.visit({ email: "hal@example.com", path: "/library" });
    const taken = await countClicks(other);
    await other.getByRole("button", { name: "Add letter-shared" }).click();
    // The name is that of the first one on this server, so that the second has another.
    await other.waitForURL(/\/skills\/letter-shared-2$/u);
    expect(await taken()).toBe(1);
  });

  it("[GA-06] takes no name for a skill that was typed before the names were there", async () => {
    await write("letter-late", "Answer the letter.");
    const page = await workbench.visit({ email: EMAIL, path: "/registry" });
    const names = Promise.withResolvers<void>();
    await page.route(/\/library\/skills/u, async (route) => {
      await names.promise;
      await route.continue();
    });
    await page.goto(`${workbench.url}/registry/publish`);
    await page.getByLabel("One of your skills").fill("letter-lates");
    const check = page.getByRole("button", { name: "Run checks", disabled: true });
    await page.getByRole("button", { name: "Run checks", disabled: false }).waitFor();
    names.resolve();
    await page.getByText("No skill of yours has this name.").waitFor();
    await check.waitFor();
  });

  it("[GA-07] tells what it costs to publish what the scanner refuses", async () => {
    await write("letter-harm", HARMFUL);
    const page = await workbench.visit({
      email: EMAIL,
      path: "/registry/publish?skill=letter-harm",
    });
    await page.getByText("The first one; SKILL.md names none.").waitFor();
    await page.getByRole("button", { name: "Run checks" }).click();
    await page.getByText("costs its publisher 30 points of reputation", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Publish it into quarantine" }).waitFor();
    await takePictures(page, "registry-publish-harm");
    await expectAccessible(page);
  });
});
