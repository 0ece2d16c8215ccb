/** The first answer over standard input and output is given before the SDK is loaded, and is the one that the SDK gives. */
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { answerFirst } from "../../src/serve/mcp/early/index.ts";
import { serve } from "../support/mcp.ts";
import { skill, useFolder, writeTree } from "../support/skill-folders.ts";

const folder = useFolder();

const clientInfo = { name: "test", version: "1.0.0" };

function initialize(protocolVersion: string): object {
  return {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion, capabilities: { roots: { listChanged: true } }, clientInfo },
  };
}

const discover = {
  jsonrpc: "2.0",
  id: 1,
  method: "server/discover",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": clientInfo,
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};

/** What is written for these bytes, and what is left to be read. */
async function early(
  bytes: string,
  instructions?: string,
): Promise<{ readonly said: readonly string[]; readonly left: string; readonly id: unknown }> {
  const input = new PassThrough();
  const said: string[] = [];
  const answer = answerFirst({
    input,
    write: (line) => void said.push(line),
    version: "0.0.0",
    instructions: () => instructions,
  });
  input.write(bytes);
  await answer.heard;
  const id = answer.handOver();
  return { said, left: String(input.read()), id };
}

async function bySdk(message: object, method: string, version: string): Promise<unknown> {
  writeTree(folder.path, { "letters/SKILL.md": skill("letters", "Sorts letters.") });
  const { url } = await serve([folder.path], { watches: false });
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-method": method,
      "mcp-protocol-version": version,
    },
    body: JSON.stringify(message),
  });
  const text = await response.text();
  return JSON.parse(/^data: (.*)$/mu.exec(text)?.[1] ?? text) as unknown;
}

describe("the first answer", () => {
  it.each([
    ["2025-11-25", initialize("2025-11-25"), "initialize"],
    ["2024-11-05", initialize("2024-11-05"), "initialize"],
    ["1999-01-01", initialize("1999-01-01"), "initialize"],
    ["2026-07-28", discover, "server/discover"],
  ])("[BX-06] is that of the SDK, revision %s", async (revision, message, method) => {
    const sdk = (await bySdk(message, method, revision)) as {
      readonly result: { readonly instructions: string };
    };
    const line = `${JSON.stringify(message)}\n`;
    const { said, left, id } = await early(`${line}{"more":`, sdk.result.instructions);
    expect(said.map((text) => JSON.parse(text) as unknown)).toEqual([sdk]);
    expect([left, id]).toEqual([`${line}{"more":`, 1]);
  });

  it.each([
    ["no JSON", "{"],
    ["another message", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })],
    ["a client that says nothing of itself", JSON.stringify({ ...discover, params: {} })],
    [
      "a handshake that is broken",
      JSON.stringify({ ...initialize("2025-11-25"), params: { a: 1 } }),
    ],
    ["no id", JSON.stringify({ ...initialize("2025-11-25"), id: null })],
  ])("is left to the SDK for %s", async (_, text) => {
    const { said, left, id } = await early(`${text}\n`);
    expect([said, left, id]).toEqual([[], `${text}\n`, undefined]);
  });

  it("says where the skills are that nobody has read yet", async () => {
    const { said } = await early(`${JSON.stringify(initialize("2025-11-25"))}\n`);
    expect(said.join("")).toContain("search_skills finds those that are there");
  });
});
