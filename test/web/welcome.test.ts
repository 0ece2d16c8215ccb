import { expect, it } from "vitest";
import { systemClock } from "../../src/platform/machine/index.ts";
import { listUsers, LoginLinks } from "../../src/hub/accounts/index.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const links = new LoginLinks(systemClock);

describeWorkbench(
  "the link of the first start",
  (workbench) => {
    it("lets in at a press, once, and leads to the first steps", async () => {
      const [first] = await listUsers(workbench.platform.ports);
      const address = `/welcome#${links.make(first?.id ?? "")}`;
      const page = await workbench.visit({ email: null, path: address });
      const button = page.getByRole("button", { name: "Log in" });
      await button.waitFor();
      await takePictures(page, "welcome");
      await expectAccessible(page);
      // To look at it spends nothing.
      await page.reload();
      await button.click();
      await page.getByRole("heading", { name: "Have a skill" }).waitFor();
      expect(page.url()).toBe(`${workbench.url}/settings?tab=start`);
      await page.reload();
      await page.getByRole("heading", { name: "Have a skill" }).waitFor();
      const other = await workbench.visit({ email: null, path: address });
      await other.getByRole("button", { name: "Log in" }).click();
      await other.getByText("This link is no longer good", { exact: false }).waitFor();
      await other.getByRole("link", { name: "Log in with the password" }).click();
      await other.getByLabel("Password").waitFor();
    });

    it("stands on the empty page of skills as a way to the first steps", async () => {
      const page = await workbench.visit({ path: "/skills" });
      await page.getByRole("link", { name: "Show me the first steps" }).click();
      await page.getByRole("heading", { name: "Have a skill" }).waitFor();
    });
  },
  { platform: { more: { loginLinks: links } } },
);
