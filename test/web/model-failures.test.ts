import { expect, it } from "vitest";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench } from "./support/workbench.ts";

const EMAIL = "ada@example.com";
const SKILL = "---\nname: greet\ndescription: Greets somebody.\n---\n\nSay hello.\n";

describeWorkbench("a model that does not answer", (workbench) => {
  it.each([
    [401, "The provider refused the key of the server."],
    [404, "The provider knows no such model, or its address is wrong."],
    [429, "The provider takes no more calls for now. Wait a while, then try again."],
    [400, "The provider refused the request;"],
    [500, "The provider had a fault of its own."],
  ] as const)("[AF-14] is told by its reason in a chat: %i", async (status, words) => {
    workbench.models.answer({ status });
    const page = await workbench.visit({ email: EMAIL, path: "/chat" });
    await page.getByRole("combobox", { name: "Your message" }).fill("How are you?");
    await page.getByRole("button", { name: "Send" }).click();
    const alert = page.getByRole("log").getByRole("alert").filter({ hasText: words });
    await alert.getByText("Chat generation failed").waitFor();
    // What the provider said itself is nobody's business.
    await expect.poll(() => page.getByText("It does not work today.").count()).toBe(0);
    if (status !== 401) return;
    await takePictures(page, "chat-refused-key");
    await expectAccessible(page);
    await alert.getByRole("link", { name: "Look at the models" }).click();
    await page.getByRole("tab", { name: "Models", selected: true }).waitFor();
  });

  it("[AF-13] is told by its reason at the node of a workflow, and where a skill is run", async () => {
    const token = await workbench.token(EMAIL);
    const { json } = await workbench.platform.send("POST", "/api/v1/workflows", {
      token,
      body: {
        name: "Asks",
        graph_data: {
          nodes: [
            { id: "start", type: "start" },
            { id: "ask", type: "llm", data: { model: "nobody:knows" } },
            { id: "end", type: "end" },
          ],
          edges: [
            { source: "start", target: "ask" },
            { source: "ask", target: "end" },
          ],
        },
      },
    });
    const { id } = json as { readonly id: string };
    const page = await workbench.visit({ email: EMAIL, path: `/workflows/${id}` });
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page.getByLabel("Input of the run").fill("rivers");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const course = page.getByRole("region", { name: "Course of the run" });
    await course
      .getByText("LLM call failed. The provider knows no such model, or its address is wrong.")
      .waitFor();
    await page.locator(".react-flow__node[aria-label*='knows no such model']").waitFor();
    const body = { name: "greet", content: SKILL };
    await workbench.platform.send("POST", "/api/v1/skills", { token, body });
    workbench.models.answer({ status: 403 });
    await page.goto(`${workbench.url}/run/greet`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page
      .getByRole("region", { name: "Result" })
      .getByText("The provider refused the key of the server.")
      .waitFor();
  });
});
