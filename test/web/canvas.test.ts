import { choose } from "./support/choose.ts";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench, type Workbench } from "./support/workbench.ts";

const EMAIL = "ada@example.com";

async function make(workbench: Workbench, name: string, graph: unknown): Promise<string> {
  const { status, json, text } = await workbench.platform.send("POST", "/api/v1/workflows", {
    token: await workbench.token(EMAIL),
    body: { name, graph_data: graph },
  });
  expect(status, text).toBe(201);
  return (json as { readonly id: string }).id;
}

async function kept(workbench: Workbench, id: string): Promise<unknown> {
  const token = await workbench.token(EMAIL);
  const { json } = await workbench.platform.send("GET", `/api/v1/workflows/${id}`, { token });
  return (json as { readonly graph_data: unknown }).graph_data;
}

/** Lets a test break the connection of a run, and keep it broken for a while. */
const BREAKABLE = `(() => {
  const real = window.fetch;
  const cutting = new Promise((settle) => {
    window.cut = () => {
      window.isCut = true;
      settle("cut");
    };
  });
  window.fetch = async (request) => {
    if (window.isCut && request.url.includes("/executions/")) throw new TypeError("cut");
    const response = await real(request);
    if (!request.url.endsWith("/execute")) return response;
    const reader = response.body.getReader();
    const body = new ReadableStream({
      pull: async (control) => {
        const next = await Promise.race([reader.read(), cutting]);
        if (next === "cut") control.error(new TypeError("cut"));
        else if (next.done) control.close();
        else control.enqueue(next.value);
      },
    });
    return new Response(body, { headers: response.headers });
  };
})()`;

/** Whether all of a node is on the canvas, and how high its name is drawn. */
async function look(page: Page, id: string) {
  return await page.evaluate<{ isInSight: boolean; size: number }>(`(() => {
    const node = document.querySelector('.react-flow__node[data-id="${id}"]');
    const inner = node.getBoundingClientRect();
    const outer = document.querySelector(".react-flow").getBoundingClientRect();
    const zoom = inner.width / node.offsetWidth;
    return {
      isInSight:
        inner.left >= outer.left && inner.right <= outer.right &&
        inner.top >= outer.top && inner.bottom <= outer.bottom,
      size: zoom * parseFloat(getComputedStyle(node.querySelector(".flow-node-name")).fontSize),
    };
  })()`);
}

function node(page: Page, id: string) {
  return page.locator(`.react-flow__node[data-id="${id}"]`);
}

