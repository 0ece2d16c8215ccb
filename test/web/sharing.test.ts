import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { setFeature } from "../../src/hub/features/index.ts";
import { choose } from "./support/choose.ts";
import { accept } from "../support/invitations.ts";
import { expectAccessible, takePictures } from "./support/look.ts";
import { describeWorkbench, type Workbench } from "./support/workbench.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.com";
const EVE = "eve@example.com";

const GRAPH = {
  nodes: [
    { id: "start", type: "start" },
    { id: "end", type: "end" },
  ],
  edges: [{ source: "start", target: "end" }],
};

/** A base and a workflow of Ada, who leads a team that Bob is in. */
async function prepare(workbench: Workbench): Promise<string> {
  const { platform } = workbench;
  const token = await workbench.token(ADA);
  for (const email of [BOB, EVE]) await workbench.token(email);
  const idOf = async (path: string, body: object): Promise<string> => {
    const { status, json } = await platform.send("POST", path, { token, body });
    expect(status).toBe(201);
    return (json as { readonly id: string }).id;
  };
  await idOf("/api/v1/knowledge", { name: "diary", description: "What happened." });
  const team = await idOf("/api/v1/teams", { name: "crew" });
  await platform.send("PUT", `/api/v1/teams/${team}/members`, { token, body: { email: BOB } });
  await accept(platform, await workbench.token(BOB));
  return await idOf("/api/v1/workflows", { name: "Morning", graph_data: GRAPH });
}

async function share(page: Page, whom: string, team?: string): Promise<void> {
  await page.getByRole("button", { name: /^Shared with: /u }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: whom }).check();
  if (team !== undefined) await choose(dialog.getByLabel("Team", { exact: true }), team);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
}

describeWorkbench("what users share with each other", (workbench) => {
  it("[AF-16] shares a skill from its editor, to be read and run and not to be changed", async () => {
    const token = await workbench.token(ADA);
    await workbench.token(EVE);
    const content = "---\nname: shared-skill\ndescription: Is shared.\n---\n\nDo it.\n";
    const body = { name: "shared-skill", content };
    const made = await workbench.platform.send("POST", "/api/v1/skills", { token, body });
    expect(made.status).toBe(201);
    const path = "/skills/shared-skill";
    const eve = await workbench.visit({ email: EVE, path });
    await eve.getByRole("alert").getByText("not found", { exact: false }).waitFor();
    const ada = await workbench.visit({ email: ADA, path });
    await share(ada, "Everyone");
    await ada.getByText("shared-skill is shared with everyone.").waitFor();
    await takePictures(ada, "editor-shared");
    await expectAccessible(ada);
    await eve.reload();
    await eve.getByText("Shared with you, to read and run").waitFor();
    const text = eve.getByRole("textbox", { name: "Text of shared-skill" });
    await text.getByText("Do it.").click();
    await eve.keyboard.type("no");
    await text.getByText("Do it.").waitFor();
    for (const name of ["Save", "More actions", "Add a file", "Fix all"])
      await expect.poll(() => eve.getByRole("button", { name }).count()).toBe(0);
    await expectAccessible(eve);
    await share(ada, "Only you");
    await ada.getByText("shared-skill is private.").waitFor();
    await eve.reload();
    await eve.getByRole("alert").getByText("not found", { exact: false }).waitFor();
  });

  it("[AF-16] keeps knowledge bases and workflows private until their owner shares them", async () => {
    const workflow = await prepare(workbench);
    const see = async (email: string, path: string): Promise<Page> =>
      await workbench.visit({ email, path });
    const eve = await see(EVE, "/knowledge");
    await eve.getByRole("heading", { name: "There is no knowledge base yet" }).waitFor();
    await eve.goto(`${workbench.url}/workflows`);
    await eve.getByRole("heading", { name: "There is no workflow yet" }).waitFor();

    const ada = await see(ADA, "/knowledge");
    await ada.getByRole("button", { name: "Shared with: Only you" }).click();
    await ada.getByRole("radio", { name: "A team" }).check();
    await takePictures(ada, "share");
    await expectAccessible(ada);
    await ada.keyboard.press("Escape");
    await share(ada, "A team", "crew");
    await ada.getByText("diary is shared with Team crew.").waitFor();
    await ada.getByRole("button", { name: "Shared with: Team crew" }).waitFor();
    await ada.goto(`${workbench.url}/workflows/${workflow}`);
    await share(ada, "Everyone");
    await ada.getByRole("button", { name: "Shared with: Everyone" }).waitFor();
    await takePictures(ada, "workflow-shared");
    await expectAccessible(ada);

    const bob = await see(BOB, "/knowledge");
    await bob.getByRole("heading", { name: "diary" }).waitFor();
    await bob.getByText("Shared with you").waitFor();
    await expect.poll(() => bob.getByRole("button", { name: "Delete base" }).count()).toBe(0);
    await expect.poll(() => bob.getByLabel("Files to upload").count()).toBe(0);
    await takePictures(bob, "knowledge-shared");
    await eve.goto(`${workbench.url}/knowledge`);
    await eve.getByRole("heading", { name: "There is no knowledge base yet" }).waitFor();
    await eve.goto(`${workbench.url}/workflows`);
    await eve.getByRole("link", { name: "Morning" }).click();
    await eve.getByText("Shared with you", { exact: false }).waitFor();
    await eve.getByRole("button", { name: "More actions" }).click();
    await expect.poll(() => eve.getByRole("menuitem").allTextContents()).toEqual(["Export"]);
    await eve.keyboard.press("Escape");
    await expect.poll(() => eve.getByRole("button", { name: "Save" }).count()).toBe(0);
    await takePictures(eve, "workflow-foreign");
    await expectAccessible(eve);

    const { platform } = workbench;
    await setFeature(platform.ports.features, "ENABLE_PUBLIC_EMBED", true);
    const token = await workbench.token(ADA);
    const published = { token, body: { workflow_id: workflow } };
    await platform.send("POST", "/api/v1/publish/embed", published);
    await ada.getByRole("button", { name: /^Shared with: /u }).click();
    await ada.getByRole("button", { name: /^Revoke the page published/u }).click();
    await ada.getByRole("region", { name: "Published pages" }).waitFor({ state: "detached" });
    const left = await platform.send("GET", "/api/v1/publish/embeds", { token });
    expect(left.json).toEqual({ embeds: [] });
    await ada.keyboard.press("Escape");

    await share(ada, "Only you");
    await ada.getByText("Morning is private.").waitFor();
    await eve.reload();
    await eve.getByText(`Workflow ${workflow} not found`).waitFor();
  });
});
