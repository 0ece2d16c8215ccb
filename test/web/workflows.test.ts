import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { saved } from "./support/downloads.ts";
import { choose } from "./support/choose.ts";
import { countClicks } from "./support/clicks.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench, type Workbench } from "./support/workbench.ts";

const EMAIL = "ada@example.com";

async function make(workbench: Workbench, name: string, graph: unknown): Promise<string> {
  const token = await workbench.token(EMAIL);
  const { status, json } = await workbench.platform.send("POST", "/api/v1/workflows", {
    token,
    body: { name, graph_data: graph },
  });
  expect(status).toBe(201);
  return (json as { readonly id: string }).id;
}

function node(page: Page, id: string) {
  return page.locator(`.react-flow__node[data-id="${id}"]`);
}

const KINDS = [
  "Start",
  "Model",
  "Skill",
  "Knowledge",
  "Condition",
  "Request",
  "Code",
  "Tool",
  "MCP",
  "Template",
  "Variables",
  "For each",
  "Loop",
  "Workflow",
  "Wait",
  "Approval",
  "End",
];
const CHAIN = {
  nodes: [
    { id: "start", type: "start" },
    { id: "draft", type: "llm", data: { systemPrompt: "Write a draft." } },
    { id: "short", type: "llm", data: { systemPrompt: "Shorten it: {{draft.output}}" } },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "draft" },
    { source: "draft", target: "short" },
    { source: "short", target: "end" },
  ],
};

/** Breaks the connection of a run as soon as it has begun, as a server that goes down does. */
const CUT = `(() => {
  const real = window.fetch;
  window.fetch = async (request) => {
    const response = await real(request);
    if (!request.url.endsWith("/execute")) return response;
    await response.body.cancel();
    const cut = new ReadableStream({ start: (control) => control.error(new TypeError("cut")) });
    return new Response(cut, { headers: response.headers });
  };
})()`;

