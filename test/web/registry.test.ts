import { expect, it } from "vitest";
import { choose } from "./support/choose.ts";
import { zipOf } from "../support/archives.ts";
import { HARMFUL, DOUBTFUL, skillFiles } from "../support/market.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { publish } from "./support/publish.ts";
import { describeWorkbench } from "./support/workbench.ts";

const README = `# Web search

Finds pages for a question, reads the best of them, and answers with their addresses.

## What it is good for

- A fact that is younger than the model
- Several sources that should agree
- An address for every sentence

## How to ask

| you say | it does |
|---|---|
| \`search for …\` | one search, the five best pages |
| \`compare …\` | two searches, side by side |

Nothing is kept: what was read is forgotten with the answer.

## Limits

It reads text and tables. Pages behind a login stay closed, and pages that forbid programs are left out.

## Trouble

Where nothing is found, ask in other words.

Finds pages. <script>globalThis.wasRun = true</script>
`;

describeWorkbench("the pages of the registry", (workbench) => {
  it("[GA-22] finds skills as somebody types, and narrows them down", async () => {
    const email = "ada@example.com";
    await publish(
      workbench,
      email,
      skillFiles({ more: [{ path: "README.md", bytes: Buffer.from(README) }] }),
    );
    await publish(
      workbench,
      email,
      skillFiles({
        name: "letter-sorter",
        description: "Sorts letters by date, sender and subject.",
        permissions: ["filesystem:write:./letters/**"],
      }),
    );
    await publish(workbench, email, skillFiles({ name: "own-notes" }), { visibility: "private" });
    const page = await workbench.visit({ email: "bob@example.com", path: "/registry" });
    await page.getByText("2 skills").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("letter");
    await page.getByText("1 skill", { exact: true }).waitFor();
    expect(page.url()).toContain("q=letter");
    await page.getByLabel("Search the registry").fill("lettre");
    await page.getByText("Found by “letter” instead of “lettre”").waitFor();
    await page.getByLabel("Search the registry").fill("");
    await page.getByText("2 skills").waitFor();
    await takePictures(page, "registry");
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Claude Code/u }).waitFor();
    await page.getByRole("button", { name: /^Fetch from any host/u }).click();
    await page.getByText("1 skill", { exact: true }).waitFor();
    await page.getByLabel("Search the registry").fill("sorter of stamps");
    await page.getByText("No matching skills").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("2 skills").waitFor();
    expect(new URL(page.url()).search).toBe("");
    // Two presses from the list to a skill of one's own.
    await page.getByRole("button", { name: "Add letter-sorter" }).click();
    await page.waitForURL("**/skills/letter-sorter");
    await page.getByRole("textbox", { name: "Text of letter-sorter" }).waitFor();
    await page.goto(`${workbench.url}/library`);
    await page.getByRole("link", { name: "Added" }).waitFor();
    const phone = await workbench.visit({ email, path: "/registry", width: 390, height: 800 });
    await phone.getByRole("link", { name: "letter-sorter" }).waitFor();
    await expect.poll(() => phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await takePictures(phone, "registry-phone");
    await phone.getByRole("button", { name: "Filters" }).click();
    await phone.getByRole("button", { name: /^Fetch from any host/u }).click();
    await phone.getByRole("button", { name: "Filters: 1" }).waitFor();
    await expect.poll(() => phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await page.getByRole("link", { name: "web-search" }).click();
    // The usual case is a quiet line, not a warning on every page.
    await page.getByRole("region", { name: "Provenance" }).getByText("Unsigned").waitFor();
    await page.getByRole("tab", { name: "Readme" }).click();
    await page.getByText("Finds pages. <script>", { exact: false }).waitFor();
    await expect.poll(() => page.evaluate("globalThis.wasRun")).toBe(undefined);
    await takePictures(page, "registry-skill");
    await expectAccessible(page);
  });

  it("[GA-06] takes a skill through the gates, a moderator and the opinions of others", async () => {
    const email = "carla@example.com";
    const token = await workbench.token(email);
    const [manifest] = skillFiles({ name: "long-reader", body: "Read all of notes.md." });
    const content = Buffer.from(manifest?.bytes ?? "").toString();
    const body = { name: "long-reader", content };
    await workbench.platform.send("POST", "/api/v1/skills", { token, body });
    await workbench.platform.send("PUT", "/api/v1/skills/long-reader/file?path=notes.md", {
      token,
      body: { content: Buffer.from(DOUBTFUL.bytes).toString() },
    });
    await workbench.platform.send("PUT", "/api/v1/skills/long-reader/file?path=scripts/read.sh", {
      token,
      body: { content: "#!/bin/sh\ncat notes.md\n" },
    });
    const page = await workbench.visit({ email, path: "/registry/publish" });
    await page.getByLabel("One of your skills").fill("long-reader");
    const program = { name: "scripts/read.sh", disabled: false };
    await page.getByRole("checkbox", program).check();
    await page.getByRole("checkbox", { ...program, checked: true }).waitFor();
    await page.getByLabel("Changelog").fill("The first one.");
    await page.getByRole("button", { name: "Run checks" }).click();
    await page.getByText("It waits until a moderator has looked at it.").waitFor();
    await takePictures(page, "registry-publish");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByText("This version is not listed", { exact: false }).waitFor();
    const kept = "/registry/api/v1/skills/@carla%2Flong-reader/1.0.0";
    expect((await workbench.platform.send("GET", kept, { token })).json).toMatchObject({
      files: [
        { path: "SKILL.md", is_executable: false },
        { path: "notes.md", is_executable: false },
        { path: "scripts/read.sh", is_executable: true },
      ],
    });
    const other = await workbench.visit({
      email: "bob@example.com",
      path: "/registry/@carla%2Flong-reader",
    });
    await other.getByRole("alert").waitFor();

    const moderator = await workbench.visit({ path: "/registry/review" });
    await moderator.getByRole("link", { name: "@carla/long-reader 1.0.0" }).waitFor();
    await takePictures(moderator, "registry-review");
    await expectAccessible(moderator);
    await moderator.getByRole("button", { name: "Accept" }).click();
    await moderator.getByLabel("Reason").fill("I have read the notes.");
    await moderator.getByRole("button", { name: "Decide" }).click();
    await moderator.getByText("The queue is empty").waitFor();

    await other.reload();
    await other.getByRole("list", { name: "Findings" }).getByText("notes.md").first().waitFor();
    await takePictures(other, "registry-scan");
    await expectAccessible(other);
    await other.getByRole("tab", { name: /^Reviews/u }).click();
    await choose(other.getByLabel("Rating"), "4: good");
    await other.getByLabel("What you think of it").fill("It reads well.");
    await other.getByRole("button", { name: "Rate it" }).click();
    await other.getByRole("list", { name: "Reviews" }).getByText("It reads well.").waitFor();
    await other.getByRole("button", { name: /^☆? ?Star/u }).click();
    await other.getByRole("button", { name: /Starred/u }).waitFor();
    await page.reload();
    await page.getByRole("tab", { name: "Log" }).click();
    await page.getByText("I have read the notes.").waitFor();
    await takePictures(page, "registry-log");
  });

  it("[GA-07] shows a harmful skill to its publisher alone, with the evidence", async () => {
    const email = "dora@example.com";
    await publish(workbench, email, skillFiles({ name: "web-harm", body: HARMFUL }));
    const path = "/registry/@dora%2Fweb-harm";
    const page = await workbench.visit({ email, path, width: 390, height: 844 });
    await page.getByText("in quarantine", { exact: true }).waitFor();
    await page.getByText("Ignore all previous instructions", { exact: false }).first().waitFor();
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await takePictures(page, "registry-harm-phone");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Appeal" }).click();
    await page.getByLabel("Why a moderator should look again").fill("It only quotes.");
    await page.getByRole("dialog").getByRole("button", { name: "Appeal" }).click();
    await page.getByText("A moderator will look again.").waitFor();
    const other = await workbench.visit({ email: "bob@example.com", path });
    await other.getByRole("alert").waitFor();
    await expect
      .poll(() => other.getByText("Ignore all previous", { exact: false }).count())
      .toBe(0);
  });

  it("[GA-22] publishes an archive as a private draft, and submits it", async () => {
    const email = "fay@example.com";
    const files = skillFiles({ name: "secret-plan" });
    const archive = zipOf(
      files.map(({ path, bytes }) => ({
        name: `secret-plan/${path}`,
        content: Buffer.from(bytes).toString(),
      })),
    );
    const page = await workbench.visit({ email, path: "/registry/publish" });
    await page
      .getByLabel("Or an archive")
      .setInputFiles({ name: "plan.zip", mimeType: "application/zip", buffer: archive });
    await choose(
      page.getByRole("combobox", { name: "Visibility" }),
      "Members of the publisher alone",
    );
    await page.getByLabel("Save as draft").check();
    await page.getByRole("button", { name: "Run checks" }).click();
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByRole("button", { name: "Submit the draft" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).waitFor();
    await choose(page.getByRole("combobox", { name: "Program" }), "git");
    await page.getByText("git clone", { exact: false }).waitFor();
    await page.getByRole("tab", { name: "Works on" }).click();
    await page.getByRole("cell", { name: "OpenClaw" }).waitFor();
    await takePictures(page, "registry-works-on");
    await expectAccessible(page);
    const other = await workbench.visit({ email: "bob@example.com", path: "/registry?q=secret" });
    await other.getByText("No matching skills").waitFor();
    await other.goto(`${workbench.url}/registry/@fay%2Fsecret-plan`);
    await other.getByRole("alert").waitFor();
  });
});
