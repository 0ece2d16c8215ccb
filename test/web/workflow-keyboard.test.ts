/** Workflows without a mouse, and workflows as files. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { saved } from "./support/downloads.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const EMAIL = "ada@example.com";

const FOCUSED = `(document.activeElement?.getAttribute("aria-label") ??
  document.activeElement?.labels?.[0]?.textContent ??
  document.activeElement?.textContent ?? "").trim()`;

async function tabTo(page: Page, name: string, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let count = 0; count < 60; count += 1) {
    const now = await page.evaluate<string>(FOCUSED);
    if (now === name) return;
    passed.push(now.slice(0, 40));
    await page.keyboard.press(key);
  }
  throw new Error(`\`${name}\` cannot be reached by ${key}, only ${passed.join(" | ")}.`);
}

async function press(page: Page, name: string, key = "Tab"): Promise<void> {
  await tabTo(page, name, key);
  await page.keyboard.press("Enter");
}

function node(page: Page, id: string) {
  return page.locator(`.react-flow__node[data-id="${id}"]`);
}

interface Wire {
  readonly graph_data: {
    readonly nodes: readonly { readonly id: string; readonly position: { readonly x: number } }[];
    readonly edges: readonly { readonly source: string; readonly target: string }[];
  };
}

/** As long as anything else in a browser may take on a busy machine. */
const PATIENT = { timeout: 15_000 };