describeWorkbench("the page of workflows", (workbench) => {
  it("[AF-12] draws a workflow and runs it, with the words of each node as they come", async () => {
    const page = await workbench.visit({ email: EMAIL, path: "/workflows" });
    await page.getByRole("button", { name: "Draw the first one" }).click();
    await page.keyboard.type("Press release");
    await page.keyboard.press("Enter");
    await node(page, "start").click();
    await page.getByRole("button", { name: "Model", exact: true }).click();
    await page.getByLabel("System prompt").fill("Write in the style of {{input}}.");
    await takePictures(page, "workflow-node");
    await page.getByRole("button", { name: "End", exact: true }).press("Enter");
    await node(page, "end").waitFor();
    await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(2);
    await node(page, "end").press("Delete");
    await node(page, "end").waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await node(page, "end").waitFor();
    await node(page, "llm").click();
    await page.getByRole("button", { name: "Cut the line to end" }).click();
    await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(1);
    await node(page, "llm")
      .locator(".react-flow__handle.source")
      .dragTo(node(page, "end").locator(".react-flow__handle.target"));
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page.getByLabel("Input of the run").fill("a careful newspaper");
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    workbench.models.answer({
      words: ["The **workbench** ", "is here, ", "and it draws."],
      beforeWord: async (index) => (index < 2 ? undefined : await goOn),
    });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await node(page, "llm").getByText("is here").waitFor();
    await expect
      .poll(() => node(page, "llm").getAttribute("aria-label"))
      .toBe("Model llm, running");
    await takePictures(page, "workflow-running");
    await expectAccessible(page);
    resolve();
    const course = page.getByRole("region", { name: "Course of the run" });
    await course.getByText("Done", { exact: true }).waitFor();
    await course.getByRole("region", { name: "Output" }).getByText("and it draws.").waitFor();
    await expect.poll(() => node(page, "end").getAttribute("aria-label")).toBe("End end, done");
    await course.getByText(/^\d+ tokens in, \d+ out$/u).waitFor();
    expect(workbench.models.requests.at(-1)?.body.messages?.[0]?.content).toBe(
      "Write in the style of a careful newspaper.",
    );
    await takePictures(page, "workflow");
    await page.getByRole("tab", { name: "Triggers" }).click();
    await page.getByLabel("Time zone").fill("Europe/Rome");
    await page.getByRole("button", { name: "Add schedule" }).click();
    const triggers = page.getByRole("list", { name: "Triggers" });
    await expect.poll(() => triggers.getByRole("list").getByRole("listitem").count()).toBe(5);
    await page.getByLabel("Signed requests only").check();
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page.getByText(/\/api\/v1\/hooks\//u).waitFor();
    await page.getByText(/^whsec_/u).waitFor();
    await triggers.getByRole("button", { name: "Switch off" }).first().click();
    await triggers.getByText("Off", { exact: true }).waitFor();
    await takePictures(page, "workflow-triggers");
    await expectAccessible(page);
    await page.getByRole("link", { name: "All workflows" }).click();
    await page.getByRole("row", { name: /^Press release Can run 3/u }).waitFor();
    await takePictures(page, "workflows");
  });

  it("[AF-12] draws and runs four nodes in at most eight clicks, and starts from a template", async () => {
    const page = await workbench.visit({ email: "zoe@example.com", path: "/workflows" });
    const clicks = await countClicks(page);
    await page.getByRole("button", { name: "New workflow" }).click();
    await page.keyboard.type("Four nodes");
    await page.keyboard.press("Enter");
    await node(page, "start").waitFor();
    const kinds = page.getByRole("toolbar", { name: "Add a node" });
    for (const kind of ["Model", "Model", "End"])
      await kinds.getByRole("button", { name: kind, exact: true }).click();
    await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(3);
    workbench.models.answer({ words: ["One."] }, { words: ["Two."] });
    await page.getByRole("button", { name: /^Run…/u }).click();
    await page.getByLabel("Input of the run").fill("rivers");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const course = page.getByRole("region", { name: "Course of the run" });
    await course.getByRole("region", { name: "Output" }).getByText("Two.").waitFor();
    expect(await clicks()).toBeLessThanOrEqual(8);
    // One node again, and all from one on: what comes before it is not asked for anew.
    const count = workbench.models.requests.length;
    workbench.models.answer({ words: ["Two, again."] });
    await node(page, "llm-2").click();
    await page.getByRole("button", { name: "Run this node" }).click();
    await course.getByRole("region", { name: "Output" }).getByText("Two, again.").waitFor();
    await node(page, "llm").getByText("From an earlier run").waitFor();
    await node(page, "llm-2").click();
    await page
      .getByRole("region", { name: "Output in this run" })
      .getByText("Two, again.")
      .waitFor();
    await takePictures(page, "workflow-one-node");
    await expectAccessible(page);
    workbench.models.answer({ words: ["Once more."] });
    await page.getByRole("button", { name: "Run from here" }).click();
    await course.getByRole("region", { name: "Output" }).getByText("Once more.").waitFor();
    expect(workbench.models.requests.length - count).toBe(2);
    await page.getByRole("link", { name: "All workflows" }).click();
    await page.getByRole("button", { name: "New workflow" }).click();
    await page.getByLabel("Name").fill("From a template");
    await choose(page.getByLabel("Start from"), "Draft, then shorten");
    await page.getByRole("button", { name: "Create" }).click();
    await node(page, "shorten").waitFor();
    await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(3);
  });

  it("[AF-12] offers the outputs of earlier nodes at a slash", async () => {
    const id = await make(workbench, "With variables", CHAIN);
    const page = await workbench.visit({ email: EMAIL, path: `/workflows/${id}?node=short` });
    const prompt = page.getByLabel("System prompt");
    await prompt.fill("");
    await prompt.pressSequentially("Shorten: /");
    const offered = page.getByRole("listbox", { name: "Variables" }).getByRole("option");
    await expect
      .poll(() => offered.allTextContents())
      .toEqual(["draft.outputModel", "start.outputStart"]);
    await expectAccessible(page);
    await prompt.pressSequentially("dr");
    await page.keyboard.press("Enter");
    await expect.poll(() => prompt.inputValue()).toBe("Shorten: {{draft.output}}");
    await expect.poll(() => offered.count()).toBe(0);
  });

  it("[AF-13] shows an error at its node, resumes there, cancels, and keeps the history", async () => {
    const id = await make(workbench, "Two steps", CHAIN);
    const page = await workbench.visit({ email: EMAIL, path: `/workflows/${id}` });
    await page.evaluate(CUT);
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page.getByLabel("Input of the run").fill("rivers");
    workbench.models.answer({ words: ["A long draft."] }, { status: 400 });
    await page.keyboard.press("Control+Enter");
    const course = page.getByRole("region", { name: "Course of the run" });
    await course.getByText("Failed", { exact: true }).waitFor();
    await expect
      .poll(() => node(page, "short").getAttribute("aria-label"))
      .toMatch(/^Model short, failed: ./u);
    await expect
      .poll(() => node(page, "draft").getAttribute("aria-label"))
      .toBe("Model draft, done");
    await takePictures(page, "workflow-failed");
    await expectAccessible(page);
    // Somebody who comes back finds the run as it was.
    await page.reload();
    const { promise: never } = Promise.withResolvers<void>();
    workbench.models.answer(
      { words: ["Never ", "ends"], beforeWord: async (at) => (at === 0 ? undefined : await never) },
      { words: ["Short."] },
    );
    await page.getByRole("button", { name: "Resume" }).click();
    await node(page, "short").getByText("Never").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await course.getByText("Stopped", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await course.getByRole("region", { name: "Output" }).getByText("Short.").waitFor();
    const asked = workbench.models.requests.filter(
      ({ body }) => body.messages?.[0]?.content === "Write a draft.",
    );
    expect(asked.length).toBe(1);
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("list", { name: "Runs" }).getByText("Done").waitFor();
    await takePictures(page, "workflow-history");
    const bar = page.getByRole("toolbar", { name: "Add a node" });
    const first = await bar.getByRole("button").allTextContents();
    for (const kind of KINDS) {
      if (first.includes(kind)) await bar.getByRole("button", { name: kind, exact: true }).click();
      else {
        await bar.getByRole("button", { name: "More nodes" }).click();
        await page.getByRole("menuitem", { name: kind, exact: true }).click();
      }
      await page.getByRole("heading", { name: kind, exact: true, level: 2 }).waitFor();
    }
    await expect.poll(() => page.locator(".react-flow__node").count()).toBe(4 + KINDS.length);
    await page.getByRole("button", { name: "Auto-layout" }).click();
    await page.getByRole("button", { name: "Fit View" }).click();
    await node(page, "http").click();
    // The address names the node that is shown, and leads back to it.
    await page.waitForURL(/[?&]node=http/u);
    await takePictures(page, "workflow-kinds");
    await expectAccessible(page);
  });

  it("[AF-11] tells problems at nodes, saves over nobody, exports and imports, on a phone too", async () => {
    const id = await make(workbench, "Checked", CHAIN);
    const page = await workbench.visit({
      email: EMAIL,
      path: `/workflows/${id}`,
      width: 390,
      height: 900,
    });
    await page.getByRole("button", { name: "Fit View" }).click();
    await node(page, "short").click();
    // The new node follows the chosen one, once it is chosen.
    await page.getByRole("region", { name: "Node short" }).waitFor();
    await page.getByRole("button", { name: "Condition", exact: true }).click();
    await page.getByLabel("Expression").fill("{{short.output}} ===");
    await choose(page.getByLabel("Branch"), "no");
    await choose(page.getByLabel("Connect to"), "end");
    const ways = page.getByRole("group", { name: "Next" }).getByRole("listitem");
    await expect.poll(() => ways.allTextContents()).toEqual(["yes → end", "no → end"]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("region", { name: "Node condition" }).getByRole("note").waitFor();
    await expect
      .poll(() => node(page, "condition").getAttribute("aria-label"))
      .toMatch(/^Condition condition: ./u);
    await takePictures(page, "workflow-phone");
    await expectAccessible(page);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    const token = await workbench.token(EMAIL);
    await workbench.platform.send("PUT", `/api/v1/workflows/${id}`, {
      token,
      body: { name: "Changed elsewhere" },
    });
    await page.getByLabel("Name of the workflow").fill("Changed here");
    await page.keyboard.press("Control+s");
    await page.getByRole("dialog").getByRole("button", { name: "Take theirs" }).click();
    await expect
      .poll(() => page.getByLabel("Name of the workflow").inputValue())
      .toBe("Changed elsewhere");
    await page.getByRole("button", { name: "More actions" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Export" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Changed elsewhere.json");
    await page.getByRole("link", { name: "All workflows" }).click();
    await page.getByLabel("Workflow to import").setInputFiles(await saved(download));
    await page.waitForURL(
      (url) => /workflows\/./u.test(url.pathname) && !url.pathname.includes(id),
    );
    await node(page, "condition").waitFor();
    await page.goto(`${workbench.url}/workflows`);
    await expect.poll(() => page.getByRole("link", { name: "Changed elsewhere" }).count()).toBe(2);
    await takePictures(page, "workflows-phone");
    await expectAccessible(page);
  });
});
