/** Calls that take long: our server answers with a task, and our client follows it; a foreign one without tasks waits. */
import { describe, expect, it } from "vitest";
import {
  answerQuestions,
  callTool,
  readMcpAddress,
  type ToolResult,
  withMcp,
} from "../../src/registry/sources/index.ts";
import { diagnosticTools } from "../support/diagnostic-tools.ts";
import { connectTo, serve } from "../support/mcp.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

async function open(): Promise<URL> {
  writeTree(folder.path, { "letters/SKILL.md": skill("letters", "Sorts letters.") });
  const { url } = await serve([folder.path], { providers: [diagnosticTools], watches: false });
  return url;
}

type Answers = { readonly [name: string]: string };

async function call(
  url: URL,
  tool: string,
  input: object,
  answers?: Answers,
): Promise<{ readonly result: ToolResult; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const answer = async ({
    message,
  }: {
    readonly message: string;
  }): Promise<Answers | undefined> => {
    asked.push(message);
    return answers;
  };
  const result = await withMcp(
    readMcpAddress([url.href]),
    { version: "1", prepare: (client) => answerQuestions(client, answer) },
    (connection) => callTool(connection, tool, { ...input }, { answer }),
  );
  return { result, asked };
}

describe("calls that take long", () => {
  it("[BX-06] are tasks, which our client follows to their results", async () => {
    const url = await open();
    const { result } = await call(url, "slow_compute", { seconds: 0.6 });
    expect(result.content).toEqual([{ type: "text", text: "Computed." }]);
    const failed = await call(url, "failing_job", {});
    expect(failed.result).toMatchObject({ isError: true, content: [{ text: "It failed." }] });
    await expect(call(url, "protocol_error_job", {})).rejects.toThrow("It broke.");
  });

  it("[BX-06] ask their user in between, and take a no", async () => {
    const url = await open();
    const { result, asked } = await call(url, "multi_input", {}, { answer: "yes" });
    expect(asked.toSorted()).toEqual(["First?", "Second?"]);
    expect(JSON.stringify(result.content)).toContain("accept");
    const refused = await call(url, "confirm_delete", {});
    expect(JSON.stringify(refused.result.content)).toContain("decline");
  });

  it("[BX-06] are answered in one piece to a client without tasks, unless they cannot", async () => {
    const url = await open();
    const { client } = await connectTo(url, "modern");
    const answer = await client.callTool({ name: "slow_compute", arguments: { seconds: 0.6 } });
    expect(answer.content).toEqual([{ type: "text", text: "Computed." }]);
    await expect(client.callTool({ name: "failing_job", arguments: {} })).rejects.toMatchObject({
      code: -32_021,
    });
    const older = await connectTo(url, "legacy");
    const old = await older.client.callTool({ name: "slow_compute", arguments: { seconds: 0.6 } });
    expect(old.content).toEqual([{ type: "text", text: "Computed." }]);
  });
});
