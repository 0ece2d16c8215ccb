/** The studio: what stands beside the text while somebody writes, and what leads on from it. */
import { expect, it } from "vitest";
import { countClicks } from "./support/clicks.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const TEXT = `---
name: release-notes
description: Writes release notes from merged pull requests. Use before a release.
---

# Release notes

Write one line for each change.
`;

function judged(passed: boolean, quote: string): string {
  return JSON.stringify([{ statement: 1, passed, quote }]);
}

describeWorkbench("the studio", (workbench) => {
  async function make(email: string, name: string, content: string): Promise<void> {
    const token = await workbench.token(email);
    const body = { name, content: content.replace("release-notes", name) };
    const made = await workbench.platform.send("POST", "/api/v1/skills", { token, body });
    expect(made.status, made.text).toBe(201);
  }

  it("[BX-04] shows while somebody types where the skill works, and fixes what breaks it", async () => {
    const email = "ada@example.com";
    await make(email, "release-notes", TEXT);
    const page = await workbench.visit({
      email,
      path: "/skills/release-notes",
      width: 1440,
      height: 900,
    });
    const inspector = page.getByRole("complementary", { name: "Inspector" });
    await inspector.getByText(/^1[678] of 18 work$/u).waitFor();
    const before = (await inspector.getByText(/of 18 work$/u).textContent()) ?? "";
    await inspector.getByRole("list", { name: "Load path" }).getByText("In prompt").waitFor();
    await inspector.getByText(/^\d+ tokens, rank 1 of 1 in /u).waitFor();
    await inspector.getByText("No findings").waitFor();
    const text = page.getByRole("textbox", { name: "Text of release-notes" });
    await text.getByText("Writes release notes").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Use when: asked.");
    const copilot = inspector.getByRole("button", { name: /^GitHub Copilot CLI: |^Copilot CLI: / });
    await inspector.getByRole("list", { name: "Where it does not work" }).first().waitFor();
    await copilot.first().waitFor();
    await expect.poll(() => inspector.getByText(/of 18 work$/u).textContent()).not.toBe(before);
    await takePictures(page, "studio");
    await expectAccessible(page);
    // By the key at the line, where the menu says what it would change.
    await page.keyboard.press("ControlOrMeta+.");
    const menu = page.getByRole("menu", { name: "Quick fixes" });
    await menu.getByText(before, { exact: true }).waitFor();
    await takePictures(page, "studio-quick-fix");
    await expectAccessible(page);
    await expect
      .poll(() => page.evaluate("document.activeElement?.getAttribute('role')"))
      .toBe("menuitem");
    await page.keyboard.press("Enter");
    await inspector.getByText(before, { exact: true }).waitFor();
    // The cursor is in the text again; the same by the button beside the reason.
    await page.keyboard.press("ControlOrMeta+z");
    const clicks = await countClicks(page);
    await inspector.getByRole("button", { name: "Fix" }).first().click();
    await inspector.getByText(before, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(2);
  });

  it("[AF-09] runs what is written, asks for a name in braces at once, and keeps the trace", async () => {
    const email = "runa@example.com";
    await make(email, "greetings", TEXT);
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    workbench.models.answer({
      words: ["Hello, ", "Ada."],
      beforeWord: async (index) => (index === 0 ? undefined : await goOn),
    });
    const page = await workbench.visit({
      email,
      path: "/skills/greetings",
      width: 1440,
      height: 900,
    });
    const text = page.getByRole("textbox", { name: "Text of greetings" });
    await text.getByText("Write one line").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Greet {{guest}}.");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.getByText("Fill this in.").waitFor();
    await page.getByLabel("Guest").fill("Ada");
    const clicks = await countClicks(page);
    await page.getByRole("button", { name: "Run", exact: true }).last().click();
    const result = page.getByRole("region", { name: "Result" });
    await result.getByText("Hello,").waitFor();
    expect(await clicks()).toBe(1);
    await takePictures(page, "studio-run");
    await expectAccessible(page);
    resolve();
    await result.getByText("Done", { exact: true }).waitFor();
    await text.getByText("name: guest").waitFor();
    await page.getByRole("tab", { name: "Trace" }).click();
    await page.getByRole("link", { name: "Open the run" }).waitFor();
    await page.getByRole("list", { name: "Steps" }).getByText("Ask the model").waitFor();
    await page.getByRole("tab", { name: "Evals" }).click();
    await page.getByRole("button", { name: "Draft cases" }).click();
    await page.getByRole("textbox", { name: /^Text of evals\// }).waitFor();
    await page
      .getByRole("table", { name: /^evals\// })
      .first()
      .waitFor();
    await expectAccessible(page);
    // The palette begins with the skill of the page, and with all skills once that is taken away.
    await page.keyboard.press("ControlOrMeta+k");
    const palette = page.getByRole("dialog", { name: "Search or run" });
    const own = palette.getByRole("group", { name: "This skill" });
    await own.getByRole("option", { name: "Explain greetings" }).waitFor();
    await palette.getByRole("combobox").fill("convert openclaw");
    await own.getByRole("option", { name: "Convert greetings to OpenClaw" }).waitFor();
    await takePictures(page, "studio-palette");
    await expectAccessible(page);
    await palette.getByRole("combobox").fill("");
    await page.keyboard.press("Backspace");
    await own.waitFor({ state: "detached" });
    await palette.getByRole("combobox").fill("run greetinsg");
    await palette.getByRole("button", { name: "run greetings" }).click();
    await palette.getByRole("option", { name: "Run greetings" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+j");
    await page.getByRole("tab", { name: "Trace" }).waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toContain("dock=none");
  });

  it("takes what a plain machine lacks out of the requirements by a button", async () => {
    const email = "fay@example.com";
    const needs = TEXT.replace(
      "release.\n",
      'release.\nmetadata: {"openclaw":{"requires":{"bins":["a-program-of-nobody"]}}}\n',
    );
    await make(email, "needy", needs);
    const page = await workbench.visit({ email, path: "/skills/needy", width: 1440, height: 900 });
    const path = page.getByRole("list", { name: "Load path" });
    const clicks = await countClicks(page);
    await page.getByLabel("Will it load in").getByText("OpenClaw 2026.9").waitFor();
    await path.getByRole("button", { name: "Stop requiring a-program-of-nobody" }).click();
    await expect.poll(() => path.getByText("not reached").count()).toBe(0);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(3);
  });

  it("leads to publish, and keeps a conversion as a variant of the skill", async () => {
    const email = "bob@example.com";
    await make(email, "letters", TEXT);
    const page = await workbench.visit({ email, path: "/skills/letters" });
    await page.getByRole("link", { name: "Publish" }).click();
    await page.waitForURL("**/library/publish?skill=letters");
    await page.goto(`${workbench.url}/skills/letters`);
    const reasons = page.getByRole("list", { name: "Where it does not work" });
    const clicks = await countClicks(page);
    await reasons.getByRole("listitem").filter({ hasText: "GAIA" }).getByText("Convert").click();
    const panel = page.getByRole("region", { name: /^Converted to / });
    await panel.getByRole("button", { name: "Save variant" }).click();
    await page.waitForURL("**/skills/letters?file=variants**");
    expect(await clicks()).toBeLessThanOrEqual(2);
    await page.getByRole("button", { name: "variants/gaia/SKILL.md" }).waitFor();
    await page.goto(`${workbench.url}/skills/letters/convert?to=gaia`);
    await panel.getByRole("button", { name: "Save as a new skill" }).click();
    await page.waitForURL(/\/skills\/letters-2$/u);
  });

  it("runs evals with the skill and without it, and says what that shows", async () => {
    const email = "gil@example.com";
    await make(email, "rhymes", TEXT);
    const token = await workbench.token(email);
    const content = JSON.stringify({
      skill_name: "rhymes",
      evals: [
        { id: 1, prompt: "Say hello.", expected_output: "It greets.", assertions: ["It greets"] },
      ],
    });
    const query = "path=evals/evals.json";
    await workbench.platform.send("PUT", `/api/v1/skills/rhymes/file?${query}`, {
      token,
      body: { content },
    });
    const page = await workbench.visit({ email, path: "/skills/rhymes?dock=evals" });
    await page.getByText("A run asks the model 2 times", { exact: false }).waitFor();
    workbench.models.answer(
      { words: ["Hello", " there."] },
      { words: [judged(true, "Hello there.")] },
      { words: ["No."] },
      { words: [judged(false, "")] },
    );
    await page.getByRole("button", { name: "Run evals" }).click();
    const results = page.getByRole("region", { name: "Results of the evals" });
    await results.getByText("Too few runs").waitFor();
    await results.getByText("+100 points", { exact: false }).waitFor();
    const cells = results.getByRole("row").nth(1).getByRole("cell");
    await expect.poll(() => cells.nth(1).locator("summary").textContent()).toBe("1 of 1");
    await expect.poll(() => cells.nth(2).locator("summary").textContent()).toBe("0 of 1");
    await takePictures(page, "studio-evals");
    await expectAccessible(page);
  });

  it("gives one answer to what format a skill has: in the list, in the studio and at Home", async () => {
    const email = "carla@example.com";
    await make(email, "plain", TEXT);
    const page = await workbench.visit({ email, path: "/skills" });
    await page.getByRole("row", { name: /plain.*Agent Skills/u }).waitFor();
    await page.getByRole("link", { name: "plain" }).click();
    const format = page.getByLabel("Check as a skill of");
    await expect.poll(() => format.textContent()).toBe("Agent Skills");
    await page.goto(workbench.url);
    const own = page.getByRole("region", { name: "Your skills" }).getByRole("listitem");
    await own.filter({ hasText: "Agent Skills" }).first().waitFor();
  });

  it("fits a phone", async () => {
    const email = "dora@example.com";
    await make(email, "small", TEXT);
    const page = await workbench.visit({ email, path: "/skills/small", width: 390, height: 844 });
    await page
      .getByRole("complementary", { name: "Inspector" })
      .getByText(/of 18 work$/u)
      .waitFor();
    await takePictures(page, "studio-phone");
    await expectAccessible(page);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });
});
