import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { createPlatform, eventsOf, type Platform } from "../../../test/support/platform.ts";
import { until } from "../../../test/support/wait.ts";

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});
beforeEach(() => {
  models.answer({ words: ["Good", " day"] });
});

const SKILL = `---
name: summary
description: Sums up.
inputs:
  - { name: style, default: short }
  - { name: article, required: true }
---

{{style}}: {{article}}
`;

interface Kept {
  readonly content: string;
  readonly course: { readonly partial?: string } | null;
}

describeOnDatabases("the API of chats", ({ open }) => {
  async function begin(): Promise<Platform & { readonly token: string }> {
    const platform = await createPlatform({ database: await open(), modelUrl: models.url });
    await platform.join("root@example.org");
    const token = await platform.join("ada@example.org");
    await platform.send("POST", "/api/v1/skills", {
      token,
      body: { name: "summary", content: SKILL },
    });
    return { ...platform, token };
  }

  it("[AF-11] remembers what was said, and sends it along", async () => {
    const { send, token } = await begin();
    const say = (message: string): ReturnType<typeof send> =>
      send("POST", "/api/v1/chat/completions", { token, body: { session_id: "s1", message } });
    expect(eventsOf((await say("Hello there")).text)).toEqual([
      { event: "thought", data: { type: "generation", status: "start" } },
      { event: "token", data: { content: "Good" } },
      { event: "token", data: { content: " day" } },
      { event: "done", data: { status: "success", message: "Chat completed successfully" } },
    ]);
    await say("And you?");
    expect(models.requests.at(-1)?.body.messages?.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
    ]);
    const { json } = await send("GET", "/api/v1/chat/sessions/s1", { token });
    expect(json).toMatchObject({
      title: "Hello there",
      messages: [
        { role: "user", content: "Hello there" },
        { role: "assistant", content: "Good day" },
        { role: "user", content: "And you?" },
        { role: "assistant", content: "Good day" },
      ],
    });
    await send("PATCH", "/api/v1/chat/sessions/s1", { token, body: { title: "Greetings" } });
    expect((await send("GET", "/api/v1/chat/sessions", { token })).json).toMatchObject({
      total: 1,
      sessions: [{ id: "s1", title: "Greetings" }],
    });
    expect((await send("DELETE", "/api/v1/chat/sessions/s1", { token })).status).toBe(204);
    expect((await send("GET", "/api/v1/chat/sessions/s1", { token })).status).toBe(404);
  });

  it.each([
    ["@summary The news", "short: The news"],
    ["@summary style=long The news", "long: The news"],
    [`@summary article="The big news" style='very long'`, "very long: The big news"],
    ["@summary other=long news", "short: other=long news"],
  ])("[AF-11] runs a skill for %j", async (message, prompt) => {
    const { send, token } = await begin();
    const { text } = await send("POST", "/api/v1/chat/completions", {
      token,
      body: { session_id: "s1", message },
    });
    const events = eventsOf(text);
    expect(events.slice(0, 2)).toEqual([
      { event: "thought", data: { type: "skill", status: "start", skill_name: "summary" } },
      {
        event: "thought",
        data: { type: "skill", status: "loaded", skill_name: "summary", description: "Sums up." },
      },
    ]);
    expect(events.at(-1)?.data).toMatchObject({ status: "success" });
    expect(models.requests.at(-1)?.body.messages?.at(-1)?.content).toBe(prompt);
  });

  it("[AF-11] asks the last question again in its place, and no other", async () => {
    const { send, token } = await begin();
    const say = (message: string, retry?: boolean): ReturnType<typeof send> =>
      send("POST", "/api/v1/chat/completions", {
        token,
        body: { session_id: "s2", message, ...(retry === undefined ? {} : { retry }) },
      });
    const contents = async (): Promise<readonly string[]> => {
      const { json } = await send("GET", "/api/v1/chat/sessions/s2", { token });
      const { messages } = json as { readonly messages: readonly { readonly content: string }[] };
      return messages.map(({ content }) => content);
    };
    await say("First");
    models.answer({ words: ["Half an"], ending: "cut" });
    await say("Second");
    expect(await contents()).toEqual(["First", "Good day", "Second", "Half an"]);
    models.answer({ words: ["All of it"] });
    await say("Second", true);
    expect(await contents()).toEqual(["First", "Good day", "Second", "All of it"]);
    expect(models.requests.at(-1)?.body.messages?.slice(1)).toEqual([
      { role: "user", content: "First" },
      { role: "assistant", content: "Good day" },
      { role: "user", content: "Second" },
    ]);
    // The last question is another one: nothing of it is taken away.
    await say("Third", true);
    expect((await contents()).slice(2)).toEqual(["Second", "All of it", "Third", "All of it"]);
  });

  it("[AF-11] keeps what was said so far while an answer is under way, and then the answer alone", async () => {
    const { send, token } = await begin();
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    models.answer({
      words: ["Good", " day", " to you"],
      beforeWord: async (index) => (index < 2 ? undefined : await goOn),
    });
    const body = { session_id: "s1", message: "Hello" };
    const said = send("POST", "/api/v1/chat/completions", { token, body });
    const read = async (): Promise<readonly Kept[]> => {
      const { json } = await send("GET", "/api/v1/chat/sessions/s1", { token });
      return (json as { readonly messages?: readonly Kept[] }).messages ?? [];
    };
    await until("the first words are kept", async () => {
      const [question] = await read();
      return question?.course?.partial === "Good day";
    });
    expect(await read()).toMatchObject([{ content: "Hello", course: { events: [{}] } }]);
    resolve();
    await said;
    const [question, answer, ...more] = await read();
    expect([question?.course?.partial, answer?.content, more]).toEqual([
      undefined,
      "Good day to you",
      [],
    ]);
  });

  it("[AF-11] says that a skill is not there, and keeps the question", async () => {
    const { send, token } = await begin();
    const { text } = await send("POST", "/api/v1/chat/completions", {
      token,
      body: { session_id: "s1", message: "@nothing at all" },
    });
    expect(eventsOf(text)).toEqual([
      { event: "thought", data: { type: "skill", status: "start", skill_name: "nothing" } },
      {
        event: "thought",
        data: { type: "skill", status: "error", error: "Skill 'nothing' not found" },
      },
      { event: "done", data: { status: "error", message: "Skill 'nothing' not found" } },
    ]);
    expect((await send("GET", "/api/v1/chat/sessions/s1", { token })).json).toMatchObject({
      messages: [{ role: "user", content: "@nothing at all" }],
    });
  });

  it("[AF-11] keeps what a broken answer said, and refuses other people's sessions", async () => {
    const { send, token, join } = await begin();
    models.answer({ words: ["Good"], ending: "silent" });
    const chat = (who: string, message: string): ReturnType<typeof send> =>
      send("POST", "/api/v1/chat/completions", { token: who, body: { session_id: "s1", message } });
    const { text } = await chat(token, "Hello");
    expect(eventsOf(text).slice(-2)).toEqual([
      { event: "error", data: { message: "Chat generation failed", reason: "cut-short" } },
      { event: "done", data: { status: "error", message: "Chat generation failed" } },
    ]);
    expect((await send("GET", "/api/v1/chat/sessions/s1", { token })).json).toMatchObject({
      messages: [
        {
          role: "user",
          content: "Hello",
          course: {
            kb_id: null,
            events: [
              { event: "thought", data: { type: "generation", status: "start" } },
              { event: "error", data: { reason: "cut-short" } },
              { event: "done", data: { status: "error" } },
            ],
          },
        },
        { role: "assistant", content: "Good", course: null },
      ],
    });
    const bob = await join("bob@example.org");
    expect((await chat(bob, "Hello")).status).toBe(403);
    expect((await send("GET", "/api/v1/chat/sessions/s1", { token: bob })).status).toBe(403);
    expect((await chat(token, " ")).json).toEqual({
      detail: { field: "message", message: "Message cannot be empty" },
    });
  });
});
