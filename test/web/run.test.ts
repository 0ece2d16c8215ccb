import { afterAll, expect, it } from "vitest";
import { readModelSettings } from "../../src/run/models/index.ts";
import type { ApiPorts } from "../../src/serve/api/index.ts";
import { choose } from "./support/choose.ts";
import { startModelServer } from "../support/model-server.ts";
import { until } from "../support/wait.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench, type Workbench } from "./support/workbench.ts";

const EMAIL = "ada@example.com";
const SKILL = `---
name: release-notes
description: Writes release notes from a list of changes. Use before a release.
inputs:
  - { name: changes, label: Changes, type: textarea, required: true, description: One change a line. }
  - { name: product, label: Product, default: Skillwright, description: The name that readers know. }
  - { name: tone, label: Tone, default: "Calm and exact; say what changed, and what a reader has to do because of it." }
knowledge_base: handbook
---

Write release notes for {{product}}, {{tone}}:

{{changes}}
`;
const RULE =
  "Release notes begin with what readers must do. Then come changes, the most important first, each in one sentence.";
/** Long enough to be cut into several passages, of which one tells the rule. */
const HANDBOOK = [
  "# Rooms",
  ...Array.from({ length: 100 }, (_, at) => `Room ${at + 1} opens with badge ${at + 1}.`),
  "# Notes",
  RULE,
  "# Journeys",
  ...Array.from({ length: 150 }, (_, at) => `Train ${at + 1} leaves at noon.`),
].join("\n\n");

const models = await startModelServer();
afterAll(() => models.close());

const tools: NonNullable<ApiPorts["openTools"]> = () => () =>
  Promise.resolve({
    tools: [{ name: "count_changes", description: "Counts.", input: { type: "object" } }],
    call: () => Promise.resolve({ text: '{"count":2}', isError: false }),
    close: () => Promise.resolve(),
  });

async function prepare(workbench: Workbench): Promise<string> {
  const { platform } = workbench;
  const token = await workbench.token(EMAIL);
  const { status } = await platform.send("POST", "/api/v1/knowledge", {
    token,
    body: { name: "handbook" },
  });
  if (status !== 201) return token;
  const body = new FormData();
  body.set("file", new File([HANDBOOK], "handbook.md"));
  await platform.send("POST", "/api/v1/knowledge/handbook/upload", { token, body });
  await platform.settle();
  const made = await platform.send("POST", "/api/v1/skills", {
    token,
    body: { name: "release-notes", content: SKILL },
  });
  expect(made.status).toBe(201);
  return token;
}

const RUN = {
  kind: "skill",
  session_id: null,
  model: "local:small",
  input_tokens: 10,
  output_tokens: 20,
  cost: null,
  duration_ms: 900,
  first_token_ms: 90,
  request_id: "none",
} as const;

const WORDS = [
  "## What you have to do\n\n",
  "Nothing. ",
  "This release is **compatible**.\n\n",
  "## What changed\n\n",
  "1. Pages load in half the time.\n",
  "2. `skillwright lint` names the line.\n",
];

