import { expect, it } from "vitest";
import { countClicks } from "./support/clicks.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const EMAIL = "ada@example.com";
const HANDBOOK = `# Leave

Ask for leave two weeks before it begins, in the calendar of your team. Whoever leads the team answers within three
days; without an answer the leave counts as granted.

# Travel

Journeys within the country go by train. Keep the receipts of hotels and meals for the office, which pays them back
with the wages of the next month.
`;
const FILES = [
  { name: "handbook.md", mimeType: "text/markdown", buffer: Buffer.from(HANDBOOK) },
  { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("no PDF at all") },
  { name: "picture.png", mimeType: "image/png", buffer: Buffer.from("no text") },
];

describeWorkbench("the page of knowledge", (workbench) => {
  it("[AF-08] takes documents in, tells how far each is, and finds passages in them", async () => {
    const page = await workbench.visit({ email: EMAIL, path: "/knowledge" });
    await page.getByRole("heading", { name: "There is no knowledge base yet" }).waitFor();
    await takePictures(page, "knowledge-empty");
    const clicks = await countClicks(page);
    await page.getByRole("button", { name: "Make the first one" }).click();
    await page.keyboard.type("handbook");
    await page.getByLabel("Description").fill("How we work here.");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "handbook" }).waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByText("Choose files").click(),
    ]);
    await chooser.setFiles(FILES);
    await page.getByRole("row", { name: /^handbook\.md Ready 1/u }).waitFor();
    await page.getByRole("row", { name: /^broken\.pdf .* Failed/u }).waitFor();
    await page.getByRole("alert").getByText("File type is not supported").waitFor();
    await page.getByLabel("Question").fill("who pays for hotels?");
    await page.keyboard.press("Enter");
    const passages = page.getByRole("list", { name: "Passages" });
    await passages.getByText("handbook.md").first().waitFor();
    await expect.poll(() => passages.locator("mark").allTextContents()).toContain("hotels");
    await passages
      .getByLabel(/^Score [01]\.\d\d$/u)
      .first()
      .waitFor();
    await takePictures(page, "knowledge");
    await expectAccessible(page);
    await passages
      .getByRole("button", { name: "Passage 1 of handbook.md where it stands" })
      .click();
    const source = page.getByRole("dialog", { name: "handbook.md" });
    await source.locator("mark").filter({ hasText: "Keep the receipts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Dismiss picture.png" }).click();
    await page.getByRole("button", { name: "Delete broken.pdf" }).click();
    await page.getByText("1 document, 1 passage").waitFor();
    workbench.models.answer({ words: ["The office pays for hotels."] });
    await page.getByRole("link", { name: "Ask this base" }).click();
    await page.getByRole("combobox", { name: "Your message" }).fill("Who pays for hotels?");
    await page.keyboard.press("Enter");
    const said = page.getByRole("log", { name: "What was said" });
    await said.getByText("The office pays for hotels.").waitFor();
    await said
      .getByRole("button", { name: /handbook\.md/u })
      .first()
      .waitFor();
    // One to make the base, one to choose the files and one to ask it; three others looked at a passage and cleared up.
    expect(await clicks()).toBe(3 + 3);
  });

  it("[AF-08] takes dropped files, fits a phone, and shows others nothing", async () => {
    const page = await workbench.visit({
      email: "eve@example.com",
      path: "/knowledge",
      width: 390,
      height: 780,
    });
    await page.getByRole("heading", { name: "There is no knowledge base yet" }).waitFor();
    await page.getByRole("button", { name: "New knowledge base" }).click();
    await page.keyboard.type("letters");
    await page.keyboard.press("Enter");
    const transfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["Dear Ada, the engine is ready."], "letter.txt"));
      return transfer;
    })()`);
    const zone = page.getByRole("group", { name: "Upload documents" });
    await zone.dispatchEvent("dragover", { dataTransfer: transfer });
    await page.getByText("Let go to upload").waitFor();
    await zone.dispatchEvent("drop", { dataTransfer: transfer });
    await page.getByRole("row", { name: /^letter\.txt Ready 1/u }).waitFor();
    await page.getByLabel("Question").fill("engine");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Passages" }).locator("mark").waitFor();
    await takePictures(page, "knowledge-phone");
    await expectAccessible(page);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page.getByRole("button", { name: "Delete base" }).click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await page.getByRole("heading", { name: "There is no knowledge base yet" }).waitFor();
  });
});
