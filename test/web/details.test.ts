import { expect, it } from "vitest";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

describeWorkbench("details of the pages", (workbench) => {
  async function make(name: string, description: string): Promise<void> {
    const token = await workbench.token("first@example.com");
    const content = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\nDo it.\n`;
    const body = { name, content };
    const made = await workbench.platform.send("POST", "/api/v1/skills", { token, body });
    expect(made.status, made.text).toBe(201);
  }

  it("tell what a name of a skill must be like, in place of the browser", async () => {
    const page = await workbench.visit({ path: "/skills" });
    await page.getByRole("button", { name: "New skill" }).click();
    await page.getByLabel("Name").fill("Weekly Report");
    await page.getByLabel("Description").fill("Writes it.");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("Take lower-case letters", { exact: false }).waitFor();
    await expect.poll(() => page.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
    await expectAccessible(page);
    await page.getByLabel("Name").fill("weekly-report");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("textbox", { name: "Text of weekly-report" }).waitFor();
  });

  it("find skills from anywhere, and say where nothing is found", async () => {
    await make("travel-plan", "Plans travels.");
    const page = await workbench.visit({ path: "/knowledge" });
    await page.getByRole("heading", { level: 1, name: "Knowledge" }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByLabel("Page, skill or action").fill("no such thing");
    await page.getByText("No matching page, skill or action.").waitFor();
    await page.getByLabel("Page, skill or action").fill("travel");
    await page.getByRole("option", { name: "Open travel-plan", exact: true }).waitFor();
    await takePictures(page, "palette-skills");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Text of travel-plan" }).waitFor();
  });

  it("show marks that would turn text around", async () => {
    await make("turned", "Reads \u202eneddih\u202c text.");
    const page = await workbench.visit({ path: "/skills" });
    await page.getByText("Reads [U+202E]neddih[U+202C] text.").waitFor();
    await page.goto(`${workbench.url}/skills/turned`);
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByRole("article").getByText("[U+202E]", { exact: false }).waitFor();
  });

  it("fit their words on a phone", async () => {
    await make("small-screen", "Is small.");
    const page = await workbench.visit({ path: "/skills", width: 390, height: 800 });
    await page.getByRole("link", { name: "small-screen" }).waitFor();
    const isCut = `[...document.querySelectorAll(".skills-choice")].some((choice) => {
      const copy = choice.cloneNode(true);
      copy.style.cssText = "position: absolute; max-width: none; width: auto";
      document.body.append(copy);
      const wanted = copy.getBoundingClientRect().width;
      copy.remove();
      return choice.getBoundingClientRect().width < wanted - 1;
    })`;
    await expect.poll(() => page.evaluate(isCut)).toBe(false);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await takePictures(page, "skills-phone-filters");
  });

  it("call a step stopped that somebody stopped, and not failed", async () => {
    await make("long-run", "Takes long.");
    const { promise: never } = Promise.withResolvers<void>();
    workbench.models.answer({
      words: ["A word. ", "Another."],
      beforeWord: async (index) => (index === 0 ? undefined : await never),
    });
    const page = await workbench.visit({ path: "/run/long-run" });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const result = page.getByRole("region", { name: "Result" });
    await result.getByText("A word.").waitFor();
    await result.getByRole("button", { name: "Cancel" }).click();
    await result.getByText("Ask the model, stopped").waitFor();
  });

  it("take an old message of a failure away when something is saved again", async () => {
    await make("retried", "Is saved again.");
    const page = await workbench.visit({ path: "/skills/retried" });
    const text = page.getByRole("textbox", { name: "Text of retried" });
    await text.getByText("Do it.").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Now.");
    await page.route("**/api/v1/skills/retried", (route) =>
      route.fulfill({ status: 400, json: { detail: "It was refused once." } }),
    );
    await page.keyboard.press("ControlOrMeta+s");
    const message = page.getByRole("region", { name: "Messages" });
    await message.getByRole("button", { name: "Close message" }).waitFor();
    await page.unroute("**/api/v1/skills/retried");
    await page.keyboard.press("ControlOrMeta+s");
    await message.getByText("Saved.", { exact: true }).waitFor();
    await expect.poll(() => message.getByRole("button", { name: "Close message" }).count()).toBe(1);
  });
});