describeWorkbench(
  "the page of runs",
  (workbench) => {
    it("[AF-09] runs a skill by its form and shows the answer while it comes", async () => {
      await prepare(workbench);
      const page = await workbench.visit({ email: EMAIL, path: "/run" });
      await page.getByRole("link", { name: /^release-notes/u }).click();
      await page.getByRole("heading", { level: 1, name: "release-notes" }).waitFor();
      await expect.poll(() => page.getByLabel("Product").inputValue()).toBe("Skillwright");
      await page.locator("textarea[name=tone]").waitFor();
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText("Fill this in.").waitFor();
      await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("changes");
      await page.keyboard.type("faster pages");
      const { promise: goOn, resolve } = Promise.withResolvers<void>();
      models.answer(
        { calls: [{ name: "count_changes", arguments: '{"text":"faster pages"}' }] },
        { words: WORDS, beforeWord: async (index) => (index < 3 ? undefined : await goOn) },
      );
      await page.keyboard.press("Control+Enter");
      const result = page.getByRole("region", { name: "Result" });
      await result.getByText("compatible").waitFor();
      await result.getByText("Running", { exact: true }).waitFor();
      await takePictures(page, "run-streaming");
      await expectAccessible(page);
      resolve();
      await result.getByText("Done", { exact: true }).waitFor();
      await result.getByRole("heading", { name: "What changed" }).waitFor();
      await result.getByText("Call count_changes").waitFor();
      await result.getByText("What it was sent and gave").click();
      await result.getByText('{"count":2}').waitFor();
      await result.getByText("Tokens out").waitFor();
      await expect.poll(() => result.getByLabel("What it cost").textContent()).toContain("0.01");
      await result.getByRole("button", { name: /^1 handbook\.md/u }).click();
      const source = page.getByRole("dialog", { name: "handbook.md" });
      const text = source.getByRole("group", { name: "The passage where it stands" });
      await text.locator("mark").filter({ hasText: RULE }).waitFor();
      await source.getByText(/^Passage \d of \d, in the knowledge base handbook/u).waitFor();
      await takePictures(page, "run-source");
      await expectAccessible(page);
      await source.getByRole("button", { name: "Show more around it" }).click();
      await text.getByText("Train 150 leaves").waitFor();
      expect(String(await text.textContent()).replaceAll(/\s/gu, "")).toBe(
        HANDBOOK.replaceAll(/\s/gu, ""),
      );
      await page.keyboard.press("Escape");
      await source.waitFor({ state: "detached" });
      await page.getByRole("row", { name: /release-notes Done/u }).waitFor();
      await takePictures(page, "run");
      await expectAccessible(page);
    });

    it("[AF-14] cancels a run, tells a failure calmly, and keeps both in the history", async () => {
      const token = await prepare(workbench);
      const page = await workbench.visit({ email: EMAIL, path: "/run/release-notes" });
      await page.getByLabel("Changes").fill("slower pages");
      const { promise: never } = Promise.withResolvers<void>();
      models.answer({
        words: ["A word. ", "Another."],
        beforeWord: async (index) => (index === 0 ? undefined : await never),
      });
      await page.getByRole("button", { name: "Run", exact: true }).click();
      const result = page.getByRole("region", { name: "Result" });
      await result.getByText("A word.").waitFor();
      await result.getByRole("button", { name: "Cancel" }).click();
      await result.getByText("You stopped it before its end.").waitFor();
      await page.getByRole("row", { name: /release-notes Stopped/u }).waitFor();
      await until("the model is left", () => models.requests.at(-1)?.isCancelled === true);
      models.answer({ words: ["Half a"], ending: "cut" });
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await result.getByRole("alert").getByText("Generation failed").waitFor();
      await page.getByRole("row", { name: /release-notes Failed/u }).waitFor();
      await takePictures(page, "run-failed");
      await choose(page.getByLabel("How it ended"), "Stopped");
      await page.getByRole("row", { name: /Failed/u }).waitFor({ state: "detached" });
      const kept = await workbench.platform.send("GET", "/api/v1/runs?limit=2", { token });
      expect(kept.json).toMatchObject({ runs: [{ status: "error" }, { status: "cancelled" }] });
    });

    it("[AF-14] opens a run of the history with all of it, and runs it again with its inputs", async () => {
      const token = await prepare(workbench);
      const content = SKILL.replace("release-notes", "quiet-notes");
      const body = { name: "quiet-notes", content };
      await workbench.platform.send("POST", "/api/v1/skills", { token, body });
      const page = await workbench.visit({ email: EMAIL, path: "/run/quiet-notes" });
      await page.getByLabel("Changes").fill("quieter pages\nfewer words");
      models.answer({ words: ["## Quieter\n\n", "It is **quieter**."] });
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page
        .getByRole("region", { name: "Result" })
        .getByText("Done", { exact: true })
        .waitFor();
      const history = page.getByRole("region", { name: "History" });
      const row = history.getByRole("row", { name: /quiet-notes Done/u });
      await row.getByRole("link", { name: "quiet-notes" }).click();
      await page.waitForURL("**/runs/*");
      const address = page.url();
      const inputs = page.getByRole("region", { name: "Inputs" });
      const result = page.getByRole("region", { name: "Result" });
      for (let visit = 0; visit < 2; visit += 1) {
        await inputs.getByText("quieter pages\nfewer words").waitFor();
        await inputs.getByText("Skillwright").waitFor();
        await result.getByRole("heading", { name: "Quieter" }).waitFor();
        await result.getByText("Ask the model").waitFor();
        await result.getByRole("button", { name: /^1 handbook\.md/u }).waitFor();
        await result.getByLabel("What it cost").getByText("Tokens out").waitFor();
        await page.reload();
      }
      await takePictures(page, "run-past");
      await expectAccessible(page);
      await page.getByRole("link", { name: "Run again with these inputs" }).click();
      await page.waitForURL("**/skills/quiet-notes/run?again=*");
      await expect
        .poll(() => page.getByLabel("Changes").inputValue())
        .toBe("quieter pages\nfewer words");
      models.answer({ words: ["Half a"], ending: "cut" });
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page
        .getByRole("row", { name: /quiet-notes Failed/u })
        .getByRole("link", { name: "quiet-notes" })
        .click();
      await result.getByText("Half a").waitFor();
      await result.getByRole("alert").getByText("Generation failed").waitFor();
      await inputs.getByText("quieter pages").waitFor();
      await takePictures(page, "run-past-failed");
      const other = await workbench.visit({
        path: new URL(address).pathname,
        width: 390,
        height: 780,
      });
      await other.getByText("Run not found").waitFor();
    });

    it("[AF-14] looks for runs in all of the history, not only in what is loaded", async () => {
      const email = "grace@example.com";
      const token = await workbench.token(email);
      const me = await workbench.platform.send("GET", "/api/v1/auth/me", { token });
      const { id: user_id } = me.json as { readonly id: string };
      const rows = Array.from({ length: 130 }, (_, at) => ({
        ...RUN,
        id: `run-${String(at).padStart(3, "0")}`,
        user_id,
        skill: at === 0 ? "first-of-all" : "daily-digest",
        status: at === 1 ? ("error" as const) : ("success" as const),
        message: at === 1 ? "The model said 100% no" : "",
        // Several begin at the same moment.
        started_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(at / 3))).toISOString(),
      }));
      const { query } = workbench.platform.ports.database;
      for (let at = 0; at < rows.length; at += 50)
        await query
          .insertInto("runs")
          .values(rows.slice(at, at + 50))
          .execute();
      const page = await workbench.visit({ email, path: "/run" });
      const history = page.getByRole("region", { name: "History" });
      const shown = history.getByRole("row", { name: /daily-digest|first-of-all/u });
      await shown.nth(49).waitFor();
      await expect.poll(() => shown.count()).toBe(50);
      await history.getByLabel("Filter by skill, message or model").fill("FIRST-of");
      await shown.nth(1).waitFor({ state: "detached" });
      await history.getByRole("link", { name: "first-of-all" }).waitFor();
      await history.getByLabel("Filter by skill, message or model").fill("100%");
      await history.getByText("The model said 100% no").waitFor();
      await takePictures(page, "run-history-filtered");
      await history.getByLabel("Filter by skill, message or model").fill("");
      await choose(history.getByLabel("Where it was run"), "Chat");
      await history.getByText("No matching runs.").waitFor();
      await expectAccessible(page);
      await choose(history.getByLabel("Where it was run"), "Run");
      for (const count of [100, 130]) {
        await history.getByRole("button", { name: "Load older runs" }).click();
        await shown.nth(count - 1).waitFor();
        await expect.poll(() => shown.count()).toBe(count);
      }
      await expect
        .poll(() => history.getByRole("button", { name: "Load older runs" }).count())
        .toBe(0);
      await choose(history.getByLabel("How it ended"), "Failed");
      await shown.nth(1).waitFor({ state: "detached" });
      await history.getByText("The model said 100% no").waitFor();
    });

    it("shows what a run would send, gives it as curl without the token, and fits a phone", async () => {
      await prepare(workbench);
      const page = await workbench.visit({
        email: EMAIL,
        path: "/run/release-notes",
        width: 390,
        height: 780,
      });
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByLabel("Changes").fill("it's faster");
      await page.getByRole("button", { name: "Dry run" }).click();
      const dry = page.getByRole("region", { name: "Dry run" });
      await dry.getByText("Write release notes for Skillwright").waitFor();
      await dry.getByText("it's faster").waitFor();
      await takePictures(page, "run-phone");
      await expectAccessible(page);
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await page.getByRole("button", { name: "Copy as curl" }).click();
      await page.getByText("Copied.", { exact: false }).waitFor();
      const copied = String(await page.evaluate("navigator.clipboard.readText()"));
      expect(copied.split(" \\\n  ").slice(0, 3)).toEqual([
        `curl --no-buffer '${workbench.url}/api/v1/skills/release-notes/run'`,
        '--header "Authorization: Bearer $SKILLWRIGHT_TOKEN"',
        "--header 'Content-Type: application/json'",
      ]);
      expect(copied).toContain(`"changes":"it'\\''s faster"`);
      const other = await workbench.visit({ email: "eve@example.com", path: "/run" });
      await other.getByRole("heading", { name: "There is no skill to run" }).waitFor();
      await other.getByText("No runs yet.").waitFor();
      await takePictures(other, "run-empty");
    });
  },
  {
    platform: {
      more: { openTools: tools },
      models: readModelSettings({
        default: "local:small",
        providers: {
          local: {
            kind: "openai-compatible",
            baseUrl: models.url,
            models: [
              { id: "small", price: { input: 400, output: 1200 } },
              { id: "large", price: { input: 4000, output: 12_000 } },
            ],
          },
        },
      }),
    },
  },
);
