import { expect, it } from "vitest";
import { HARMFUL, skillFiles } from "../support/market.ts";
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
    await expect
      .poll(() => page.getByText("It asks for nothing", { exact: false }).count())
      .toBe(0);
    await takePictures(page, "registry-undeclared");
    await expectAccessible(page);
    await page.goto(`${workbench.url}/registry/plain-words`);
    await may.getByText("The scan saw it use no files", { exact: false }).waitFor();
    await expect.poll(() => seen.count()).toBe(0);
  });

  it("[BX-09] shows how much the skill helps, as the version says", async () => {
    const email = "lia@example.com";
    const benchmark = {
      metadata: { executor_model: "openai:gpt-5", evals_run: [1, 2, 3] },
      run_summary: {
        with_skill: { pass_rate: { mean: 0.9 } },
        without_skill: { pass_rate: { mean: 0.65 } },
      },
    };
    await publish(workbench, email, [
      { path: "SKILL.md", bytes: Buffer.from(QUIET.replace("plain-words", "helps-much")) },
      { path: "evals/benchmark.json", bytes: Buffer.from(JSON.stringify(benchmark)) },
    ]);
    const page = await workbench.visit({ email, path: "/registry/helps-much" });
    const lift = page.getByRole("region", { name: "Does it help?" });
    await lift
      .getByText(
        "openai:gpt-5: +25 points, 90 % of checks pass with it and 65 % without, in 3 cases.",
      )
      .waitFor();
    await expectAccessible(page);
  });

  it("[GA-07] tells what the registry stated of versions, and shows two side by side", async () => {
    const email = "mia@example.com";
    const text = QUIET.replace("plain-words", "wind-words");
    const next = text.replace("1.0.0", "1.1.0").replace("Nothing.", "Say it in knots.");
    for (const version of [text, next])
      await publish(workbench, email, [{ path: "SKILL.md", bytes: Buffer.from(version) }]);
    const page = await workbench.visit({ email, path: "/library/wind-words" });
    const proofs = page.getByRole("region", { name: "Provenance" });
    await proofs.getByText("Signed statement of the registry").waitFor();
    await proofs.getByRole("link", { name: /^entry \d+ of its log$/u }).waitFor();
    const versions = page.getByRole("region", { name: "Versions" });
    await versions.getByText("patch, as its number says").waitFor();
    await page.getByRole("button", { name: "Show all 2, compare two" }).click();
    await page.getByRole("button", { name: "Compare 1.1.0 with 1.0.0" }).click();
    const comparison = page.getByRole("region", { name: "Comparison of two versions" });
    await comparison.getByText("Say it in knots.").waitFor();
    await takePictures(page, "registry-compare");
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await comparison.getByText("Say it in knots.").waitFor();
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });

  it("[GA-07] offers no command for a version that nobody gets, and no praise of oneself", async () => {
    const email = "dora@example.com";
    await publish(workbench, email, skillFiles({ name: "web-harm", body: HARMFUL }));
    await publish(workbench, email, skillFiles());
    const page = await workbench.visit({ email, path: "/registry/@dora%2Fweb-harm" });
    const install = page.getByRole("region", { name: "Install" });
    await install.getByText("Quarantined: it cannot be installed.").waitFor();
    await expect.poll(() => page.getByRole("combobox", { name: "Program" }).count()).toBe(0);
    await page.goto(`${workbench.url}/registry/web-search`);
    await page.getByRole("combobox", { name: "Program" }).waitFor();
    await page.getByText("0 stars").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /Star|Report/u }).count()).toBe(0);
    const other = await workbench.visit({ email: "bob@example.com", path: "/registry/web-search" });
    await other.goto(`${workbench.url}/library/web-search?tab=versions`);
    await other.getByRole("tab", { name: /^Versions/u, selected: true }).waitFor();
    await other.getByRole("button", { name: "Report" }).waitFor();
    await other.getByRole("button", { name: /Star/u }).waitFor();
  });

  it("[GA-22] leads back from a skill or a version that is not there", async () => {
    const email = "eve@example.com";
    await publish(workbench, email, skillFiles({ name: "own-search" }));
    const page = await workbench.visit({ email, path: "/registry/@nobody%2Fown-search" });
    await page.getByRole("heading", { name: "No such skill in the library" }).waitFor();
    await takePictures(page, "registry-no-skill");
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Library", exact: true }).waitFor();
    await page.getByRole("link", { name: "Search for own-search" }).click();
    await page.getByRole("link", { name: "own-search", exact: true }).click();
    await page.getByRole("tab", { name: "Readme" }).waitFor();
    await page.goto(`${workbench.url}/registry/own-search?version=9.9.9`);
    await page.getByRole("alert").getByRole("button", { name: "Show 1.0.0" }).click();
    await page.getByRole("tab", { name: "Readme" }).waitFor();
  });
});
