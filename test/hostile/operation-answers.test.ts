/** Answers about text of strangers come as text out of the worker: the server builds no values from them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../src/hub/data/index.ts";
import { createMcpHttp, createSkillServer } from "../../src/serve/mcp/public.ts";
import { sharedJobs } from "../support/jobs.ts";
import { createPlatform } from "../support/platform.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();
const fields = Array.from({ length: 12_000 }, (_, index) => `field${index}: 1`).join("\n");
const skills = [{ path: "x/SKILL.md", text: `---\nname: x\n${fields}\n---\nx` }];

let token = "";
let platform: Awaited<ReturnType<typeof createPlatform>>;
beforeAll(async () => {
  platform = await createPlatform({ database: await openDatabase({ address: ":memory:" }) });
  token = await platform.join("ada@example.org");
});
afterAll(() => platform.settle());

it("[BX-14] an operation answers the server with text, which is sent as it came", async () => {
  const input = { skills: [{ path: "x/SKILL.md", text: "---\nname: x\n---\nx" }] };
  const answer: unknown = await sharedJobs().run(
    "run-operation",
    { id: "validate", input, version: "0.0.0" },
    { owner: "ada" },
  );
  expect(typeof answer).toBe("string");
  const sent = await platform.send("POST", "/api/v1/skills/validate", { token, body: input });
  expect(sent.status).toBe(200);
  expect(sent.headers.get("content-type")).toBe("application/json");
  expect(sent.json).toBeTypeOf("object");
});

it("[BX-14] an answer that no model could read is refused over MCP in a few words", async () => {
  writeTree(folder.path, { "letters/SKILL.md": skill("letters", "Sorts letters.") });
  const server = await createSkillServer({
    paths: [folder.path],
    version: "0.0.0",
    watches: false,
    jobs: sharedJobs(),
  });
  const http = createMcpHttp({ server });
  const answer = await http.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        host: "localhost",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "validate_skill", arguments: { skills } },
      }),
    }),
  );
  const text = await answer.text();
  expect(text).toContain('"isError":true');
  expect(text).toContain("fewer skills");
  expect(text.length).toBeLessThan(1000);
  await http.close();
  await server.close();
});
