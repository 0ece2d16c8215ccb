/** Sessions of any length: an answer has a bounded part of one, and says how to get the rest. */
import { expect, it } from "vitest";
import { addMessages, saveTranscript, openChat } from "../../src/hub/chat/index.ts";
import { listUsers } from "../../src/hub/accounts/index.ts";
import { describeOnDatabases } from "../contract/databases.ts";
import { createPlatform } from "../support/platform.ts";

interface Session {
  readonly earlier?: number;
  readonly messages: readonly { readonly content: string; readonly course: unknown }[];
}

const ADDRESS = "/api/v1/chat/sessions/s1";

describeOnDatabases("a session of a chat", ({ open }) => {
  async function begin(contents: readonly string[]) {
    const platform = await createPlatform({ database: await open() });
    const token = await platform.join("ada@example.org");
    const [user] = await listUsers(platform.ports.accounts);
    if (user === undefined) throw new Error("There is no account.");
    await openChat(platform.ports, user, "s1", "Hello");
    for (let at = 0; at < contents.length; at += 100)
      await addMessages(
        platform.ports,
        "s1",
        contents
          .slice(at, at + 100)
          .map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content })),
      );
    const read = async (query = ""): Promise<Session & { readonly size: number }> => {
      const { status, text, json } = await platform.send("GET", `${ADDRESS}${query}`, { token });
      expect(status).toBe(200);
      return { ...(json as Session), size: text.length };
    };
    /** From the last page to the first. */
    const readAll = async (): Promise<readonly (Session & { readonly size: number })[]> => {
      const pages = [await read()];
      for (;;) {
        const before = pages.at(-1)?.earlier;
        if (before === undefined) return pages;
        pages.push(await read(`?before=${before}`));
      }
    };
    return { ...platform, token, read, readAll };
  }

  it("[BX-14] with many messages is read in pages, the newest first", async () => {
    const contents = Array.from({ length: 1001 }, (_, index) => `message ${index}`);
    const { readAll } = await begin(contents);
    const pages = await readAll();
    expect(pages.length).toBeGreaterThan(3);
    for (const { messages } of pages) expect(messages.length).toBeLessThanOrEqual(200);
    expect(pages[0]?.earlier).toBe(801);
    const all = pages.toReversed().flatMap(({ messages }) => messages);
    expect(all.map(({ content }) => content)).toEqual(contents);
  });

  it("[BX-14] with long messages is read in pages of a bounded size", async () => {
    const contents = Array.from({ length: 40 }, (_, index) => `${index} `.padEnd(100_000, "x"));
    const { readAll } = await begin(contents);
    const pages = await readAll();
    for (const { size } of pages) expect(size).toBeLessThan(1_200_000);
    const all = pages.toReversed().flatMap(({ messages }) => messages);
    expect(all.map(({ content }) => content)).toEqual(contents);
  });

  it("[BX-14] counts what became of a question, of which a bounded part is kept", async () => {
    const { ports, read } = await begin(["Hello", "Hello again"]);
    const thought = { event: "thought", data: { text: "x".repeat(10_000) } };
    const end = { event: "done", data: { status: "success", message: "" } };
    const events = [...Array.from({ length: 399 }, () => thought), end];
    for (const position of [0, 1])
      await saveTranscript(ports, "s1", position, {
        request_id: "r",
        kb_id: null,
        model: null,
        events,
      });
    const { size, messages } = await read();
    expect(size).toBeLessThan(1_200_000);
    expect(messages.at(-1)?.course).toMatchObject({ events: expect.arrayContaining([end]) });
  });

  it("[AF-11] that is short has the shape that it always had", async () => {
    const { send, token } = await begin(["Hello", "Good day"]);
    const { json } = await send("GET", ADDRESS, { token });
    expect(json).toEqual({
      id: "s1",
      session_id: "s1",
      user_id: expect.any(String),
      message_count: 2,
      title: "Hello",
      created_at: expect.any(String),
      updated_at: expect.any(String),
      messages: ["Hello", "Good day"].map((content, index) => ({
        role: index === 0 ? "user" : "assistant",
        content,
        created_at: expect.any(String),
        timestamp: expect.any(String),
        course: null,
      })),
    });
  });

  it.each(["-1", "x", "1.5", "9999999999"])("refuses %s as a place", async (before) => {
    const { send, token } = await begin(["Hello"]);
    expect((await send("GET", `${ADDRESS}?before=${before}`, { token })).status).toBe(400);
  });
});
