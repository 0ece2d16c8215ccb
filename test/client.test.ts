import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "./support/model-server.ts";
import { createPlatform } from "./support/platform.ts";
import { openDatabase } from "../src/hub/data/index.ts";
import { type AnswerInfo, ApiError, type Client, createClient } from "../src/client/index.ts";
import { readEvents } from "../src/client/events.ts";

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});

async function begin(): Promise<{ readonly client: Client; readonly anonymous: Client }> {
  const database = await openDatabase({ address: ":memory:" });
  const { fetch } = await createPlatform({ database, modelUrl: models.url });
  const anonymous = createClient({ url: "http://platform.test/", fetch });
  const body = { email: "ada@example.org", password: "correct horse" };
  await anonymous.register({ body });
  const { token } = await anonymous.login({ body });
  return { anonymous, client: createClient({ url: "http://platform.test", token, fetch }) };
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const CONTENT = "---\nname: greet\ninputs: [{ name: who }]\n---\n\nGreet {{who}}.\n";

describe("the client", () => {
  it("calls operations with their types, and streams runs", async () => {
    const { client } = await begin();
    const made = await client.createSkill({ body: { name: "greet", content: CONTENT } });
    expect(made.inputs?.[0]?.name).toBe("who");
    let text = "";
    for await (const { event, data } of client.runSkill({
      params: { name: "greet" },
      body: { inputs: { who: "Ada" } },
    }))
      if (event === "token" && typeof data["content"] === "string") text += data["content"];
    expect(text).toBe("Hello, world.");
    const tried = await client.previewRun({
      params: { name: "greet" },
      body: { inputs: { who: "Bob" } },
    });
    expect(tried.model).toBe("local:small");
    expect(tried.messages.at(-1)).toEqual({ role: "user", content: "Greet Bob." });
    const file = await client.readSkillFile({ params: { name: "greet" } });
    expect(new TextDecoder().decode(file)).toBe(CONTENT);
    const base = await client.createKnowledgeBase({ body: { name: "handbook" } });
    const uploaded = await client.uploadDocument({
      params: { kb: base.id },
      form: { file: new File(["Badges are blue."], "staff.md") },
    });
    expect(uploaded.filename).toBe("staff.md");
    expect(await client.readMetrics()).toContain("skillwright_runs_total");
    await client.deleteSkill({ params: { name: "greet" } });
    expect((await client.listSkills()).total).toBe(0);
  });

  it("[AF-15] changes only the version that was read", async () => {
    const { client } = await begin();
    await client.createSkill({ body: { name: "greet", content: CONTENT } });
    const params = { name: "greet" };
    const versions: (string | undefined)[] = [];
    const onAnswer = ({ etag }: AnswerInfo): void => {
      versions.push(etag);
    };
    const { raw_content: content } = await client.readSkill({ params, onAnswer });
    const [read = ""] = versions;
    await client.updateSkill({
      params,
      body: { content: `${content}More.` },
      ifMatch: read,
      onAnswer,
    });
    expect(versions[1]).not.toBe(read);
    const late = client.updateSkill({ params, body: { content }, ifMatch: read });
    await expect(late).rejects.toMatchObject({ status: 412 });
    await expect(client.deleteSkill({ params, ifMatch: read })).rejects.toMatchObject({
      status: 412,
    });
    await client.deleteSkill({ params, ifMatch: versions[1] ?? "" });
  });

  it("tells refusals with their status and field", async () => {
    const { client, anonymous } = await begin();
    const refused = await client
      .createSkill({ body: { name: "A", content: CONTENT } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({
      status: 400,
      field: "name",
      message: "Skill name must be lowercase",
    });
    await expect(anonymous.listSkills()).rejects.toMatchObject({ status: 401 });
  });

  it("reads events whatever the pieces they come in and the ends of their lines", async () => {
    const text =
      ': beat\r\n\r\nevent: token\r\ndata: {"content":"é"}\r\n\r\nevent: done\ndata: {}\n\n';
    const bytes = new TextEncoder().encode(text);
    const body = async function* (): AsyncGenerator<Uint8Array, void> {
      for (const byte of bytes) yield Uint8Array.of(byte);
    };
    expect(await collect(readEvents(body()))).toEqual([
      { event: "token", data: { content: "é" } },
      { event: "done", data: {} },
    ]);
  });
});
