/** Pictures of the documentation, of every page with something on it. SKILLWRIGHT_PICTURES names their folder. */
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { choose } from "./support/choose.ts";
import { accept } from "../support/invitations.ts";
import { systemClock } from "../../src/platform/machine/index.ts";
import { readModelSettings } from "../../src/run/models/index.ts";
import { listUsers, LoginLinks } from "../../src/hub/accounts/index.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { SEARCH_DECLARED, SEARCH_MODULE, skillText } from "../support/tool-skills.ts";
import { takePictures } from "./support/look.ts";
import { fillRegistry } from "./support/team-registry.ts";
import {
  ADA,
  JONAS,
  LETTER,
  MODEL,
  PRIYA,
  REPLIED,
  settleIn,
  SKILL_COUNT,
  writeServed,
} from "./support/team.ts";
import { describeWorkbench, type Workbench } from "./support/workbench.ts";

const ROOT = join(tmpdir(), "skills");
const SIZE = { width: 1440, height: 900 };
const links = new LoginLinks(systemClock);

function wordsOf(text: string): readonly string[] {
  return text.split(/(?<=\s)/u);
}

/** Takes a picture of a page, or of a dialog on it, once nothing is loading any more. */
async function picture(page: Page, name: string): Promise<void> {
  await page.locator("h1").first().waitFor();
  await expect.poll(() => page.locator(".loading").count()).toBe(0);
  await page.mouse.move(0, 0);
  await takePictures(page, `workbench-${name}`);
}

function declareWriting(workbench: Workbench): void {
  const open = (path: string): Promise<Page> => workbench.visit({ path, ...SIZE });

  it("shows where skills are found and written", async () => {
    const skills = await open("/skills");
    await skills.getByText(`${SKILL_COUNT} of ${SKILL_COUNT} skills`).waitFor();
    await skills.getByText("OpenClaw", { exact: true }).last().waitFor();
    const unchecked = skills.getByRole("img", { name: "not checked yet", exact: false });
    await expect.poll(() => unchecked.count()).toBe(0);
    await picture(skills, "skills");
    const editor = await open("/skills/customer-reply");
    await editor.getByText("No errors").waitFor();
    await picture(editor, "editor");
    await editor.getByRole("tab", { name: "Form" }).click();
    await editor.getByLabel("inputs 1 › name").waitFor();
    await picture(editor, "editor-form");
    await editor.getByRole("button", { name: /^Shared with: /u }).click();
    await editor.getByRole("dialog").getByRole("radio", { name: "A team" }).check();
    await picture(editor, "share");
  });

  it("shows what becomes of them elsewhere", async () => {
    const matrix = await open("/portability");
    await matrix.getByRole("button", { name: /^customer-reply on OpenClaw/u }).click();
    await picture(matrix, "portability");
    const convert = await open("/portability?skill=customer-reply");
    await convert.getByRole("button", { name: "Convert to OpenClaw" }).click();
    await convert
      .getByRole("row", { name: /model\.temperature/u })
      .last()
      .waitFor();
    await convert.getByRole("region", { name: "Converted to OpenClaw" }).scrollIntoViewIfNeeded();
    await picture(convert, "convert");
    const explain = await open("/explain?skill=git-digest&system=openclaw&agent=main");
    await explain.getByText("It does not load.").waitFor();
    await picture(explain, "explain");
    const prompt = await open("/prompt");
    await prompt.getByRole("row", { name: / disk-report /u }).waitFor({ timeout: 30_000 });
    const budget = prompt.getByLabel("Budget in characters");
    await budget.fill("775");
    await budget.blur();
    await picture(prompt, "prompt");
  });
}

