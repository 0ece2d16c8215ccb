/** Workflows that a stranger shares: whoever runs one lends it nothing that the stranger may not read. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/hub/data/index.ts";
import { createPlatform, eventsOf, type Platform } from "../support/platform.ts";

let database: Database;
let platform: Platform;
let root = "";
let eve = "";
let bob = "";

const SECRET = "The salary of Bob is 123456.";

beforeEach(async () => {
  database = await openDatabase({ address: ":memory:" });
  platform = await createPlatform({ database });
  platform.ports.workflows.engine.begin();
  // The first account is that of an administrator, who may read everything.
  root = await platform.join("root@x.org");
  [eve, bob] = [await platform.join("eve@x.org"), await platform.join("bob@x.org")];
  await platform.send("POST", "/api/v1/knowledge", { token: bob, body: { name: "notes" } });
  const body = new FormData();
  body.append("file", new File([SECRET], "notes.txt"));
  await platform.send("POST", "/api/v1/knowledge/notes/upload", { token: bob, body });
  await platform.settle();
});

afterEach(async () => {
  await platform.ports.workflows.engine.close(0);
  await database.close();
});

/** A start, one node, and an end. */
function graphOf(type: string, data: object): object {
  return {
    nodes: [
      { id: "s", type: "start" },
      { id: "n", type, data },
      { id: "e", type: "end" },
    ],
    edges: [
      { source: "s", target: "n" },
      { source: "n", target: "e" },
    ],
  };
}

async function make(token: string, name: string, graph_data: object): Promise<string> {
  const made = await platform.send("POST", "/api/v1/workflows", {
    token,
    body: { name, graph_data },
  });
  return (made.json as { readonly id: string }).id;
}

async function share(token: string, path: string): Promise<void> {
  const { status } = await platform.send("PUT", `${path}/sharing`, {
    token,
    body: { visibility: "public" },
  });
  expect(status).toBe(200);
}

async function run(token: string, id: string, more: object = {}): Promise<string> {
  const { text } = await platform.send("POST", `/api/v1/workflows/${id}/execute`, {
    token,
    body: { input: "salary", ...more },
  });
  return JSON.stringify(eventsOf(text));
}

describe("a workflow of somebody else", () => {
  it("[BX-14] reads no knowledge base of its runner, unless the runner names it", async () => {
    const look = graphOf("knowledge", { knowledgeBaseId: "notes" });
    const id = await make(eve, "nice", look);
    await share(eve, `/api/v1/workflows/${id}`);
    const refused = await run(bob, id);
    expect(refused).not.toContain("123456");
    expect(refused).toContain("knowledge_bases");
    // It does not tell its author whether there is such a base.
    const missing = graphOf("knowledge", { knowledgeBaseId: "nowhere" });
    const other = await make(eve, "other", missing);
    await share(eve, `/api/v1/workflows/${other}`);
    expect((await run(bob, other)).replaceAll("nowhere", "notes")).toContain(
      /Knowledge base[^"]*/u.exec(refused)?.[0],
    );
    expect(await run(bob, id, { knowledge_bases: ["notes"] })).toContain("123456");
    expect(await run(bob, await make(bob, "own", look))).toContain("123456");
    const unknown = await platform.send("POST", `/api/v1/workflows/${id}/execute`, {
      token: bob,
      body: { input: "x", knowledge_bases: ["nowhere"] },
    });
    expect(unknown.status).toBe(404);
    await share(bob, "/api/v1/knowledge/notes");
    expect(await run(bob, id)).toContain("123456");
  });

  it("[BX-14] reads none by way of workflows that it starts", async () => {
    const own = await make(bob, "digest", graphOf("knowledge", { knowledgeBaseId: "notes" }));
    for (const workflow of ["digest", own]) {
      const id = await make(eve, "nice", graphOf("workflow", { workflow }));
      await share(eve, `/api/v1/workflows/${id}`);
      expect(await run(bob, id)).not.toContain("123456");
    }
    // One that both may see reads no more in the run of a stranger than by itself.
    await share(bob, `/api/v1/workflows/${own}`);
    const id = await make(eve, "again", graphOf("workflow", { workflow: own }));
    await share(eve, `/api/v1/workflows/${id}`);
    expect(await run(bob, id)).not.toContain("123456");
    expect(await run(bob, id, { knowledge_bases: ["notes"] })).toContain("123456");
  });

  it("[BX-14] uses no skill that its author may not see", async () => {
    const content = "---\nname: mine\ndescription: Private. Use when asked.\n---\nTOPSECRET\n";
    const body = { name: "mine", content };
    const made = await platform.send("POST", "/api/v1/skills", { token: bob, body });
    expect(made.status, made.text).toBe(201);
    const call = graphOf("tool", { skillName: "mine", tool: "x" });
    const id = await make(eve, "nice", call);
    await share(eve, `/api/v1/workflows/${id}`);
    expect(await run(bob, id)).toContain("Skill 'mine' not found");
    expect(await run(bob, await make(bob, "own", call))).toContain("brings no tools");
    await share(bob, "/api/v1/skills/mine");
    expect(await run(bob, id)).toContain("brings no tools");
  });
});

describe("a run of an administrator", () => {
  it("[BX-14] reads what the administrator may read as a person, and no more", async () => {
    // What a run reads may tell it what to do next, and anybody can write what it reads.
    const { items } = (await platform.send("GET", "/api/v1/knowledge", { token: bob })).json as {
      readonly items: readonly { readonly id: string }[];
    };
    const look = graphOf("knowledge", { knowledgeBaseId: items[0]?.id ?? "" });
    expect(await run(bob, await make(bob, "own", look))).toContain("123456");
    expect(await run(root, await make(root, "curious", look))).not.toContain("123456");
  });
});
