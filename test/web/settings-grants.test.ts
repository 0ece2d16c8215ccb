import { expect, it } from "vitest";
import { SEARCH_DECLARED, SEARCH_MODULE, skillText } from "../support/tool-skills.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const ASKED = "filesystem:read:/srv/data/**";

describeWorkbench(
  "grants in the settings",
  (workbench) => {
    it("[GA-04] are made by an administrator, seen by the owner, and end with a change", async () => {
      const email = "ada@example.com";
      const token = await workbench.token(email);
      const content = skillText({
        permissions: [`"${ASKED}"`, '"network:read:example.org"', '"shell:execute:git"'],
        more: SEARCH_DECLARED,
      });
      const write = async (path: string, text: string): Promise<void> => {
        const address = `/api/v1/skills/web-search/file?path=${path}`;
        const sent = { token, body: { content: text } };
        expect((await workbench.platform.send("PUT", address, sent)).status).toBe(200);
      };
      const owner = await workbench.visit({ email, path: "/settings?tab=grants" });
      await owner.getByText("No skill has tools").waitFor();
      await expectAccessible(owner);
      const body = { name: "web-search", content };
      await workbench.platform.send("POST", "/api/v1/skills", { token, body });
      await write("tools.py", SEARCH_MODULE);

      const page = await workbench.visit({ path: "/settings?tab=grants" });
      const card = page.getByRole("region", { name: "Grants of web-search" });
      await card.getByText("by the settings").waitFor();
      const grant = card.getByRole("button", { name: "Grant what is chosen to web-search" });
      await expect.poll(() => grant.isDisabled()).toBe(true);
      await card.getByRole("checkbox", { name: ASKED, exact: false }).check();
      await takePictures(page, "settings-grants");
      await expectAccessible(page);
      await grant.click();
      await card.getByText("Granted by first@example.com on", { exact: false }).waitFor();
      await card.getByText("by a grant").waitFor();

      await owner.reload();
      const seen = owner.getByRole("region", { name: "Grants of web-search" });
      await seen.getByText("Granted by first@example.com on", { exact: false }).waitFor();
      await expect.poll(() => seen.getByRole("button").count()).toBe(0);
      const stranger = await workbench.visit({
        email: "bob@example.com",
        path: "/settings?tab=grants",
      });
      await stranger.getByText("No skill has tools").waitFor();

      // Whoever looks at old files cannot grant anything to new ones.
      await write("more.py", "print(1)");
      await card.getByRole("checkbox").first().check();
      await grant.click();
      await card.getByRole("alert").waitFor();
      await page.reload();
      await card.getByText("holds no more", { exact: false }).waitFor();
      await takePictures(page, "settings-grants-changed");
      await expectAccessible(page);
      await card.getByRole("button", { name: "Withdraw from web-search" }).click();
      await card.getByText("holds no more", { exact: false }).waitFor({ state: "detached" });
    });
  },
  { platform: { more: { toolsAllowed: ["network:read:example.org"] } } },
);