function declareWork(workbench: Workbench, models: ModelServer, workflow: () => string): void {
  it("shows a run, its history and a run of yesterday", async () => {
    models.answer({ words: wordsOf(REPLIED), promptTokens: 412 });
    const page = await workbench.visit({ path: "/run/customer-reply", ...SIZE });
    await page.getByLabel("Letter").fill(LETTER);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("Tokens out").waitFor();
    await picture(page, "run");
    await page.goto(`${workbench.url}/run`);
    await page
      .getByRole("row", { name: /customer-reply/u })
      .first()
      .waitFor();
    await picture(page, "runs");
    await page
      .getByRole("row", { name: /customer-reply/u })
      .first()
      .getByRole("link", { name: "customer-reply" })
      .click();
    await page.getByRole("link", { name: "Run again with these inputs" }).waitFor();
    await picture(page, "past-run");
  });

  it("shows a chat", async () => {
    const page = await workbench.visit({ path: "/chat", ...SIZE });
    const field = page.getByRole("combobox", { name: "Your message" });
    models.answer({
      words: ["Within ten minutes. Write down what you see before you change anything."],
    });
    await choose(page.getByLabel("Knowledge base"), "handbook");
    await field.fill("How fast do I have to answer an alert?");
    await field.press("Enter");
    await page.getByRole("log").getByText("Within ten minutes. Write").first().waitFor();
    await page.getByRole("button", { name: "New chat" }).click();
    await page.getByRole("heading", { name: "Ask something" }).waitFor();
    models.answer({ words: wordsOf(REPLIED), promptTokens: 412 });
    await choose(page.getByLabel("Knowledge base"), "handbook");
    await field.fill(
      "@customer-reply tone=friendly Our ferry was cancelled. Do we get the fare back?",
    );
    await field.press("Enter");
    await page.getByText("Tell us how many").waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
    await field.fill("@");
    await page.getByRole("option", { name: /^@trip-planner/u }).waitFor();
    await picture(page, "chat");
  });

  it("shows a knowledge base", async () => {
    const page = await workbench.visit({ path: "/knowledge", ...SIZE });
    await page.getByText("handbook").first().click();
    await page.getByLabel("Question").fill("when is a cancelled ferry paid back?");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Passages" }).locator("mark").first().waitFor();
    await picture(page, "knowledge");
    await page.getByRole("button", { name: "Passage 1 of refunds.md where it stands" }).click();
    await page.getByRole("dialog", { name: "refunds.md" }).locator("mark").first().waitFor();
    await picture(page, "passage");
  });

  it("shows workflows, and one of them at work", async () => {
    const page = await workbench.visit({ path: "/workflows", ...SIZE });
    await page.getByRole("link", { name: "Release day" }).waitFor();
    await picture(page, "workflows");
    await page.goto(`${workbench.url}/workflows/${workflow()}`);
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page
      .getByLabel("Input of the run")
      .fill("Timetables load in half the time\nSeats can be changed until departure");
    const { promise: never } = Promise.withResolvers<void>();
    models.answer(
      {
        words: [
          "1. Nothing to do.\n2. Timetables load in half the time, and seats can be changed.",
        ],
      },
      {
        words: ["Timetables load ", "twice as fast, ", "and"],
        beforeWord: async (index) => (index < 2 ? undefined : await never),
      },
    );
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page
      .locator('.react-flow__node[data-id="shorten"]')
      .getByText("twice as fast")
      .waitFor({ timeout: 30_000 });
    await page.getByRole("button", { name: "Fit View" }).click();
    await takePictures(page, "workbench-workflow");
  });
}

function declareSharing(workbench: Workbench): void {
  it("shows the registry to those who look for something", async () => {
    const page = await workbench.visit({ email: JONAS, path: "/registry", ...SIZE });
    await page.getByRole("link", { name: "web-research" }).waitFor();
    await picture(page, "registry-search");
    await page.getByRole("link", { name: "web-research" }).click();
    await page.getByRole("heading", { name: /^Scan: /u }).waitFor();
    await picture(page, "registry-security");
    await page.getByRole("tab", { name: "Readme" }).click();
    await page.getByRole("heading", { name: "What it is good for" }).waitFor();
    await picture(page, "registry");
  });

  it("shows the registry to those who answer for something", async () => {
    const page = await workbench.visit({ path: "/registry/web-research?version=1.1.0", ...SIZE });
    await page.getByRole("tab", { name: "Manage" }).click();
    await page.getByRole("button", { name: "Deprecate it" }).waitFor();
    await picture(page, "manage");
    await page.goto(`${workbench.url}/registry/publish?skill=customer-reply`);
    await page.getByText("The first one; SKILL.md names none.").waitFor();
    await page.getByLabel("Changelog").fill("The first one, with the rules for storms.");
    await page.getByRole("button", { name: "Run checks" }).click();
    await page.getByRole("list", { name: "Checks of the registry" }).waitFor();
    await picture(page, "publish");
    await page.goto(`${workbench.url}/registry/review`);
    await page.getByRole("link", { name: /minutes-reader/u }).waitFor();
    await picture(page, "review");
    await page.getByRole("tab", { name: "Reports and appeals" }).click();
    await page.getByRole("link", { name: /letter-sorter/u }).waitFor();
    await picture(page, "review-reports");
  });
}

