/** Home: what is here, how to open anything, and what needs attention. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeZip } from "../../src/platform/archive/index.ts";
import { resolveConfigured } from "../../src/platform/network/index.ts";
import { temporaryFolder } from "../support/program.ts";
import { countClicks } from "./support/clicks.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const root = temporaryFolder();
for (const [name, more] of [
  ["letters", ""],
  ["phone", "metadata: { openclaw: { requires: { bins: [a-program-of-nobody] } } }\n"],
] as const) {
  mkdirSync(join(root, name), { recursive: true });
  const head = `name: ${name}\ndescription: Handles ${name}. Use it for ${name}.\n${more}`;
  writeFileSync(join(root, name, "SKILL.md"), `---\n${head}---\n\nDo it.\n`);
}

/** Answers as GitHub does for an archive of a branch. */
const github = createServer((request, response) => {
  if (request.url !== "/tern/skills/zip/main") {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": "application/zip" }).end(archive());
});
await new Promise<void>((settle) => {
  github.listen(0, "127.0.0.1", settle);
});
const origin = `http://127.0.0.1:${(github.address() as AddressInfo).port}`;
afterAll(() => github.close());

function textOf(name: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use it for ${name}.\n---\n\nDo it.\n`;
}

function archive(): Uint8Array {
  return writeZip(
    Object.entries({
      "skills-main/README.md": "# Skills\n",
      "skills-main/pdf/SKILL.md": textOf("pdf"),
      "skills-main/pdf/references/fields.md": "# Fields\n",
      "skills-main/docx/SKILL.md": textOf("docx"),
    }).map(([path, content]) => ({
      path,
      bytes: new TextEncoder().encode(content),
      isExecutable: false,
    })),
  );
}

const SKILL = "---\nname: weekly\ndescription: Writes reports. Use on Fridays.\n---\n\nWrite it.\n";

describeWorkbench(
  "home",
  (workbench) => {
    it("[BX-03] opens with how many skills agents load, and leads to the reason", async () => {
      const page = await workbench.visit({ path: "/", width: 1440, height: 900 });
      await page.getByRole("heading", { level: 1, name: /^2 skills for 1 agent\./u }).waitFor();
      await page.getByRole("row", { name: /OpenClaw.*1 1 0/u }).waitFor();
      await page.getByText("a-program-of-nobody", { exact: false }).waitFor();
      await takePictures(page, "home");
      await expectAccessible(page);
      await page.getByRole("link", { name: "See remedy" }).click();
      await page.waitForURL("**/skills/phone?**");
      await page
        .getByRole("list", { name: "Load path" })
        .getByText("a-program-of-nobody")
        .first()
        .waitFor();
      await page.getByRole("heading", { level: 1, name: "phone" }).waitFor();
    });

    it("opens a file, a zip, a pasted text and an example as skills of the user", async () => {
      const page = await workbench.visit({ email: "ada@example.com", path: "/" });
      await page.getByRole("heading", { level: 1, name: "No skills yet." }).waitFor();
      await takePictures(page, "home-empty");
      await expectAccessible(page);
      const choose = page.getByLabel("Files of a skill");
      await choose.setInputFiles({
        name: "SKILL.md",
        mimeType: "text/markdown",
        buffer: Buffer.from(SKILL),
      });
      await page.waitForURL("**/skills/weekly");
      await page.getByRole("textbox", { name: "Text of weekly" }).waitFor();
      await page.goto(workbench.url);
      await choose.setInputFiles({
        name: "both.zip",
        mimeType: "application/zip",
        buffer: Buffer.from(archive()),
      });
      await page.getByText("Opened 2 skills.").waitFor();
      await page.goto(`${workbench.url}/skills/pdf`);
      await page.getByRole("button", { name: "references/fields.md" }).waitFor();
      await page.goto(workbench.url);
      await page.getByRole("heading", { level: 1, name: "3 skills." }).waitFor();
      await page.evaluate(
        `document.body.dispatchEvent(Object.assign(new ClipboardEvent("paste", {
          bubbles: true, clipboardData: (() => { const data = new DataTransfer();
          data.setData("text/plain", ${JSON.stringify(SKILL)}); return data; })() })))`,
      );
      await page.waitForURL("**/skills/weekly-2");
      await page.goto(workbench.url);
      await page.getByRole("button", { name: /^broken-colon/u }).click();
      await page.waitForURL("**/skills/broken-colon");
      await page.getByRole("textbox", { name: "Text of broken-colon" }).waitFor();
      // It is shown as it was opened, with what is wrong and the fix.
      await page.getByText("1 error").waitFor();
      await page.getByRole("button", { name: "Fix all" }).click();
      await page.getByText("No errors").waitFor();
    });

    it("fetches a folder of GitHub by the server, and refuses another address", async () => {
      const page = await workbench.visit({ email: "bob@example.com", path: "/" });
      const field = page.getByLabel("Address on GitHub");
      await field.fill("https://example.com/a/b");
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByText("This is no address of GitHub.", { exact: false }).waitFor();
      await field.fill("github.com/tern/nothing");
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByText("GitHub has no public tern/nothing", { exact: false }).waitFor();
      const clicks = await countClicks(page);
      await field.fill("https://github.com/tern/skills/tree/main/pdf");
      await page.getByRole("button", { name: "Open", exact: true }).click();
      // Another user has one of this name.
      await page.waitForURL("**/skills/pdf-2");
      expect(await clicks()).toBeLessThanOrEqual(2);
      await page.getByRole("button", { name: "references/fields.md" }).waitFor();
    });

    it("fits a phone", async () => {
      const page = await workbench.visit({ path: "/", width: 390, height: 844 });
      await page.getByRole("row", { name: /OpenClaw/u }).waitFor();
      await takePictures(page, "home-phone");
      await expectAccessible(page);
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    });
  },
  {
    roots: { openclaw: root },
    platform: {
      more: {
        repositories: {
          origin,
          guard: { allowPrivate: ["127.0.0.1"], resolve: resolveConfigured },
        },
      },
    },
  },
);
