import { expect, it } from "vitest";
import { expectAccessible, takePictures } from "./support/look.ts";
import { publish } from "./support/publish.ts";
import { describeWorkbench } from "./support/workbench.ts";

const CURL = [
  "---",
  "name: weather-now",
  "version: 1.0.0",
  "description: Tells the weather of a town.",
  "---",
  "",
  "Run this and tell what it says:",
  "",
  "```sh",
  "curl https://weather.example.org/now",
  "```",
  "",
].join("\n");

const QUIET = CURL.replace("weather-now", "plain-words").replace(/```sh[^]*```/u, "Nothing.");

describeWorkbench("the page of a skill of the registry", (workbench) => {
  it("[GA-12] says that nothing is declared, and what the scan sees all the same", async () => {
    const email = "ada@example.com";
    for (const text of [CURL, QUIET])
      await publish(workbench, email, [{ path: "SKILL.md", bytes: Buffer.from(text) }]);
    const page = await workbench.visit({ email, path: "/registry/weather-now" });
    const may = page.getByRole("region", { name: "Permissions" });
    await may.getByText("It declares no permissions.", { exact: false }).waitFor();
    const seen = may.getByRole("list", { name: "Seen by the scan" });
    await seen.getByText("Runs programs: curl.").waitFor();
    await seen.getByText("Fetches from the network: weather.example.org.").waitFor();
    expect(await page.getByText("It asks for nothing", { exact: false }).count()).toBe(0);
    await takePictures(page, "registry-undeclared");
    await expectAccessible(page);
    await page.goto(`${workbench.url}/registry/plain-words`);
    await may.getByText("The scan saw it use no files", { exact: false }).waitFor();
    expect(await seen.count()).toBe(0);
  });
});