/** A skill with tools, and a publisher with members, so that there is something to set. */
async function prepareSettings(workbench: Workbench): Promise<void> {
  const token = await workbench.token(ADA);
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const { status, text } = await workbench.platform.send(method, path, { token, body });
    expect(status, text).toBeLessThan(300);
  };
  const content = skillText({
    permissions: ['"filesystem:read:/srv/timetables/**"', '"network:read:tern.example"'],
    more: SEARCH_DECLARED,
  });
  await send("POST", "/api/v1/skills", { name: "web-search", content });
  await send("PUT", "/api/v1/skills/web-search/file?path=tools.py", { content: SEARCH_MODULE });
  const { json } = await workbench.platform.send("GET", "/api/v1/teams", { token });
  const { teams } = json as { readonly teams: readonly { readonly id: string }[] };
  const publisher = { handle: "tern", display_name: "Tern", team_id: teams[0]?.id };
  await send("POST", "/registry/api/v1/publishers", publisher);
  for (const [email, role] of [
    [JONAS, "maintainer"],
    [PRIYA, "publisher"],
  ])
    await send("PUT", "/registry/api/v1/publishers/tern/members", { email, role });
  await accept(workbench.platform, await workbench.token(JONAS));
  workbench.hosts.connect({
    id: "build-machine",
    role: "execution",
    capabilities: ["filesystem.list", "filesystem.read", "filesystem.write", "shell.exec"],
    os: "linux",
    platform: "linux",
    env: ["GITHUB_TOKEN"],
    bins: { git: true, jq: true },
    isConnected: true,
  });
}

function declareSettings(workbench: Workbench): void {
  it("shows how somebody begins", async () => {
    const [first] = await listUsers(workbench.platform.ports);
    const path = `/welcome#${links.make(first?.id ?? "")}`;
    const welcome = await workbench.visit({ email: null, path, ...SIZE });
    await welcome.getByRole("button", { name: "Log in" }).waitFor();
    await takePictures(welcome, "workbench-welcome");
    const login = await workbench.visit({ email: null, ...SIZE });
    await login.getByLabel("Password").waitFor();
    await takePictures(login, "workbench-login");
    const page = await workbench.visit({ email: "tom@tern.example", path: "/", ...SIZE });
    await page.getByRole("heading", { name: "Start with an example" }).waitFor();
    await picture(page, "home");
  });

  it("shows every tab of the settings", async () => {
    await prepareSettings(workbench);
    const page = await workbench.visit({ path: "/settings?tab=account", ...SIZE });
    const tabs = "account tokens teams publishers grants keys models users hosts".split(" ");
    for (const tab of tabs) {
      await page.goto(`${workbench.url}/settings?tab=${tab}`);
      await page.getByRole("tabpanel").locator("h2, p, table").first().waitFor();
      if (tab === "grants")
        await page.getByRole("checkbox", { name: "/srv/timetables", exact: false }).check();
      await picture(page, tab);
    }
  });
}

async function takeAll(): Promise<void> {
  const models = await startModelServer();
  afterAll(() => models.close());
  writeServed(ROOT);
  afterAll(() => rmSync(ROOT, { recursive: true, force: true }));
  const local = {
    kind: "openai-compatible",
    baseUrl: models.url,
    models: [
      { id: "qwen3-32b", price: { input: 2, output: 8 } },
      { id: "qwen3-8b", price: { input: 0.5, output: 2 } },
    ],
  };
  const settings = readModelSettings({ default: MODEL, providers: { local } });
  describeWorkbench(
    "the pictures of the documentation",
    (workbench) => {
      let workflow = "";
      beforeAll(async () => {
        workflow = await settleIn(workbench);
        await fillRegistry(workbench);
      });
      declareWriting(workbench);
      declareWork(workbench, models, () => workflow);
      declareSharing(workbench);
      declareSettings(workbench);
    },
    {
      first: ADA,
      roots: { openclaw: ROOT },
      platform: {
        models: settings,
        more: { loginLinks: links, toolsAllowed: [] },
      },
    },
  );
}

if (process.env["SKILLWRIGHT_PICTURES"] === undefined)
  it("takes the pictures of the documentation", (context) => {
    context.skip("SKILLWRIGHT_PICTURES names no folder for the pictures of the documentation");
  });
else await takeAll();
