/** From an empty page to a converted skill without a mouse. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeWorkbench } from "./support/workbench.ts";

describeWorkbench("the workbench by keyboard alone", (workbench) => {
  it("creates, breaks, fixes, saves, converts and explains a skill", async () => {
    const page = await workbench.visit({ email: "ada@example.com", path: "/skills", width: 1440 });
    await page.getByRole("heading", { name: "There is no skill yet" }).waitFor();
    await tabTo(page, "Create a skill");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New skill" }).waitFor();
    await page.keyboard.type("trip-plan");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Plans a trip. Use when somebody wants to travel.");
    await tabTo(page, "Create");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/skills/trip-plan");
    await page.getByText("No errors").waitFor();

    await tabTo(page, "Text of trip-plan");
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("\nGo to {{place}}.\n");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Undeclared placeholders", { exact: false }).first().waitFor();
    for (let count = 0; count < "Go to {{place}}.\n".length; count += 1)
      await page.keyboard.press("Backspace");
    await page.keyboard.type("Ask where to go.\n");
    await page.getByText("No errors").waitFor();
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved.", { exact: true }).waitFor();
    // Tab indents here; Escape lets the next one out.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).not.toContain("Text of trip-plan");

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Page, skill or action" }).waitFor();
    await page.keyboard.type("convert to openclaw");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/skills/trip-plan/convert?to=openclaw**");
    await page.getByRole("region", { name: "Converted to OpenClaw" }).waitFor();
    await page.goto(`${workbench.url}/skills/trip-plan/convert`);
    await page.getByRole("button", { name: "Convert to OpenClaw" }).waitFor();
    await tabTo(page, "Convert to OpenClaw");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Converted to OpenClaw" }).waitFor();

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Page, skill or action" }).waitFor();
    await page.keyboard.type("explain trip");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/skills/trip-plan/explain");
    await page.getByRole("list", { name: "The way of the skill" }).first().waitFor();

    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await page.getByRole("heading", { level: 1, name: "Library" }).waitFor();
  });

  it("asks before what was written is lost", async () => {
    const token = await workbench.token("ada@example.com");
    const content = "---\nname: draft\ndescription: Is a draft.\n---\n\nDo it.\n";
    await workbench.platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "draft", content },
    });
    const page = await workbench.visit({ email: "ada@example.com", path: "/skills/draft" });
    await page.getByRole("textbox", { name: "Text of draft" }).getByText("Do it.").click();
    await page.keyboard.type("x");
    await page.getByText("Not saved").waitFor();
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    const skills = page.getByRole("navigation").getByRole("link", { name: "Skills" });
    await skills.click();
    await expect.poll(() => asked.length).toBe(1);
    await page.getByText("Not saved").waitFor();
    await skills.click();
    await page.getByRole("heading", { level: 1, name: "Skills" }).waitFor();
    expect(asked).toHaveLength(2);
  });
});

const FOCUSED = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
})()`;

async function focused(page: Page): Promise<string> {
  return await page.evaluate<string>(FOCUSED);
}

/** Goes on until something of this name has the focus, as somebody would who sees where it is. */
async function tabTo(page: Page, name: string, key = "Tab"): Promise<void> {
  for (let count = 0; count < 80; count += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`\`${name}\` cannot be reached by ${key}.`);
}