describeWorkbench("workflows by keyboard, and as files", (workbench) => {
  const read = async (id: string): Promise<Wire> => {
    const token = await workbench.token(EMAIL);
    return (await workbench.platform.send("GET", `/api/v1/workflows/${id}`, { token }))
      .json as Wire;
  };

  it("[AF-12] adds, connects, moves, deletes, undoes, saves and runs without a mouse", async () => {
    const page = await workbench.visit({ email: EMAIL, path: "/workflows", width: 1440 });
    await page.getByRole("heading", { name: "There is no workflow yet" }).waitFor();
    await press(page, "Draw the first one");
    await page.keyboard.type("By hand");
    await page.keyboard.press("Enter");
    await node(page, "start").waitFor();
    await tabTo(page, "Start start");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Node start" }).waitFor();
    // A new node is put after the chosen one, and chosen.
    await press(page, "Model", "Shift+Tab");
    await node(page, "llm").waitFor();
    await expect.poll(() => page.locator(".react-flow__edge").count(), PATIENT).toBe(1);
    await press(page, "Condition");
    await node(page, "condition").waitFor();
    await tabTo(page, "Condition condition");
    await page.keyboard.press("Delete");
    await node(page, "condition").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate<string>(FOCUSED), PATIENT).toBe("Model llm");
    await page.keyboard.press("Control+z");
    await node(page, "condition").waitFor();
    await page.keyboard.press("Control+Shift+z");
    await node(page, "condition").waitFor({ state: "detached" });

    await page.keyboard.press("Enter");
    const fields = page.getByRole("region", { name: "Node llm" });
    await fields.waitFor();
    // The chosen node leads on to its fields, and Escape comes back.
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate<string>(FOCUSED), PATIENT).toBe("Id");
    await tabTo(page, "System prompt");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Answer in one word.");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate<string>(FOCUSED), PATIENT).toBe("Model llm");

    await page.keyboard.press("Escape");
    await press(page, "End", "Shift+Tab");
    await node(page, "end").waitFor();
    // Where nothing is chosen, the new node follows the one that led nowhere yet.
    await expect.poll(() => page.locator(".react-flow__edge").count(), PATIENT).toBe(2);
    await tabTo(page, "Start start");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Node start" }).waitFor();
    await page.keyboard.press("Enter");
    await tabTo(page, "Connect to");
    await page.keyboard.press("Enter");
    await page.getByRole("listbox").waitFor();
    await page.keyboard.type("end");
    await page.locator('[role="option"][data-highlighted]', { hasText: "end" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".react-flow__edge").count(), PATIENT).toBe(3);

    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate<string>(FOCUSED), PATIENT).toBe("Start start");
    await page.keyboard.press("Escape");
    await tabTo(page, "Model llm");
    await page.keyboard.press("Enter");
    await fields.waitFor();
    for (let count = 0; count < 3; count += 1) await page.keyboard.press("Shift+ArrowDown");
    await takePictures(page, "workflow-keyboard");
    await expectAccessible(page);
    await page.keyboard.press("Control+s");
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { graph_data: kept } = await read(id);
    expect(kept.edges).toMatchObject([
      { source: "start", target: "llm" },
      { source: "llm", target: "end" },
      { source: "start", target: "end" },
    ]);
    const placeOf = (wanted: string): { readonly x: number; readonly y?: number } | undefined =>
      kept.nodes.find((one) => one.id === wanted)?.position;
    expect(placeOf("llm")?.y).toBeGreaterThan(placeOf("start")?.y ?? 0);

    workbench.models.answer({ words: ["Yes."] });
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => page.evaluate<string>(FOCUSED), PATIENT).toBe("Input of the run");
    await page.keyboard.type("Is it done?");
    await page.keyboard.press("Control+Enter");
    const course = page.getByRole("region", { name: "Course of the run" });
    await course.getByText("Done", { exact: true }).waitFor();
    await expect.poll(() => node(page, "llm").getAttribute("aria-label")).toBe("Model llm, done");
  });

  it("[AF-11] exports what it imports, and tells what is wrong with a file, and where", async () => {
    const page = await workbench.visit({ email: EMAIL, path: "/workflows" });
    await page.getByRole("heading", { level: 1, name: "Workflows" }).waitFor();
    const take = async (name: string, text: string): Promise<void> =>
      await page
        .getByLabel("Workflow to import")
        .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await take(
      "torn.json",
      '{\n  "version": 1,\n  "name": "Torn",\n  "graph_data": {"nodes": [}\n}',
    );
    const torn = page.getByRole("dialog", { name: "torn.json was not imported" });
    await torn.getByText("This is no JSON from here on.", { exact: false }).waitFor();
    await torn.getByText("Line 4, column 28").waitFor();
    await takePictures(page, "workflows-import-torn");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await torn.waitFor({ state: "detached" });

    const broken = { ...FILE, graph_data: { ...FILE.graph_data, nodes: BROKEN_NODES } };
    await take("broken.json", JSON.stringify(broken, undefined, 2));
    const refused = page.getByRole("dialog", { name: "broken.json was not imported" });
    await refused.getByText("Field type of the node fetch").waitFor();
    await refused.getByText("Unknown node type", { exact: false }).waitFor();
    await refused.getByText('"type": "telegram"').waitFor();
    await takePictures(page, "workflows-import-broken");
    await page.keyboard.press("Escape");

    await take("later.json", JSON.stringify({ ...FILE, version: 2 }, undefined, 2));
    const later = page.getByRole("dialog", { name: "later.json was not imported" });
    await later.getByText("Unsupported version, expected 1").waitFor();
    await later.getByText("Line 2, column 14").waitFor();
    await page.keyboard.press("Escape");

    await take("whole.json", JSON.stringify(FILE));
    await page.waitForURL(/\/workflows\/./u);
    await node(page, "ask").waitFor();
    // What is wrong with a node is told at it.
    await expect
      .poll(() => node(page, "ask").getAttribute("aria-label"))
      .toMatch(/^Condition ask: ./u);
    await page.getByRole("button", { name: "More actions" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Export" }).click(),
    ]);
    expect(JSON.parse(readFileSync(await saved(download), "utf8"))).toEqual(FILE);
  });
});

/** With things that only other editors know. */
const FILE = {
  version: 1,
  name: "Round trip",
  description: "Comes back as it went.",
  graph_data: {
    nodes: [
      { id: "start", type: "start", position: { x: 0, y: 10.5 }, data: {}, color: "red" },
      {
        id: "ask",
        type: "condition",
        position: { x: 240, y: 0 },
        data: { expression: "{{input}} ===", note: "kept" },
      },
      { id: "end", type: "end", position: { x: 480, y: 0 }, data: {} },
    ],
    edges: [
      { id: "e1", source: "start", target: "ask", label: "first" },
      { id: "e2", source: "ask", target: "end", sourceHandle: "false" },
    ],
    viewport: { x: 1, y: 2, zoom: 1 },
  },
};

const BROKEN_NODES = [
  { id: "start", type: "start" },
  { id: "fetch", type: "telegram" },
];
