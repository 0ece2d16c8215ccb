import { expect, it } from "vitest";
import { systemClock } from "../../src/platform/machine/index.ts";
import { listUsers, LoginLinks } from "../../src/hub/accounts/index.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const links = new LoginLinks(systemClock);

describeWorkbench(
  "the link of the first start",
  (workbench) => {
    it("lets in at a press, once, and leads to Home", async () => {
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
      await page.getByRole("heading", { level: 1, name: "No skills yet." }).waitFor();
      expect(page.url()).toBe(`${workbench.url}/`);
      await page.reload();
      await page.getByRole("heading", { level: 1, name: "No skills yet." }).waitFor();
      const other = await workbench.visit({ email: null, path: address });
      await other.getByRole("button", { name: "Log in" }).click();
      await other.getByText("This link is no longer good", { exact: false }).waitFor();
      await other.getByRole("link", { name: "Log in with the password" }).click();
      await other.getByLabel("Password").waitFor();
    });

    it("stands on the empty page of skills as a way to open one", async () => {
      const page = await workbench.visit({ path: "/skills" });
      await page.getByRole("link", { name: "Open one, or start with an example" }).click();
      await page.getByRole("heading", { name: "Start with an example" }).waitFor();
    });
  },
  { platform: { more: { loginLinks: links } } },
);
