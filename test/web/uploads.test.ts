import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { takePictures } from "./support/look.ts";
import { describeWorkbench, type Workbench } from "./support/workbench.ts";

async function open(workbench: Workbench, email: string, width = 1280): Promise<Page> {
  const token = await workbench.token(email);
  const body = { name: "handbook" };
  await workbench.platform.send("POST", "/api/v1/knowledge", { token, body });
  const page = await workbench.visit({ email, path: "/knowledge", width });
  await page.getByRole("group", { name: "Upload documents" }).waitFor();
  return page;
}

/** Drops a text file on an element, as a browser does. */
async function drop(page: Page, selector: string, name: string): Promise<boolean> {
  return await page.evaluate<boolean>(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["Badges are blue."], "${name}", { type: "text/plain" }));
    const target = document.querySelector("${selector}");
    const options = { bubbles: true, cancelable: true, dataTransfer };
    target.dispatchEvent(new DragEvent("dragover", options));
    return !target.dispatchEvent(new DragEvent("drop", options));
  })()`);
}

describeWorkbench("uploads of documents", (workbench) => {
  it("takes files that are dropped anywhere on the page", async () => {
    const page = await open(workbench, "ada@example.com");
    await expect.poll(() => drop(page, "h1", "staff.txt")).toBe(true);
    await page.getByRole("row", { name: /^staff\.txt Ready/u }).waitFor();
  });

  it("holds back what is too large or there already, and sends what failed once more", async () => {
    const page = await open(workbench, "bob@example.com");
    const files = page.getByLabel("Files to upload");
    const uploads: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/upload")) uploads.push(request.url());
    });
    const large = { name: "all.txt", mimeType: "text/plain", buffer: Buffer.alloc(6_000_000, 97) };
    await files.setInputFiles(large);
    await page.getByText("It has 5.7 MB; at most 5 MB can be uploaded.").waitFor();
    expect(uploads).toEqual([]);
    await page.getByRole("button", { name: "Dismiss all.txt" }).click();
    const small = { name: "staff.txt", mimeType: "text/plain", buffer: Buffer.from("Blue.") };
    await page.route("**/upload", (route) => route.abort("connectionrefused"));
    await files.setInputFiles(small);
    const again = page.getByRole("button", { name: "Upload again: staff.txt" });
    await again.waitFor();
    await page.unroute("**/upload");
    await again.click();
    await page.getByRole("row", { name: /^staff\.txt Ready/u }).waitFor();
    // The same bytes would be known; these have only the name in common.
    await files.setInputFiles({ ...small, buffer: Buffer.from("Green.") });
    await page.getByText("The base has a document of this name.").waitFor();
    await expect.poll(() => page.getByRole("row", { name: /^staff\.txt/u }).count()).toBe(1);
    await again.click();
    await expect.poll(() => page.getByRole("row", { name: /^staff\.txt/u }).count()).toBe(2);
  });

  it("shows documents on a phone with their errors in lines and their actions in reach", async () => {
    const page = await open(workbench, "cleo@example.com", 390);
    const broken = { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("no") };
    await page.getByLabel("Files to upload").setInputFiles(broken);
    const remove = page.getByRole("button", { name: "Delete broken.pdf" });
    await page.getByRole("button", { name: "Try again with broken.pdf" }).waitFor();
    await takePictures(page, "knowledge-phone-failed");
    const box = await remove.boundingBox();
    expect((box?.x ?? 400) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    const error = await page.locator(".knowledge-file .knowledge-refusal").boundingBox();
    expect(error?.width).toBeGreaterThan(250);
  });
});
