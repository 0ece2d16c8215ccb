/** The pages of work on three screens, empty and full: nothing is cut off, nothing stands out to the side. */
import { expect, it } from "vitest";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench, type Workbench } from "./support/workbench.ts";

const SCREENS = [
  ["laptop", 1280, 720],
  ["phone", 390, 844],
] as const;

const LONG =
  "a-name-that-is-as-long-as-names-of-things-get-when-somebody-puts-everything-into-them";

const SKILL = `---
name: release-notes
description: Writes release notes from a list of changes. Use before a release, when somebody asks what is new.
inputs:
  - { name: changes, label: Changes, type: textarea, required: true, description: One change a line. }
---

Write about {{changes}}.
`;

const GRAPH = {
  nodes: [
    { id: "start", type: "start" },
    { id: "draft", type: "llm", data: { systemPrompt: "Write a draft of what is asked for." } },
    { id: "is-long", type: "condition", data: { expression: "{{draft.output}} contains ." } },
    { id: "fetch", type: "http", data: { url: "" } },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "draft" },
    { source: "draft", target: "is-long" },
    { source: "is-long", target: "fetch", sourceHandle: "true" },
    { source: "is-long", target: "end", sourceHandle: "false" },
    { source: "fetch", target: "end" },
  ],
};

async function fill(workbench: Workbench, email: string): Promise<string> {
  const { platform } = workbench;
  const token = await workbench.token(email);
  const post = async (path: string, body: object): Promise<{ readonly id: string }> =>
    (await platform.send("POST", path, { token, body })).json as { readonly id: string };
  for (const name of ["handbook", LONG]) {
    await post("/api/v1/knowledge", { name, description: "How we work here, and why." });
    const form = new FormData();
    form.set("file", new File(["Badges are blue. ".repeat(90)], `${name}.md`));
    await platform.send("POST", `/api/v1/knowledge/${name}/upload`, { token, body: form });
  }
  await platform.settle();
  await post("/api/v1/skills", { name: "release-notes", content: SKILL });
  workbench.models.answer({ words: ["They are **blue**."] });
  for (const message of ["Which colour do badges have?", LONG]) {
    const body = { session_id: message.slice(0, 20).replaceAll(/\W/gu, "-"), message };
    await post("/api/v1/chat/completions", body);
  }
  await platform.send("POST", "/api/v1/skills/release-notes/run", { token, body: { inputs: {} } });
  await post("/api/v1/workflows", { name: LONG, graph_data: { nodes: [], edges: [] } });
  const graph = { name: "Press release", description: "For every Friday.", graph_data: GRAPH };
  return (await post("/api/v1/workflows", graph)).id;
}

/** As long as anything else in a browser may take on a busy machine. */
const PATIENT = { timeout: 15_000 };

describeWorkbench("the pages of work", (workbench) => {
  it("fit every screen, empty and full", { timeout: 300_000 }, async () => {
    const id = await fill(workbench, "ada@example.com");
    const pages = ["chat", "knowledge", "workflows", "run", "run/release-notes", `workflows/${id}`];
    for (const [state, email] of [
      ["full", "ada@example.com"],
      ["empty", "eve@example.com"],
    ] as const)
      for (const [screen, width, height] of SCREENS) {
        const page = await workbench.visit({ email, path: "/skills", width, height });
        for (const path of state === "full" ? pages : pages.slice(0, 4)) {
          await page.goto(`${workbench.url}/${path}`);
          await page.getByRole("heading", { level: 1 }).waitFor();
          await page.waitForLoadState("networkidle");
          await expect.poll(() => page.locator(".loading").count(), PATIENT).toBe(0);
          const name = path.replace("/", "-").replace(id, "canvas");
          await takePictures(page, `screen-${name}-${state}-${screen}`);
          const wide = await page.evaluate("document.documentElement.scrollWidth");
          expect([path, screen, wide]).toEqual([path, screen, width]);
          if (screen === "phone") await expectAccessible(page);
        }
      }
  });
});
