/** `chat`, `kb`, `workflow` and `run` on the data of this machine, without a server. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { type Playground, playground } from "../support/program.ts";
import { useProgram } from "../support/running.ts";
import { until } from "../support/wait.ts";

const { start, run } = useProgram();

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(async () => {
  await models.close();
});
beforeEach(() => {
  models.answer({ words: ["Hello", ", ", "world", "."] });
});

interface Here extends Playground {
  readonly options: {
    readonly folder: string;
    readonly environment: Readonly<Record<string, string>>;
  };
  readonly call: (...words: readonly string[]) => ReturnType<typeof run>;
}

function begin(files: Readonly<Record<string, string>> = {}): Here {
  const ground = playground(files);
  const options = {
    folder: ground.folder,
    environment: {
      OLLAMA_HOST: new URL(models.url).host,
      SKILLWRIGHT_MODEL: "ollama:small",
      SKILLWRIGHT_DATA: "",
      SKILLWRIGHT_ADMIN_PASSWORD: "planted-password-4711",
    },
  };
  return { ...ground, options, call: (...words) => run(words, options) };
}

const SKILL = "---\nname: ask\ninputs: [{ name: q }]\nknowledge_base: handbook\n---\n\n{{q}}\n";
const FILES = { "staff.md": "Badges are blue. Holidays are in August.", "ask/SKILL.md": SKILL };

function sentContent(): string {
  return JSON.stringify(models.requests.at(-1)?.body.messages);
}

describe("this machine without a server", () => {
  it("[AF-08] says where a skill names a knowledge base that is not there", async () => {
    const { call } = begin(FILES);
    const early = await call("run", "ask", "-i", "q=badges", "--kb", "handbook");
    expect(early.code).toBe(0);
    expect(early.output).toContain("retrieval: Retrieval failed");
    expect(early.output).toContain("No knowledge base `handbook` on this machine");
    expect(early.output).toContain("skillwright kb add handbook");
    expect(early.output).not.toContain("account");
  });

  it("connects a model, which answers from then on", async () => {
    const { call } = begin();
    const at = ["--url", models.url, "--model", "small", "--local"];
    const added = await call("models", "add", "openai-compatible", "house", ...at);
    expect([added.code, added.output.includes("house:small")]).toEqual([0, true]);
    expect(added.output).toContain("Hello, world.");
    const said = await call("chat", "--local", "--model", "house:small", "hello?");
    expect([said.code, said.output.includes("Hello, world.\n")]).toEqual([0, true]);
    const asOf = ["--as-of", "2026-11-01", "--local"];
    const price = ["models", "price", "house:small", "--input", "1", "--output", "2"];
    expect((await call(...price, ...asOf)).output).toContain("1 in, 2 out USD");
    const rules = ["models", "rules", "--currency", "EUR", "--fallback", "ollama:small"];
    expect((await call(...rules, "--local")).output).toMatch(/^fallback +ollama:small$/mu);
    expect((await call("models", "rules", "--clear", "fallback", "--local")).code).toBe(0);
    const more = ["models", "change", "house", "--model", "small,large", "--local"];
    expect((await call(...more)).output).toContain("Changed house.");
    const listed = await call("models", "list", "--local", "--json");
    expect(JSON.parse(listed.output)).toMatchObject({
      providers: [
        { name: "ollama" },
        { models: [{ price: { output: 2, as_of: "2026-11-01" } }, { id: "large", price: null }] },
      ],
      rules: { currency: "EUR", fallback: [] },
    });
    const unknown = await call("models", "remove", "cellar", "--local");
    expect([unknown.code, unknown.output.includes("No provider `cellar`")]).toEqual([1, true]);
  });

  it("shows a model pictures and texts, and says what it cannot show", async () => {
    const { call } = begin({ ...FILES, "dot.png": "dot", "old.doc": "\0" });
    const asked = await call("run", "ask", "-i", "q=what", "--attach", "dot.png", "--no-tools");
    expect([asked.code, sentContent()]).toEqual([
      0,
      expect.stringContaining('"url":"data:image/png;base64,ZG90"'),
    ]);
    await call("chat", "--attach", "staff.md", "--local", "which colour?");
    expect(sentContent()).toContain("File staff.md:\\n\\nBadges are blue.");
    const odd = await call("run", "ask", "-i", "q=what", "--attach", "old.doc");
    expect([odd.code, odd.output.includes("`old.doc` is nothing that models read")]).toEqual([
      2,
      true,
    ]);
  });

  it("[AF-08] [BX-14] keeps knowledge bases, and gives them to skills and chats", async () => {
    const { call } = begin(FILES);
    const added = await call("kb", "add", "handbook", "staff.md");
    expect(added.code).toBe(0);
    expect(added.output).toContain("this is the data of this machine");
    expect(added.output).toContain("staff.md: 1 passage");
    const found = await call("kb", "search", "handbook", "holidays", "--local", "--json");
    expect(JSON.parse(found.output)).toMatchObject({ total: 1 });

    // A skill that somebody else wrote gets none that its user did not name.
    const unasked = await call("run", "ask", "-i", "q=badges", "--kb", "other");
    expect(unasked.output).toContain("`handbook`, which you did not name");
    expect(sentContent()).not.toContain("Badges are blue.");
    const ran = await call("run", "ask", "-i", "q=badges", "--kb", "handbook");
    expect(ran.code).toBe(0);
    expect(ran.output).toContain("retrieval: 1 passage");
    expect(sentContent()).toContain("Context:\\n[1] Badges are blue.");
    const said = await call("chat", "--local", "--kb", "handbook", "--session", "s", "badges?");
    expect([said.code, said.output.includes("Hello, world.\n")]).toEqual([0, true]);
    expect(sentContent()).toContain("[1] Badges are blue.");
    await call("chat", "--local", "--session", "s", "And?");
    expect(sentContent()).toContain("badges?");
  });

  it("[AF-12] imports and runs workflows, and streams what their last node says", async () => {
    const document = {
      version: 1,
      name: "report",
      graph_data: {
        nodes: [
          { id: "in", type: "start" },
          { id: "draft", type: "llm" },
          { id: "final", type: "llm" },
          { id: "out", type: "end" },
        ],
        edges: [
          { source: "in", target: "draft" },
          { source: "draft", target: "final" },
          { source: "final", target: "out" },
        ],
      },
    };
    const { call, options } = begin({ "report.json": JSON.stringify(document) });
    const made = await call("workflow", "import", "report.json", "--local");
    expect([made.code, made.output.includes("report  ")]).toEqual([0, true]);
    const copy = await call("workflow", "export", "report", "--local");
    expect(JSON.parse(copy.output)).toMatchObject({ version: 1, name: "report" });

    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    models.answer(
      { words: ["A ", "draft."] },
      { words: ["The ", "end."], beforeWord: (at) => (at === 0 ? Promise.resolve() : gate) },
    );
    const words = ["workflow", "run", "report", "--local", "--input", "Go"];
    const running = start(words, options);
    await until("the first word of the last node is shown", () =>
      running.output().includes("The "),
    );
    expect(running.output()).not.toContain("end.");
    release();
    expect(await running.exited).toBe(0);
    expect(running.output()).toBe(
      "start in\nllm draft\ndraft: A draft.\nllm final\nThe end.\nend out\n",
    );
    models.answer({ words: ["x"] });
    const json = await call(...words, "--json");
    const events = json.output.trim().split("\n");
    expect(events.filter((line) => line.includes('"event":"token"'))).toHaveLength(2);
  });

  it("says when both a server and this machine are named", async () => {
    const { call } = begin();
    const both = await call("kb", "list", "--local", "--server", "http://127.0.0.1:9");
    expect(both.code).toBe(2);
    expect(both.output).toContain("`--server` cannot be combined with `--local` or `--data`");
    const elsewhere = await call("kb", "list", "--data", "other");
    expect([elsewhere.code, elsewhere.output.includes("No server")]).toEqual([0, false]);
  });
});
