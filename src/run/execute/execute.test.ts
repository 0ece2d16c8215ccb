import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { createFakeClock, systemClock } from "../../platform/machine/index.ts";
import { readSkill } from "../../skill/index.ts";
import { type LanguageModels, openModels, readModelSettings } from "../models/index.ts";
import type { RunEvent } from "./event.ts";
import { execute, type RunPorts, type RunRequest } from "./execute.ts";
import { withTimeLimit } from "./time-limit.ts";

let server: ModelServer;
let models: LanguageModels;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(async () => {
  await server.close();
});
beforeEach(() => {
  server.answer({ words: ["One", " two"] });
  models = openModels({
    settings: readModelSettings({
      default: "local:small",
      providers: {
        local: {
          kind: "openai-compatible",
          baseUrl: server.url,
          apiKeyEnv: "LOCAL_KEY",
          models: [{ id: "small", price: { input: 1, output: 10 } }],
        },
      },
    }),
    environment: { LOCAL_KEY: "key-of-the-test" },
  });
});

const TEXT = `---
name: summary
description: Sums up.
inputs:
  - name: article
    required: true
  - name: style
    default: short
model:
  temperature: 0.3
  max_tokens: 1000
---

Sum up in a {{style}} way: {{article}}
`;

function requestFor(text: string, more: Partial<RunRequest> = {}): RunRequest {
  const { value } = readSkill(text, { path: "summary/SKILL.md" });
  if (value === undefined) throw new Error("The skill of the test cannot be read.");
  return { skill: value.skill, dialect: value.dialect, inputs: { article: "News" }, ...more };
}

async function collect(
  request: RunRequest,
  ports: Omit<RunPorts, "models"> = {},
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of execute(request, { models, ...ports }))
    // What the books are told besides the usage has tests of its own.
    if (event.kind !== "asked") events.push(event);
  return events;
}

function cut(letter: string): string {
  return `${letter.repeat(200)}...`;
}

const start = [
  { kind: "thought", data: { type: "validation", status: "start" } },
  {
    kind: "thought",
    data: { type: "validation", status: "complete", message: "All required inputs provided" },
  },
  { kind: "thought", data: { type: "substitution", status: "start" } },
  {
    kind: "thought",
    data: { type: "substitution", status: "complete", message: "Variables substituted" },
  },
];
const generating = { kind: "thought", data: { type: "generation", status: "start" } };
const tokens = [
  { kind: "token", data: { content: "One" } },
  { kind: "token", data: { content: " two" } },
];
const usage = {
  kind: "usage",
  data: { inputTokens: 7, outputTokens: 2, model: "local:small", cost: 0.000027 },
};
const success = {
  kind: "done",
  data: { status: "success", message: "Skill execution completed successfully" },
};

