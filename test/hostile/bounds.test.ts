/** Small requests that ask for much, and long ones that say little: each is refused before the work begins. */
import { describe, expect, it } from "vitest";
import { createVariables, resolveTemplate } from "../../src/run/workflow/template.ts";
import { createMcpHttp, createSkillServer } from "../../src/serve/mcp/public.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

describe("messages of MCP", () => {
  it.each([
    ["longer than the protocol takes", `{"x":"${"a".repeat(5 * 1024 * 1024)}"}`],
    ["of a hundred thousand values", `{"x":[${"{},".repeat(100_000)}1]}`],
  ])("[BX-14] %s are refused before anybody parses them", async (_, body) => {
    writeTree(folder.path, { "letters/SKILL.md": skill("letters", "Sorts letters.") });
    const server = await createSkillServer({
      paths: [folder.path],
      version: "0.0.0",
      watches: false,
    });
    const http = createMcpHttp({ server });
    const answer = await http.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          host: "localhost",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "subscriptions/listen",
        },
        body,
      }),
    );
    expect(answer.status).toBe(413);
    await http.close();
    await server.close();
  });
});

describe("a template", () => {
  it("[BX-14] that names a path of fifty thousand parts stays as it is", () => {
    const outputs = new Map([["a", "x"]]);
    const variables = createVariables({ input: "", inputNames: new Set(), outputs });
    const text = `{{${"a.".repeat(50_000)}output}}`;
    expect(resolveTemplate(text, variables)).toBe(text);
    expect(resolveTemplate("{{a.output}}", variables)).toBe("x");
  });
});
