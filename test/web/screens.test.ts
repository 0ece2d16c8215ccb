/** The pages of work on three screens, empty and full: nothing is cut off, nothing stands out to the side. */
import { expect, it } from "vitest";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench, type Workbench } from "./support/workbench.ts";

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 720 };

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

const CANVAS = "workflows/";

/** The pages, with words that each shows once everything that it asks the server for has come. */
const PAGES = {
  full: {
    chat: ["Which colour do badges have?"],
    knowledge: ["handbook", ".md"],
    workflows: ["Press release", LONG],
    run: ["Writes release notes", "Tokens"],
    "run/release-notes": ["One change a line.", "Tokens"],
    [CANVAS]: ["is-long"],
  },
  empty: {
    chat: ["Ask something", "Your chats appear here."],
    knowledge: ["There is no knowledge base yet"],
    workflows: ["There is no workflow yet"],
    run: ["There is no skill to run", "No runs yet."],
  },
} as const;

/** As long as anything else in a browser may take on a busy machine. */
const PATIENT = { timeout: 45_000 };

describeWorkbench("the pages of work", (workbench) => {
  it("fit every screen, empty and full", { timeout: 300_000 }, async () => {
    const id = await fill(workbench, "ada@example.com");
    for (const [state, email] of [
      ["full", "ada@example.com"],
      ["empty", "eve@example.com"],
    ] as const) {
      const page = await workbench.visit({ email, path: "/skills", ...PHONE });
      for (const [path, words] of Object.entries(PAGES[state])) {
        // It is loaded on the screen that is harder to fit, and then made wider.
        await page.setViewportSize(PHONE);
        await page.goto(`${workbench.url}/${path === CANVAS ? path + id : path}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        for (const word of words) await page.locator("main", { hasText: word }).waitFor();
        await expect.poll(() => page.locator(".loading").count(), PATIENT).toBe(0);
        const name = `screen-${path === CANVAS ? "workflows-canvas" : path.replace("/", "-")}`;
        await takePictures(page, `${name}-${state}-phone`);
        await expect
          .poll(() => page.evaluate(WIDTH), { ...PATIENT, message: path })
          .toBe(PHONE.width);
        await expectAccessible(page);
        await page.setViewportSize(LAPTOP);
        await takePictures(page, `${name}-${state}-laptop`);
        await expect
          .poll(() => page.evaluate(WIDTH), { ...PATIENT, message: path })
          .toBe(LAPTOP.width);
      }
    }
  });
});

/** The letters count as well, which come last. */
const WIDTH = "document.fonts.ready.then(() => document.documentElement.scrollWidth)";
