import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases } from "../../../test/contract/databases.ts";
import { type ModelServer, startModelServer } from "../../../test/support/model-server.ts";
import { createPlatform, eventsOf, type Platform } from "../../../test/support/platform.ts";
import { root } from "../../../test/support/source.ts";

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});

function form(name: string, content: string | Uint8Array<ArrayBuffer>): FormData {
  const data = new FormData();
  data.set("file", new File([content], name));
  return data;
}

function fixture(name: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(`${root}/test/documents/${name}`));
}

/** A document with one line on each page. */
function pdf(lines: readonly string[]): string {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${lines.length}/Kids[${lines.map((_, at) => `${4 + 2 * at} 0 R`).join(" ")}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...lines.flatMap((line, at) => {
      const shown = `BT /F 12 Tf 50 700 Td (${line}) Tj ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + 2 * at} 0 R>>`,
        `<</Length ${shown.length}>>stream\n${shown}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return `${text}${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}

const SKILL = `---
name: answer
description: Answers from the handbook.
inputs: [{ name: question, required: true }]
knowledge_base: handbook
---

{{question}}
`;

interface PlacedAnswer {
  readonly chunk_index: number;
  readonly text: string;
}

interface PassageAnswer extends PlacedAnswer {
  readonly chunk_count: number;
  readonly before: readonly PlacedAnswer[];
  readonly after: readonly PlacedAnswer[];
}

describeOnDatabases("the API of knowledge bases", ({ open }) => {
  async function begin(): Promise<Platform & { readonly token: string }> {
    const platform = await createPlatform({ database: await open(), modelUrl: models.url });
    await platform.join("root@example.org");
    return { ...platform, token: await platform.join("ada@example.org") };
  }

  it("[AF-08] lets a skill answer from an uploaded document, with citations", async () => {
    const { send, token, settle } = await begin();
    const made = await send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    expect(made.status).toBe(201);
    const kb = (made.json as { readonly id: string }).id;
    const text = "Holidays are taken in August. Badges are blue.";
    const uploaded = await send("POST", "/api/v1/knowledge/handbook/upload", {
      token,
      body: form("staff.md", text),
    });
    expect([uploaded.status, (uploaded.json as { status: string }).status]).toEqual([
      201,
      "pending",
    ]);
    await settle();
    const documents = await send("GET", `/api/v1/knowledge/${kb}/documents`, { token });
    expect(documents.json).toMatchObject({
      total: 1,
      items: [{ filename: "staff.md", status: "completed", chunk_count: 1, error: null }],
    });
    const found = await send("GET", "/api/v1/knowledge/handbook/search?query=badges&top_k=2", {
      token,
    });
    expect(found.json).toMatchObject({
      kb_id: kb,
      query: "badges",
      top_k: 2,
      total: 1,
      results: [{ text, metadata: { filename: "staff.md", chunk_index: 0 }, score: 1 }],
    });
    await send("POST", "/api/v1/skills", { token, body: { name: "answer", content: SKILL } });
    const run = await send("POST", "/api/v1/skills/answer/run", {
      token,
      body: { inputs: { question: "Which colour do badges have?" } },
    });
    const events = eventsOf(run.text);
    expect(events.map(({ event }) => event).slice(4, 9)).toEqual([
      "thought",
      "thought",
      "thought",
      "citation",
      "thought",
    ]);
    expect(events[7]?.data).toMatchObject({ sources: [{ chunk_index: 0, text }] });
    expect(models.requests.at(-1)?.body.messages?.[0]?.content).toContain(`Context:\n[1] ${text}`);
  });

  it("cites the page of a PDF and the slide of a presentation", async () => {
    const { send, token, settle } = await begin();
    await send("POST", "/api/v1/knowledge", { token, body: { name: "paged" } });
    const filler = "Nothing else is said here.";
    const files = {
      "a.pdf": pdf([filler, filler, "Badges are blue."]),
      "b.pptx": fixture("rental.pptx"),
      "c.xlsx": fixture("holidays.xlsx"),
      "d.epub": fixture("bicycles.epub"),
    };
    for (const [name, content] of Object.entries(files)) {
      const body = form(name, content);
      expect((await send("POST", "/api/v1/knowledge/paged/upload", { token, body })).status).toBe(
        201,
      );
    }
    await settle();
    const first = async (query: string): Promise<unknown> => {
      const address = `/api/v1/knowledge/paged/search?query=${query}`;
      const { json } = await send("GET", address, { token });
      return (json as { readonly results: readonly { readonly metadata: unknown }[] }).results[0]
        ?.metadata;
    };
    expect(await first("badges")).toMatchObject({ filename: "a.pdf", page: 3 });
    expect(await first("desk")).toMatchObject({ filename: "b.pptx", page: 4 });
    expect(await first("party")).not.toHaveProperty("page");
    expect(await first("spokes")).toMatchObject({ filename: "d.epub" });
  });

  it("[AF-08] finds text of every script, and says nothing twice", async () => {
    const { send, token, settle } = await begin();
    await send("POST", "/api/v1/knowledge", { token, body: { name: "mixed" } });
    const text = "使用Python编程。我养了一只猫。서울에서 만나요.";
    for (const name of ["a.md", "copy-of-a.md", "b.md"])
      await send("POST", "/api/v1/knowledge/mixed/upload", {
        token,
        body: form(name, name === "b.md" ? "Nothing of it." : text),
      });
    await settle();
    for (const query of ["Python", "猫", "서울", "编程"]) {
      const address = `/api/v1/knowledge/mixed/search?query=${encodeURIComponent(query)}`;
      const { json } = await send("GET", address, { token });
      expect([query, json]).toMatchObject([query, { total: 1, results: [{ text }] }]);
    }
  });

  it("[AF-09] opens a passage where it stands in its document, for those who may search it", async () => {
    const { send, token, settle, join } = await begin();
    await send("POST", "/api/v1/knowledge", { token, body: { name: "long" } });
    const sentences = Array.from({ length: 300 }, (_, at) => `This is sentence number ${at}.`);
    const uploaded = await send("POST", "/api/v1/knowledge/long/upload", {
      token,
      body: form("long.md", sentences.join(" ")),
    });
    await settle();
    const { id } = uploaded.json as { readonly id: string };
    const place = `/api/v1/knowledge/long/documents/${id}/passages`;
    const read = async (path: string, by = token): Promise<PassageAnswer> =>
      (await send("GET", `${place}/${path}`, { token: by })).json as PassageAnswer;
    const all = await read("0?around=20");
    expect(all).toMatchObject({ filename: "long.md", kb_name: "long", chunk_index: 0, before: [] });
    expect([all, ...all.after].map(({ text }) => text).join(" ")).toBe(sentences.join(" "));
    expect(all.after.length).toBe(all.chunk_count - 1);
    const second = await read("1");
    expect(second.before.map((one) => one.chunk_index)).toEqual([0]);
    expect(second.after.map((one) => one.chunk_index)).toEqual([2]);
    const whole = [...second.before, second, ...second.after].map(({ text }) => text).join(" ");
    expect(sentences.join(" ").startsWith(whole)).toBe(true);
    const status = async (path: string, by = token): Promise<number> =>
      (await send("GET", `${place}/${path}`, { token: by })).status;
    expect(await status("99")).toBe(404);
    expect(await status("x")).toBe(400);
    expect(await status("0?around=21")).toBe(400);
    const eve = await join("eve@example.org");
    expect(await status("0", eve)).toBe(404);
    await send("PUT", "/api/v1/knowledge/long/sharing", { token, body: { visibility: "public" } });
    expect(await status("0", eve)).toBe(200);
    // A document of another base is not reached through one that may be seen.
    await send("POST", "/api/v1/knowledge", { token: eve, body: { name: "own" } });
    const detour = await send("GET", `/api/v1/knowledge/own/documents/${id}/passages/0`, {
      token: eve,
    });
    expect(detour.status).toBe(404);
  });

  it("names what is wrong with an upload or a question", async () => {
    const { send, token } = await begin();
    await send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    const upload = async (body: FormData | object): Promise<readonly unknown[]> => {
      const { status, json } = await send("POST", "/api/v1/knowledge/handbook/upload", {
        token,
        body,
      });
      return [status, json];
    };
    expect(await upload({})).toEqual([
      400,
      { detail: { field: "file", message: "Expected a form with a file in the field `file`" } },
    ]);
    expect((await upload(form("a.exe", "x")))[0]).toBe(400);
    expect((await upload(form("a.txt", "x".repeat(5 * 1024 * 1024 + 1))))[0]).toBe(413);
    const empty = await send("GET", "/api/v1/knowledge/handbook/search?query=%20", { token });
    expect([empty.status, empty.json]).toEqual([
      400,
      { detail: { field: "query", message: "Query cannot be empty" } },
    ]);
    expect((await send("GET", "/api/v1/knowledge/none/search?query=x", { token })).status).toBe(
      404,
    );
    const twice = await send("POST", "/api/v1/knowledge", { token, body: { name: "handbook" } });
    expect(twice.status).toBe(409);
  });
});
