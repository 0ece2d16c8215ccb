/** Pictures of the documentation, of pages with something on them. SKILLWRIGHT_PICTURES names their folder. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, it } from "vitest";
import { takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const BODY = "# Steps\n\n1. Look at what is asked.\n2. Do it.\n";

/** Skills in a folder, by path, with their frontmatter. */
const SERVED: { readonly [folder: string]: string } = {
  "camera-roll":
    "name: camera-roll\ndescription: Sorts photographs by place and date. Use for pictures of a journey.\nmetadata:\n  openclaw:\n    requires:\n      bins: [exiftool]\n",
  "disk-report":
    "name: disk-report\ndescription: Says what fills the disk. Use when space runs low.\n",
  "git-digest":
    "name: git-digest\ndescription: Sums up what happened in a repository since a date.\nmetadata:\n  openclaw:\n    requires:\n      env: [GITHUB_TOKEN]\n",
  "archive/disk-report":
    "name: disk-report\ndescription: An older way to say what fills the disk.\n",
  "mail-sorter":
    "name: mail-sorter\ndescription: Puts mail into folders by sender.\nmetadata:\n  openclaw:\n    os: [darwin]\n",
};

const REPORT = `---
# Kept by the office
name: weekly-report
description: Writes the weekly report from notes. Use on Fridays.
inputs:
  - name: notes # what happened, in any form
    type: textarea
    required: true
  - name: tone
    default: plain
model:
  temperature: 0.3
---

# Weekly report

Write a report in a {{tone}} tone from these notes:

{{notes}}

- Begin with what was **finished**.
- Then what is *under way*.
- Close with what stands in the way.
`;

const NOTES =
  "The page for runs is out.\nTwo reviews of the registry are open.\nThe build machine is slow again.";

const ANSWER = `## Weekly report

**Finished.** The page for runs is out.

*Under way.* Two reviews of the registry are open; both are expected on Tuesday.

**In the way.** The build machine is slow again:

1. tests wait for half an hour
2. \`npm test\` runs into its limit
`;

const OWN: { readonly [name: string]: string } = {
  "weekly-report": REPORT,
  "meeting-notes": plain("meeting-notes", "Turns a recording into notes. Use after a meeting."),
  "release-announcement": plain("release-announcement", "Announces a release from its changelog."),
  "trip-planner": plain(
    "trip-planner",
    "Plans a trip by train. Use when somebody wants to travel.",
  ),
};

function plain(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${BODY}`;
}

function serveFolder(): string {
  const root = join(tmpdir(), "skills");
  for (const [folder, frontmatter] of Object.entries(SERVED)) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, "SKILL.md"), `---\n${frontmatter}---\n\n${BODY}`);
  }
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

if (process.env["SKILLWRIGHT_PICTURES"] === undefined)
  it("takes the pictures of the documentation", (context) => {
    context.skip("SKILLWRIGHT_PICTURES names no folder for the pictures of the documentation");
  });
else
  describeWorkbench(
    "the pictures of the documentation",
    (workbench) => {
      it("are taken", async () => {
        const token = await workbench.token("first@example.com");
        for (const [name, content] of Object.entries(OWN))
          await workbench.platform.send("POST", "/api/v1/skills", {
            token,
            body: { name, content },
          });
        const open = (path: string): ReturnType<typeof workbench.visit> =>
          workbench.visit({ path, width: 1280, height: 800 });
        const skills = await open("/skills");
        await skills.getByText("9 of 9 skills").waitFor();
        await skills.getByText("OpenClaw", { exact: true }).last().waitFor();
        await takePictures(skills, "workbench-skills");
        const editor = await open("/skills/weekly-report");
        await editor.getByText("No errors").waitFor();
        await takePictures(editor, "workbench-editor");
        const matrix = await open("/portability");
        await matrix.getByRole("button", { name: /^trip-planner on OpenClaw/u }).click();
        await takePictures(matrix, "workbench-portability");
        const convert = await open("/portability?skill=weekly-report");
        await convert.getByRole("button", { name: "Convert to OpenClaw" }).click();
        await convert
          .getByRole("row", { name: /model\.temperature/u })
          .last()
          .waitFor();
        await convert
          .getByRole("region", { name: "Converted to OpenClaw" })
          .scrollIntoViewIfNeeded();
        await takePictures(convert, "workbench-convert");
        const explain = await open("/explain?skill=git-digest&system=openclaw&agent=main");
        await explain.getByText("It does not load.").waitFor();
        await takePictures(explain, "workbench-explain");
        const prompt = await open("/prompt");
        await prompt.getByRole("row", { name: /^disk-report/u }).waitFor({ timeout: 30_000 });
        await takePictures(prompt, "workbench-prompt");
        workbench.models.answer({ words: [ANSWER] });
        const run = await open("/run/weekly-report");
        await run.getByLabel("notes").fill(NOTES);
        await run.getByRole("button", { name: "Run", exact: true }).click();
        await run.getByText("Tokens out").waitFor();
        await takePictures(run, "workbench-run");
        const chat = await open("/chat");
        const field = chat.getByRole("combobox", { name: "Your message" });
        await field.fill("@weekly-report tone=cheerful the new page is out, two reviews are open");
        await field.press("Enter");
        await chat.getByText("4 steps").click();
        await chat.getByText("Tokens out").waitFor();
        await field.fill("@");
        await chat.getByRole("option", { name: /^@trip-planner/u }).waitFor();
        await takePictures(chat, "workbench-chat");
      });
    },
    { roots: { openclaw: serveFolder() } },
  );
