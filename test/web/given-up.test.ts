/** Documents and runs that were given up, since the server ended at them again and again. */
import { expect, it } from "vitest";
import { resumeDocuments } from "../../src/hub/knowledge/index.ts";
import { until } from "../support/wait.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const EMAIL = "ada@example.com";
const GRAPH = {
  nodes: [
    { id: "start", type: "start" },
    { id: "draft", type: "llm", data: { systemPrompt: "Write a draft." } },
    { id: "end", type: "end" },
  ],
  edges: [
    { source: "start", target: "draft" },
    { source: "draft", target: "end" },
  ],
};

describeWorkbench("what was given up", (workbench) => {
  it("[BX-14] shows the reason at a document, which can be tried again", async () => {
    const page = await workbench.visit({ email: EMAIL, path: "/knowledge" });
    await page.getByRole("button", { name: "Make the first one" }).click();
    await page.keyboard.type("letters");
    await page.keyboard.press("Enter");
    const file = { name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("Dear Ada") };
    await page.getByLabel("Files to upload").setInputFiles([file]);
    await page.getByRole("row", { name: /^letter\.txt Ready 1/u }).waitFor();
    // As servers leave it that ended at it.
    const { knowledge } = workbench.platform.ports;
    await knowledge.database.query
      .updateTable("documents")
      .set({ status: "processing", attempts: 3, updated_at: "2000-01-01T00:00:00.000Z" })
      .execute();
    await resumeDocuments(knowledge, new AbortController().signal);
    await page.reload();
    const row = page.getByRole("row", { name: /^letter\.txt .* Failed/u });
    await row.getByText(/broken off 3 times, so it was given up\. Retry it/u).waitFor();
    await takePictures(page, "given-up-document");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Try again with letter.txt" }).click();
    await page.getByRole("row", { name: /^letter\.txt Ready 1/u }).waitFor();
  });

  it("[BX-14] shows the reason at a run, which can be resumed", async () => {
    const { ports, send } = workbench.platform;
    const token = await workbench.token(EMAIL);
    const body = { name: "Draft", graph_data: GRAPH };
    const made = await send("POST", "/api/v1/workflows", { token, body });
    const { id } = made.json as { readonly id: string };
    const page = await workbench.visit({ email: EMAIL, path: `/workflows/${id}` });
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page.getByLabel("Input of the run").fill("rivers");
    const { promise: never } = Promise.withResolvers<void>();
    const asked = workbench.models.requests.length;
    workbench.models.answer({ words: ["Never"], beforeWord: () => never }, { words: ["A draft."] });
    await page.keyboard.press("Control+Enter");
    await until("the model is asked", () => workbench.models.requests.length > asked);
    const course = page.getByRole("region", { name: "Course of the run" });
    await course.getByText("running", { exact: true }).waitFor();
    // As it waits after servers have ended at it.
    const later = "2999-01-01T00:00:00.000Z";
    await ports.database.query
      .updateTable("workflow_runs")
      .set({ attempts: 2, claimed_by: null, lease_until: later })
      .execute();
    await ports.database.query
      .insertInto("workflow_pauses")
      .values((query) => ({
        user_id: query.selectFrom("workflow_runs").select("user_id").limit(1),
        until: later,
        lasts_ms: 16_000,
      }))
      .execute();
    await course.getByText("Paused", { exact: true }).waitFor();
    await course.getByText(/Servers ended while runs of yours were at work/u).waitFor();
    await expectAccessible(page);
    await ports.database.query.deleteFrom("workflow_pauses").execute();
    // As servers leave it that ended at it.
    await ports.database.query
      .updateTable("workflow_runs")
      .set({ attempts: 3, claimed_by: null, lease_until: null })
      .execute();
    ports.workflows.engine.begin();
    await course.getByText("Failed", { exact: true }).waitFor();
    await course.getByText(/The run was given up: the server ended or failed 3 times/u).waitFor();
    await takePictures(page, "given-up-run");
    await expectAccessible(page);
    await page.getByRole("tab", { name: "History" }).click();
    await page
      .getByRole("list", { name: "Runs" })
      .getByText(/was given up/u)
      .waitFor();
    await takePictures(page, "given-up-history");
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await course.getByRole("region", { name: "Output" }).getByText("A draft.").waitFor();
    const run = await ports.database.query
      .selectFrom("workflow_runs")
      .select(["status", "error"])
      .executeTakeFirstOrThrow();
    expect(run).toEqual({ status: "completed", error: null });
  });
});