describe("a run", () => {
  it("[AF-14] tells its steps in order, and sends the settings of the skill to the provider", async () => {
    expect(await collect(requestFor(TEXT))).toEqual([
      ...start,
      generating,
      ...tokens,
      usage,
      success,
    ]);
    const last = server.requests.at(-1);
    expect(last?.authorization).toBe("Bearer key-of-the-test");
    expect(last?.body).toMatchObject({
      model: "small",
      temperature: 0.3,
      max_tokens: 1000,
      messages: [
        { role: "system", content: "You are a helpful AI assistant." },
        { role: "user", content: "Sum up in a short way: News" },
      ],
    });
  });

  it("[AF-14] ends where a required input is missing", async () => {
    const missing = "Missing required input: 'article'";
    expect(await collect(requestFor(TEXT, { inputs: {} }))).toEqual([
      start[0],
      { kind: "thought", data: { type: "validation", status: "error", error: missing } },
      { kind: "done", data: { status: "error", message: missing } },
    ]);
  });

  it("names values that have no effect", async () => {
    const inputs = { article: "News", colour: "red" };
    const events = await collect(requestFor(`${TEXT} {{nothing}}`, { inputs }));
    expect(events[1]).toMatchObject({
      data: {
        warnings: [
          "The skill declares no input `colour`; it is ignored.",
          "No input fills the placeholder `nothing`; it becomes empty.",
        ],
      },
    });
  });

  const withBase = TEXT.replace("model:", "knowledge_base: docs\nmodel:");
  const passages = ["a", "b", "c", "d"].map((letter, index) => ({
    doc_id: "d1",
    chunk_index: index,
    score: 1 - index / 10,
    text: letter.repeat(250),
  }));

  it("[AF-08] puts the best three passages into the system prompt and cites all", async () => {
    const asked: unknown[] = [];
    const events = await collect(requestFor(withBase), {
      retrieve: (base, query, count) => {
        asked.push([base, query, count]);
        return Promise.resolve({ kbId: base, sources: passages });
      },
    });
    expect(asked).toEqual([["docs", "Sum up in a short way: News", 5]]);
    expect(events.slice(4, 8)).toEqual([
      { kind: "thought", data: { type: "retrieval", status: "start", kb_id: "docs" } },
      {
        kind: "thought",
        data: {
          type: "retrieval",
          status: "searching",
          kb_id: "docs",
          query: "Sum up in a short way: News",
        },
      },
      {
        kind: "thought",
        data: {
          type: "retrieval",
          status: "complete",
          kb_id: "docs",
          results_count: 4,
          top_results: [
            { text: cut("a"), doc_id: "d1", score: 1 },
            { text: cut("b"), doc_id: "d1", score: 0.9 },
            { text: cut("c"), doc_id: "d1", score: 0.8 },
          ],
        },
      },
      {
        kind: "citation",
        data: {
          sources: passages.map((source) => ({ ...source, text: cut(source.text[0] ?? "") })),
        },
      },
    ]);
    expect(server.requests.at(-1)?.body.messages?.[0]?.content).toBe(
      "You are a helpful AI assistant.\n\nAnswer the user's request based on the provided context. " +
        "If the context doesn't contain relevant information, say so clearly.\n\n" +
        `Context:\n[1] ${"a".repeat(250)}\n\n[2] ${"b".repeat(250)}\n\n[3] ${"c".repeat(250)}`,
    );
    expect(events.at(-1)).toEqual(success);
  });

  it("[AF-08] goes on without passages when retrieval fails or finds nothing", async () => {
    const failed = await collect(requestFor(withBase), {
      retrieve: () => Promise.reject(new Error("No index.")),
    });
    expect(failed.slice(6)).toEqual([
      {
        kind: "thought",
        data: { type: "retrieval", status: "error", kb_id: "docs", error: "Retrieval failed" },
      },
      generating,
      ...tokens,
      usage,
      success,
    ]);
    const none = await collect(requestFor(withBase), {
      retrieve: (kbId) => Promise.resolve({ kbId, sources: [] }),
    });
    expect(none.map(({ kind }) => kind)).not.toContain("citation");
    expect(none[6]).toMatchObject({ data: { results_count: 0, top_results: [] } });
  });

  it.each([
    ["breaks off", { words: ["One", " two"], ending: "cut" }],
    ["ends without a last event", { words: ["One", " two"], ending: "silent" }],
    ["sends nonsense", { words: ["One", " two"], ending: "garbage" }],
  ] as const)(
    "[AF-14] keeps the words of a provider that %s, and says so",
    async (_how, answer) => {
      server.answer(answer);
      const events = await collect(requestFor(TEXT));
      expect(events.slice(-2)).toEqual([
        { kind: "error", data: { message: "Generation failed", reason: "cut-short" } },
        { kind: "done", data: { status: "error", message: "Generation failed" } },
      ]);
      expect(events.filter(({ kind }) => kind === "token").length).toBeLessThanOrEqual(2);
    },
  );

  it("does not ask a provider again that refuses the key, and tells the operator why", async () => {
    server.answer({ status: 401 });
    const before = server.requests.length;
    const problems: unknown[] = [];
    await collect(requestFor(TEXT), { onProblem: (problem) => problems.push(problem) });
    expect(server.requests.length - before).toBe(1);
    expect(problems).toMatchObject([
      {
        code: "run/model-failed",
        message: "The model `local:small` failed with the status 401.",
        hint: "Check the key of the provider.",
      },
    ]);
    expect(JSON.stringify(problems)).not.toContain("key-of-the-test");
  });

  it("asks again while nothing was said", async () => {
    server.answer({ status: 503 }, { words: ["One", " two"] });
    const events = await collect(requestFor(TEXT));
    expect(events.at(-1)).toEqual(success);
  });

  it("cancels the call at the provider when it is cancelled", async () => {
    server.answer({ words: ["One"], ending: "hang" });
    const stop = new AbortController();
    const run = execute(requestFor(TEXT, { signal: stop.signal }), { models });
    for await (const event of run) if (event.kind === "token") break;
    stop.abort();
    await expect.poll(() => server.requests.at(-1)?.isCancelled).toBe(true);
  });

  it("[AF-11] ends after its time limit, at the provider too", async () => {
    server.answer({ words: ["One"], ending: "hang" });
    const clock = createFakeClock();
    const run = withTimeLimit((signal) => execute(requestFor(TEXT, { signal }), { models }), {
      clock,
      seconds: 180,
    });
    const events: RunEvent[] = [];
    for await (const event of run) {
      events.push(event);
      if (event.kind === "token") systemClock.after(0, () => clock.advance(180_000));
    }
    expect(events.slice(-2)).toEqual([
      { kind: "error", data: { message: "Skill execution timed out (180s)" } },
      { kind: "done", data: { status: "error", message: "Timeout" } },
    ]);
    await expect.poll(() => server.requests.at(-1)?.isCancelled).toBe(true);
  });

  it("says how to add a model where none is configured", async () => {
    const none = openModels({ settings: readModelSettings({}), environment: {} });
    expect(() => none.resolve()).toThrow("No model configured.");
  });
});
