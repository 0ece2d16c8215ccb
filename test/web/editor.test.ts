import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { choose } from "./support/choose.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const TEXT = `---
# Who wrote this
name: weekly-report
description: Writes the weekly report from notes. Use on Fridays.
inputs:
  - name: notes # what happened
    required: true
future-field: kept
---

# Weekly report

Write a report from {{notes}}.
`;

/** Types as fast as the page can take it: a letter a task, whatever else waits for its turn. */
function typeFast(page: Page, words: string): Promise<void> {
  return page.evaluate(`(async () => {
    for (const letter of ${JSON.stringify(words)}) {
      document.execCommand("insertText", false, letter);
      await new Promise((resume) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resume;
        port2.postMessage(0);
      });
    }
  })()`);
}

describeWorkbench("the editor", (workbench) => {
  async function make(name: string, text: string, email?: string): Promise<void> {
    const token = await workbench.token(email ?? "first@example.com");
    const body = { name, content: text };
    const made = await workbench.platform.send("POST", "/api/v1/skills", { token, body });
    expect(made.status, made.text).toBe(201);
  }

  async function open(name: string, more = ""): Promise<Page> {
    const page = await workbench.visit({
      path: `/skills/${name}${more}`,
      width: 1440,
      height: 900,
    });
    await editor(page, name).waitFor();
    return page;
  }

  async function kept(name: string): Promise<string> {
    const token = await workbench.token("first@example.com");
    const { json } = await workbench.platform.send("GET", `/api/v1/skills/${name}`, { token });
    return (json as { readonly raw_content: string }).raw_content;
  }

  it("shows what is broken while somebody types, and mends it by a button", async () => {
    await make("weekly-report", TEXT);
    const page = await open("weekly-report");
    await page.getByText("No errors").waitFor();
    await takePictures(page, "editor");
    await expectAccessible(page);
    const text = editor(page, "weekly-report");
    await text.getByText("Writes the weekly report").click();
    await page.keyboard.press("Home");
    for (let count = 0; count < "description: ".length; count += 1)
      await page.keyboard.press("ArrowRight");
    await page.keyboard.type("Note: this ");
    await page.getByText("Not saved").waitFor();
    await page.getByRole("tab", { name: /Problems \d+/u, selected: true }).waitFor();
    const problem = page.getByRole("listitem").filter({ hasText: "parse/" });
    await problem.first().waitFor();
    await takePictures(page, "editor-problems");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Fix all" }).click();
    await text.getByText('"Note: this Writes').waitFor();
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved.", { exact: true }).waitFor();
    const saved = await kept("weekly-report");
    expect(saved).toContain("# Who wrote this\n");
    expect(saved).toContain("notes # what happened\n");
    expect(saved).toContain("future-field: kept\n");
  });

  it("changes fields by a form and keeps comments and fields that it does not know", async () => {
    await make("by-form", TEXT.replace("weekly-report", "by-form"));
    const page = await open("by-form");
    await page.getByRole("tab", { name: "Form" }).click();
    await page.getByLabel("description", { exact: true }).fill("Writes a short report.");
    await page.getByLabel("description", { exact: true }).blur();
    await page.getByText("future-field").first().waitFor();
    await takePictures(page, "editor-form");
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Text" }).click();
    await editor(page, "by-form").getByText("Writes a short report.").waitFor();
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("textbox", { name: "As it is now" }).waitFor();
    await takePictures(page, "editor-changes");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    const before = TEXT.replace("weekly-report", "by-form").replace(
      "Writes the weekly report from notes. Use on Fridays.",
      "Writes a short report.",
    );
    expect((await kept("by-form")).replace(/user_id: .*\n/u, "")).toBe(before);
  });

  it("[AF-09] shows the inputs in the form, and changes them with their comments", async () => {
    await make("asking", TEXT.replace("weekly-report", "asking"));
    const page = await open("asking");
    await page.getByRole("tab", { name: "Form" }).click();
    await expect.poll(() => page.getByLabel("inputs 1 › name").inputValue()).toBe("notes");
    await page.getByLabel("inputs 1 › label").fill("Your notes");
    await choose(page.getByLabel("inputs 1 › required"), "false");
    await page.getByRole("button", { name: "Add to inputs" }).click();
    await page.getByLabel("inputs 2 › name").fill("tone");
    await choose(page.getByLabel("inputs 2 › type"), "textarea");
    // What is asked for is asked for below at once.
    await page.getByRole("tab", { name: "Run" }).click();
    await page.getByLabel("Tone", { exact: true }).waitFor();
    await takePictures(page, "editor-form-inputs");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add to inputs" }).click();
    await page.getByRole("button", { name: "Remove inputs 3" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    const before = TEXT.replace("weekly-report", "asking").replace(
      "    required: true\n",
      "    required: false\n    label: Your notes\n  - name: tone\n    type: textarea\n",
    );
    expect((await kept("asking")).replace(/user_id: .*\n/u, "")).toBe(before);
  });

  it("shows an owner in the form as what the server alone sets", async () => {
    await make("owned", "---\nname: owned\ndescription: Is owned.\n---\n\nDo it.\n");
    const page = await open("owned");
    const text = editor(page, "owned");
    await text.getByText("Is owned.").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("user_id: somebody");
    await page.getByText("Not saved").waitFor();
    await page.getByRole("tab", { name: "Form" }).click();
    const field = page.getByLabel("user_id");
    await field.waitFor();
    await expect.poll(() => field.isEditable()).toBe(false);
    await page.getByText("Only the server sets it.").waitFor();
    const other = await workbench.visit({ path: "/skills/owned" });
    await choose(other.getByLabel("Check as a skill of"), "Agent Skills");
    await other.getByRole("tab", { name: "Form" }).click();
    await other.getByLabel("description", { exact: false }).first().waitFor();
    await expect.poll(() => other.getByLabel("user_id").count()).toBe(0);
  });

  it("takes every letter of the form into the file, with the order and the comments that it has", async () => {
    await make(
      "typed",
      "---\nname: typed\ndescription: Old. # says it\nlicense: MIT\n---\n\nDo it.\n",
    );
    const page = await open("typed");
    await page.getByRole("tab", { name: "Form" }).click();
    const field = page.getByLabel("description", { exact: true });
    await field.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("New, and longer.");
    await page.getByText("Not saved").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement?.tagName")).toBe("TEXTAREA");
    const asked = page.waitForEvent("dialog").then(async (dialog) => {
      const kind = dialog.type();
      await dialog.dismiss();
      return kind;
    });
    // By the page itself: who asks the browser waits for a page that is not loaded again.
    await page.evaluate("location.reload()");
    await expect.poll(() => asked).toBe("beforeunload");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    expect((await kept("typed")).replace(/user_id: .*\n/u, "")).toBe(
      "---\nname: typed\ndescription: New, and longer. # says it\nlicense: MIT\n---\n\nDo it.\n",
    );
  });

  it("saves by the key from text, form and the other files, and only what has changed", async () => {
    await make("by-key", "---\nname: by-key\ndescription: Old.\n---\n\nDo it.\n");
    const page = await open("by-key");
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") writes.push(new URL(request.url()).pathname);
    });
    const saved = page.getByText("Saved", { exact: true });
    await page.keyboard.press("ControlOrMeta+s");
    await editor(page, "by-key").getByText("Do it.").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Twice.");
    await page.keyboard.press("ControlOrMeta+s");
    await saved.waitFor();
    await expect.poll(() => kept("by-key")).toContain("Do it. Twice.");
    await page.getByRole("tab", { name: "Form" }).click();
    await page.getByLabel("description", { exact: true }).focus();
    await page.keyboard.press("End");
    await page.keyboard.type(" And new.");
    // At once, while the last letters are still on their way into the file.
    await page.keyboard.press("ControlOrMeta+s");
    await saved.waitFor();
    await expect.poll(() => kept("by-key")).toContain("description: Old. And new.\n");
    await page.getByRole("button", { name: "Add a file" }).click();
    await page.getByLabel("Path of the new file").fill("notes.md");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Text of notes.md" }).click();
    await page.keyboard.type("# Notes");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved notes.md.").waitFor();
    const own = "/api/v1/skills/by-key";
    // Once for the text, once for the form, once for the empty file, once for its text.
    expect(writes).toEqual([own, own, `${own}/file`, `${own}/file`]);
  });

  it("completes a field that is written before the engine has started, and explains one", async () => {
    await make("completed", "---\nname: completed\ndescription: Is completed.\n---\n\nDo it.\n");
    const page = await workbench.visit({ path: "/skills" });
    const start = Promise.withResolvers<void>();
    await page.route("**/*worker*", async (route) => {
      await start.promise;
      await route.continue();
    });
    await page.goto(`${workbench.url}/skills/completed`);
    const text = editor(page, "completed");
    await text.getByText("Is completed.").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("mo");
    await text.getByText("mo", { exact: true }).waitFor();
    start.resolve();
    // Once, as somebody would: the list comes by itself, and stays until something is chosen.
    await page
      .getByRole("option", { name: /^model/u })
      .first()
      .click();
    await text.getByText("model:").waitFor();
    await text.getByText("description").first().hover();
    await page.locator(".cm-lsp-hover-tooltip").waitFor();
  });

  it("keeps every letter in its place while the page is slow", async () => {
    await make("slow", "---\nname: slow\ndescription: Is slow.\n---\n\nDo it.\n");
    const page = await open("slow");
    await editor(page, "slow").getByText("Do it.").click();
    await page.keyboard.press("End");
    const words = " abcdefghijklmnopqrstuvwxyz 0123456789".repeat(4);
    await typeFast(page, words);
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved.", { exact: true }).waitFor();
    await expect.poll(() => kept("slow")).toContain(`Do it.${words}\n`);
  });

  it("[OC-06] shows the emoji and the homepage that a skill of OpenClaw names", async () => {
    await make(
      "pictures",
      '---\nname: pictures\ndescription: Takes pictures.\nmetadata:\n  openclaw:\n    emoji: "📷"\n    homepage: https://example.org/pictures\n---\n\nTake a picture.\n',
    );
    const page = await open("pictures");
    await choose(page.getByLabel("Check as a skill of"), "OpenClaw");
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByRole("heading", { name: "📷 pictures" }).waitFor();
    const link = page.getByRole("link", { name: "https://example.org/pictures" });
    await expect.poll(() => link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
  });

  it("notices that somebody else has saved, and merges both", async () => {
    await make(
      "shared-work",
      "---\nname: shared-work\ndescription: Is shared.\n---\n\nFirst line.\n",
    );
    const page = await open("shared-work");
    const token = await workbench.token("first@example.com");
    const theirs = (await kept("shared-work")).replace("First line.", "Their line.");
    await workbench.platform.send("PUT", "/api/v1/skills/shared-work", {
      token,
      body: { content: theirs },
    });
    const text = editor(page, "shared-work");
    await text.getByText("First line.").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" My end.");
    await page.getByText("Not saved").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog", { name: "Another user changed this skill" }).waitFor();
    await takePictures(page, "editor-conflict");
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "What will be saved" }).getByText("My end.").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Their line.");
    await page.getByRole("button", { name: "Save the right side" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await expect.poll(() => kept("shared-work")).toContain("First line. My end. Their line.\n");
  });

  it("shows former versions beside the text of now, and takes one back", async () => {
    await make("aged", "---\nname: aged\ndescription: Has a past.\n---\n\nOld line.\n");
    const token = await workbench.token("first@example.com");
    const newer = (await kept("aged")).replace("Old line.", "New line.");
    await workbench.platform.send("PUT", "/api/v1/skills/aged", {
      token,
      body: { content: newer },
    });
    const page = await open("aged");
    await page.getByRole("tab", { name: "History" }).click();
    const versions = page.getByRole("list", { name: "Versions" }).getByRole("button");
    await expect.poll(() => versions.count()).toBe(2);
    await versions.last().click();
    await page.getByRole("textbox", { name: "As it was then" }).getByText("Old line.").waitFor();
    await takePictures(page, "editor-history");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Restore this version" }).click();
    await editor(page, "aged").getByText("Old line.").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await expect.poll(() => kept("aged")).toContain("Old line.");
    await expect.poll(() => versions.count()).toBe(3);
  });

  it("keeps files beside the skill, and deletes the skill with them", async () => {
    await make(
      "with-files",
      "---\nname: with-files\ndescription: Has files.\n---\n\nRead notes.\n",
    );
    const page = await open("with-files");
    await page.getByRole("button", { name: "Add a file" }).click();
    await page.getByLabel("Path of the new file").fill("references/notes.md");
    await page.keyboard.press("Enter");
    const notes = page.getByRole("textbox", { name: "Text of references/notes.md" });
    await notes.click();
    await page.keyboard.type("# Notes");
    await page.getByRole("heading", { name: "Notes", exact: true }).waitFor();
    await page.getByRole("button", { name: "Save file" }).click();
    await page.getByText("Saved references/notes.md.").waitFor();
    await takePictures(page, "editor-file");
    await page.getByRole("button", { name: "SKILL.md" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete skill…" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.waitForURL("**/skills");
    const token = await workbench.token("first@example.com");
    const gone = await workbench.platform.send("GET", "/api/v1/skills/with-files", { token });
    expect(gone.status).toBe(404);
  });

  it("keeps the line ends of a file, fits a phone, and shows no skill of somebody else", async () => {
    await make(
      "windows",
      "---\r\nname: windows\r\ndescription: Has other line ends.\r\n---\r\n\r\nOne.\r\nTwo.\r\n",
    );
    const page = await open("windows");
    await editor(page, "windows").getByText("Two.").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Three.");
    await page.getByText("Not saved").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    expect((await kept("windows")).replace(/user_id: .*\r\n/u, "")).toBe(
      "---\r\nname: windows\r\ndescription: Has other line ends.\r\n---\r\n\r\nOne.\r\nTwo. Three.\r\n",
    );
    const phone = await workbench.visit({ path: "/skills/windows", width: 390, height: 780 });
    await phone.getByRole("button", { name: "Files", exact: true }).click();
    await editor(phone, "windows").waitFor();
    await takePictures(phone, "editor-phone");
    await expect.poll(() => phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
    const other = await workbench.visit({ path: "/skills/windows", email: "eve@example.com" });
    await other.getByRole("alert").getByText("not found", { exact: false }).waitFor();
  });
});

function editor(page: Page, name: string): ReturnType<Page["getByRole"]> {
  return page.getByRole("textbox", { name: `Text of ${name}` });
}