describeWorkbench("the canvas of a workflow", (workbench) => {
  it("renames a node wherever others name it, and leaves texts alone", async () => {
    const id = await make(workbench, "Letters", {
      nodes: [
        { id: "start", type: "start" },
        { id: "ask", type: "condition", data: { expression: "start.output contains 'start'" } },
        {
          id: "write",
          type: "skill",
          data: {
            skillName: "letter",
            inputMappings: {
              letter: "start",
              tone: "start.output",
              title: "start of it",
              body: "{{start.output}}",
            },
          },
        },
        { id: "end", type: "end" },
      ],
      edges: [
        { source: "start", target: "ask" },
        { source: "ask", target: "write", sourceHandle: "true" },
        { source: "write", target: "end" },
      ],
    });
    const page = await workbench.visit({ email: EMAIL, path: `/workflows/${id}` });
    await node(page, "start").click();
    await page.getByLabel("Id", { exact: true }).fill("begin");
    await page.getByLabel("Id", { exact: true }).press("Enter");
    await node(page, "begin").waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText("Saved", { exact: true }).waitFor();
    await expect
      .poll(() => kept(workbench, id))
      .toMatchObject({
        nodes: [
          { id: "begin" },
          { data: { expression: "begin.output contains 'start'" } },
          {
            data: {
              inputMappings: {
                letter: "begin",
                tone: "begin.output",
                title: "start of it",
                body: "{{begin.output}}",
              },
            },
          },
          { id: "end" },
        ],
        edges: [{ source: "begin" }, { source: "ask" }, { source: "write" }],
      });
  });

  it("shows every error that stops a run: the worst at its node, the others above", async () => {
    const id = await make(workbench, "Round", {
      nodes: [
        { id: "start", type: "start" },
        { id: "one", type: "llm" },
        { id: "two", type: "llm" },
        { id: "end", type: "end" },
      ],
      edges: [
        { source: "start", target: "end" },
        { source: "one", target: "two" },
        { source: "two", target: "one" },
        { source: "end", target: "gone" },
      ],
    });
    const page = await workbench.visit({ email: EMAIL, path: `/workflows/${id}` });
    await page
      .getByRole("alert")
      .filter({ hasText: "names node 'gone', which does not exist" })
      .waitFor();
    const labels = page.locator(".react-flow__node[aria-label*='contains a cycle']");
    await expect.poll(() => labels.count()).toBe(1);
    await page.getByRole("button", { name: "Cut it" }).click();
    await page.getByText("names node 'gone'").waitFor({ state: "detached" });
    await page.keyboard.press("Control+s");
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(JSON.stringify(await kept(workbench, id))).not.toContain("gone");
  });

  it("[AF-13] keeps what is known of a run in sight while the connection is gone", async () => {
    const id = await make(workbench, "Story", {
      nodes: [
        { id: "start", type: "start" },
        { id: "tell", type: "llm" },
        { id: "end", type: "end" },
      ],
      edges: [
        { source: "start", target: "tell" },
        { source: "tell", target: "end" },
      ],
    });
    const page = await workbench.visit({ email: EMAIL, path: `/workflows/${id}` });
    await node(page, "tell").waitFor();
    await page.evaluate(BREAKABLE);
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    workbench.models.answer({
      words: ["Once upon a time", " there was an end."],
      beforeWord: async (index) => (index === 0 ? undefined : await goOn),
    });
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page.getByLabel("Input of the run").fill("rivers");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await node(page, "tell").getByText("Once upon a time").waitFor();
    let tries = 0;
    await page.exposeFunction("countTry", () => {
      tries += 1;
    });
    await page.evaluate(`(() => {
      const last = window.fetch;
      window.fetch = (request) => {
        if (request.url.includes("/executions/")) void window.countTry();
        return last(request);
      };
      window.cut();
    })()`);
    await page.getByText("The connection is gone. It is tried again.").waitFor();
    // Once it was tried in vain, what was known is still there.
    await expect.poll(() => tries).toBeGreaterThan(1);
    await expect.poll(() => node(page, "tell").textContent()).toContain("Once upon a time");
    await expect
      .poll(() => node(page, "start").getAttribute("aria-label"))
      .toBe("Start start, done");
    resolve();
    await page.evaluate("window.isCut = false");
    await page
      .getByRole("region", { name: "Output" })
      .getByText("Once upon a time there was an end.")
      .waitFor();
  });

  it("opens a long workflow at its start, to be read, and keeps a new node in sight", async () => {
    const ids = ["start", "one", "two", "three", "four", "end"];
    const types = ["start", "llm", "llm", "llm", "llm", "end"];
    const id = await make(workbench, "Long", {
      nodes: ids.map((name, index) => ({ id: name, type: types[index] })),
      edges: ids.slice(1).map((target, index) => ({ source: ids[index], target })),
    });
    const page = await workbench.visit({ email: EMAIL, path: `/workflows/${id}` });
    await node(page, "start").waitFor();
    await expect.poll(async () => (await look(page, "start")).isInSight).toBe(true);
    expect((await look(page, "start")).size).toBeGreaterThan(9.5);
    await page.getByRole("img", { name: "Map of the whole workflow" }).waitFor();
    await node(page, "four").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Model", exact: true }).click();
    await node(page, "llm").waitFor();
    await expect.poll(async () => (await look(page, "llm")).isInSight).toBe(true);
    await takePictures(page, "workflow-long");
    await expectAccessible(page);
    expect((await look(page, "llm")).size).toBeGreaterThan(9.5);
  });

  it("connects the first node of a new workflow, and names a knowledge base by its name", async () => {
    const token = await workbench.token(EMAIL);
    const body = { name: "handbook" };
    await workbench.platform.send("POST", "/api/v1/knowledge", { token, body });
    const page = await workbench.visit({ email: EMAIL, path: "/workflows" });
    await page.getByRole("button", { name: "New workflow" }).click();
    await page.keyboard.type("Fresh");
    await page.keyboard.press("Enter");
    await node(page, "start").waitFor();
    await page.getByRole("button", { name: "Knowledge", exact: true }).click();
    await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(1);
    await page.keyboard.press("Control+s");
    await page.getByText("Saved", { exact: true }).waitFor();
    await node(page, "knowledge").getByText("has no knowledge base and will fail").waitFor();
    await page.getByRole("link", { name: "All workflows" }).click();
    await page.getByRole("row", { name: /^Fresh Runs in part/u }).waitFor();
    await page.getByRole("link", { name: "Fresh" }).click();
    await node(page, "knowledge").click();
    await choose(page.getByLabel("Knowledge base", { exact: true }), "handbook");
    await node(page, "knowledge").getByText("handbook").waitFor();
  });

  it("[AF-13] says that a run keeps its workflow, and runs a mended one with the same input", async () => {
    const id = await make(workbench, "Mended", {
      nodes: [
        { id: "start", type: "start" },
        { id: "ask", type: "llm", data: { systemPrompt: "Be short." } },
        { id: "end", type: "end" },
      ],
      edges: [
        { source: "start", target: "ask" },
        { source: "ask", target: "end" },
      ],
    });
    const page = await workbench.visit({ email: EMAIL, path: `/workflows/${id}` });
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page.getByLabel("Input of the run").fill("rivers of Asia");
    workbench.models.answer({ status: 400 });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("Resume goes on at the node that failed").waitFor();
    await node(page, "ask").click();
    await page.getByRole("tab", { name: "Node", exact: true }).click();
    await page.getByLabel("System prompt").fill("Be quick.");
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page.getByText("Resume goes on without the change.").waitFor();
    workbench.models.answer({ words: ["The Ob and the Lena."] });
    await page.getByRole("button", { name: "Run again with the changed workflow" }).click();
    await page.getByRole("region", { name: "Output" }).getByText("The Ob and the Lena.").waitFor();
    expect(workbench.models.requests.at(-1)?.body.messages?.at(-1)?.content).toBe("rivers of Asia");
  });
});
