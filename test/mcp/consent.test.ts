/** Tools of a skill that nobody has agreed to: a call asks the user by the program that calls. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished } from "vitest";
import { needs } from "../support/needs.ts";
import { type Playground, playground } from "../support/program.ts";
import { root } from "../support/source.ts";

const SKILL = `---
name: notes
version: 1.0.0
description: Keeps notes.
author: me
license: MIT
permissions: ["shell:none"]
tools:
  - name: add_note
    description: Add a note.
    parameters:
      text: {type: string, required: true}
security_tier: community
---
# Notes
`;

const TOOLS = `from gaia.agents.base.tools import tool


@tool
def add_note(text: str) -> dict:
    """Add a note."""
    return {"text": text}
`;

type Answer = {
  readonly action: "accept" | "decline";
  readonly content?: { readonly keep: boolean };
};

interface Called {
  readonly answers: readonly { readonly isError?: boolean | undefined; readonly text: string }[];
  readonly asked: readonly string[];
}

/** Calls the tool so often, in a run of the server of its own. */
async function call(
  place: Playground,
  era: "legacy" | "modern",
  answer: Answer | undefined,
  times = 1,
): Promise<Called> {
  const mode = era === "legacy" ? "legacy" : { pin: "2026-07-28" };
  const capabilities = answer === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode }, capabilities },
  );
  const asked: string[] = [];
  if (answer !== undefined)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.message);
      return {
        ...answer,
        ...(answer.content === undefined ? {} : { content: { ...answer.content } }),
      };
    });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, "dist/cli/main.js"), "mcp", "notes", "--tools"],
    cwd: place.folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: place.path(".home"),
      SKILLWRIGHT_CACHE_DIR: place.path(".cache-of-test"),
    },
    stderr: "ignore",
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const answers = [];
  for (let count = 0; count < times; count += 1) {
    const { isError, content } = await client.callTool({
      name: "add_note",
      arguments: { text: "Hi" },
    });
    const [first] = content;
    answers.push({ isError, text: first?.type === "text" ? first.text : "" });
  }
  await client.close();
  return { answers, asked };
}

needs.command("bwrap").describe("a tool that nobody has agreed to", () => {
  needs.command("python3").it(
    "[BX-06] [GA-03] asks its user once, by the program that calls it",
    async () => {
      const place = playground({ "notes/SKILL.md": SKILL, "notes/tools.py": TOOLS });
      const silent = await call(place, "legacy", undefined);
      expect(silent.answers).toEqual([
        {
          isError: true,
          text: expect.stringContaining("skillwright permissions notes") as unknown,
        },
      ]);
      const refused = await call(place, "modern", { action: "decline" });
      expect(refused.answers[0]).toMatchObject({
        isError: true,
        text: expect.stringContaining("did not agree") as unknown,
      });
      const { answers, asked } = await call(
        place,
        "modern",
        { action: "accept", content: { keep: false } },
        2,
      );
      expect(answers.map(({ text }) => JSON.parse(text) as unknown)).toEqual([
        { text: "Hi" },
        { text: "Hi" },
      ]);
      expect(asked).toEqual([
        expect.stringContaining("`notes` is experimental. It would, and only in the sandbox:"),
      ]);
      const again = await call(place, "legacy", { action: "accept", content: { keep: true } });
      expect([again.asked.length, again.answers[0]?.isError]).toEqual([1, undefined]);
      const kept = await call(place, "legacy", undefined);
      expect(kept.answers[0]?.isError).toBeUndefined();
    },
    120_000,
  );
});
