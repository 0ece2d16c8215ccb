import { expect, it } from "vitest";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const NOT_ARRIVED = "The page did not arrive.";

describeWorkbench("a page that does not arrive", (workbench) => {
  it.each([
    ["its code", "**/assets/*.js"],
    ["its styles", "**/assets/*.css"],
  ])("is loaded again once the server is back, without %s", async (_, files) => {
    const page = await workbench.visit({ path: "/skills" });
    await page.getByRole("heading", { level: 1, name: "Skills" }).waitFor();
    const context = page.context();
    await context.route(files, (route) => route.abort("connectionrefused"));
    await context.route("**/healthz", (route) => route.abort("connectionrefused"));
    await page.getByRole("navigation").getByRole("link", { name: "Library" }).click();
    await page.getByRole("heading", { name: "This page did not arrive" }).waitFor();
    await takePictures(page, "unloaded");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Load it again" }).click();
    await page.getByText("The server still does not answer.").waitFor();
    await context.unroute(files);
    await context.unroute("**/healthz");
    await page.getByRole("button", { name: "Load it again" }).click();
    await page.getByRole("heading", { level: 1, name: "Library" }).waitFor();
    // The failed load itself may be told, and nothing else.
    const others = workbench.complaints.splice(0).filter((text) => !text.includes(NOT_ARRIVED));
    expect(others).toEqual([]);
  });
});
