import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/program.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const root = temporaryFolder();
for (const name of ["in-folder", "other-folder", "third-folder"]) {
  mkdirSync(join(root, name, "references"), { recursive: true });
  const text = `---\nname: ${name}\ndescription: Lies in a folder.\n---\n\nSay hello.\n`;
  writeFileSync(join(root, name, "SKILL.md"), text);
  writeFileSync(join(root, name, "references/notes.md"), "# Notes\n");
}

describeWorkbench(
  "skills in folders",
  (workbench) => {
    it("open in the studio, and are saved where they lie", async () => {
      const page = await workbench.visit({ path: "/skills/in-folder" });
      const text = page.getByRole("textbox", { name: "Text of in-folder" });
      await text.getByText("Say hello.").click();
      await takePictures(page, "keep-copy");
      await expectAccessible(page);
      await page.keyboard.press("End");
      await page.keyboard.type(" Twice.");
      await page.keyboard.press("ControlOrMeta+s");
      await page.getByText("Saved.", { exact: true }).waitFor();
      expect(readFileSync(join(root, "in-folder/SKILL.md"), "utf8")).toContain(
        "Say hello. Twice.\n",
      );
      await page.getByRole("button", { name: "references/notes.md" }).click();
      await page.getByRole("textbox", { name: "Text of references/notes.md" }).waitFor();
    });

    it("are never saved over what was changed in the folder meanwhile", async () => {
      const page = await workbench.visit({ path: "/skills/other-folder" });
      const text = page.getByRole("textbox", { name: "Text of other-folder" });
      await text.getByText("Say hello.").click();
      const file = join(root, "other-folder/SKILL.md");
      writeFileSync(file, readFileSync(file, "utf8").replace("hello", "goodbye"));
      await page.keyboard.press("End");
      await page.keyboard.type(" Twice.");
      await page.keyboard.press("ControlOrMeta+s");
      await page.getByRole("dialog").waitFor();
      expect(readFileSync(file, "utf8")).toContain("Say goodbye.\n");
    });

    it("are kept on the server from the studio, and can be changed there", async () => {
      const page = await workbench.visit({ path: "/skills/in-folder" });
      await page.getByRole("button", { name: "Import: in-folder" }).click();
      await page.getByRole("button", { name: "Run", exact: false }).first().waitFor();
      await page.getByRole("button", { name: "references/notes.md" }).waitFor();
    });

    it("are found where skills are run, and run after a copy was kept", async () => {
      workbench.models.answer({ words: ["Hello."] });
      const page = await workbench.visit({ path: "/run" });
      await page.getByLabel("Search skills to run").fill("other");
      await page.getByRole("button", { name: "Import: other-folder" }).click();
      await page.waitForURL("**/skills/other-folder/run");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText("Hello.").waitFor();
    });

    it("are kept from the page that explains them", async () => {
      const page = await workbench.visit({ path: "/explain?skill=third-folder" });
      await page.getByRole("button", { name: "Import: third-folder" }).click();
      await page.getByRole("textbox", { name: "Text of third-folder" }).waitFor();
      await page.goto(`${workbench.url}/skills/nowhere`);
      await page.getByRole("alert").getByText("not found", { exact: false }).waitFor();
      await expect.poll(() => page.getByRole("button", { name: "Try again" }).count()).toBe(0);
      await page.getByRole("link", { name: "To all skills" }).click();
      await page.waitForURL("**/skills");
    });
  },
  { roots: { openclaw: root } },
);
