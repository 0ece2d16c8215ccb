/** The workbench of the built server while that server is killed and started again. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/index.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { needs } from "../support/needs.ts";
import { playground } from "../support/program.ts";
import { type Running, useProgram } from "../support/running.ts";
import { service } from "../support/service.ts";
import { until } from "../support/wait.ts";
import { keepKey } from "./support/keep-key.ts";
import { takePictures } from "./support/look.ts";

const EMAIL = "admin@skillwright.local";
const PASSWORD = "a-password-of-the-tests";
const AWAY = "The server cannot be reached. What is on this page stays";
const CUT = "The connection to the server broke off before the end.";

function stepOf(id: string) {
  return { id, type: "llm", data: { systemPrompt: `Do ${id}.` } } as const;
}

interface Served {
  readonly url: string;
  readonly client: Client;
  readonly visit: (path: string) => Promise<Page>;
  readonly kill: () => Promise<void>;
  /** On the same data and at the same address. */
  readonly restart: () => Promise<void>;
}

needs.browser().describe("the workbench of a server that is killed", (executablePath) => {
  const { start } = useProgram();
  let models: ModelServer;
  let browser: Browser;
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    models = await startModelServer();
    browser = await chromium.connect(await service("browser", executablePath));
  });
  afterEach(async () => {
    await context?.close();
  });
  afterAll(async () => {
    await browser.close();
    await models.close();
  });

  async function serve(): Promise<Served> {
    const { folder } = playground();
    const begin = async (port: string): Promise<Running> => {
      const server = start(["serve", "--port", port, "--data", "data"], {
        folder,
        environment: {
          OPENAI_API_KEY: "a-key-of-the-tests",
          OPENAI_BASE_URL: models.url,
          SKILLWRIGHT_MODEL: "openai:small",
          SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD,
        },
      });
      await until("the server is there", () => server.output().includes("Listening on"), 30_000);
      return server;
    };
    let server = await begin("0");
    const url = /Listening on (http:\S+)\.\n/u.exec(server.output())?.[1] ?? "";
    const { token } = await createClient({ url }).login({
      body: { email: EMAIL, password: PASSWORD },
    });
    return {
      url,
      client: createClient({ url, token }),
      visit: async (path) => {
        context = await browser.newContext({ reducedMotion: "reduce" });
        context.setDefaultTimeout(20_000);
        const answer = await context.request.post(`${url}/api/v1/session`, {
          data: { email: EMAIL, password: PASSWORD },
          headers: { "x-skillwright-page": "1" },
        });
        await keepKey(context, answer);
        const page = await context.newPage();
        await page.goto(`${url}${path}`);
        return page;
      },
      kill: async () => {
        server.child.kill("SIGKILL");
        await server.exited;
      },
      restart: async () => {
        server = await begin(new URL(url).port);
      },
    };
  }

  /** The model says the first words of its next answer, and no more. */
  function answerHalf(words: readonly string[]): void {
    const { promise: never } = Promise.withResolvers<void>();
    models.answer({
      words: [...words, "never said"],
      beforeWord: async (index) => (index < words.length ? undefined : await never),
    });
  }

  it("[AF-14] keeps what a run has said, says what happened, and runs again", async () => {
    const { client, visit, kill, restart } = await serve();
    const content = "---\nname: greet\ndescription: Greets.\n---\n\nGreet.\n";
    await client.createSkill({ body: { name: "greet", content } });
    answerHalf(["Good ", "morning"]);
    const page = await visit("/run/greet");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const result = page.getByRole("region", { name: "Result" });
    await result.getByText("Good morning").waitFor();
    await kill();
    await result.getByRole("alert").getByText(CUT).waitFor();
    await result.getByText("Good morning").waitFor();
    await result.getByText("Failed", { exact: true }).waitFor();
    await page.getByText(AWAY).waitFor();
    await takePictures(page, "run-server-gone");
    // Somebody who tries while it is away is told so.
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await result.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    // What came before is not lost by the attempt, nor by another.
    await result.getByText("Good morning").waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await result.getByRole("alert").getByText("The server cannot be reached.").waitFor();
    await result.getByText("Good morning").waitFor();
    await takePictures(page, "run-server-away");
    models.answer({ words: ["Good evening."] });
    await restart();
    await page
      .getByRole("row", { name: /greet Failed.*The server went down before the end/u })
      .waitFor();
    await page.getByText(AWAY).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await result.getByText("Good evening.").waitFor();
    await expect.poll(() => result.getByText("Good morning").count()).toBe(0);
    await result.getByText("Done", { exact: true }).waitFor();
    await page.getByRole("row", { name: /greet Done/u }).waitFor();
    const { runs } = await client.listRuns();
    expect(runs.map(({ status, message }) => [status, message])).toEqual([
      ["success", runs[0]?.message],
      ["error", "The server went down before the end"],
    ]);
  });

  it("[AF-11] asks a question again whose answer was cut off, and keeps it once", async () => {
    const { client, visit, kill, restart } = await serve();
    answerHalf(["It is ", "half past"]);
    const page = await visit("/chat");
    const field = page.getByRole("combobox", { name: "Your message" });
    await field.fill("What time is it?");
    await page.getByRole("button", { name: "Send" }).click();
    const said = page.getByRole("log", { name: "What was said" });
    await said.getByText("It is half past").waitFor();
    const id = new URL(page.url()).searchParams.get("session") ?? "";
    await until("the words so far are kept", async () => {
      const [question] = (await client.readChat({ params: { id } })).messages;
      return question?.course?.partial === "It is half past";
    });
    await kill();
    await said.getByRole("alert").getByText(CUT).waitFor();
    await said.getByText("It is half past").waitFor();
    await takePictures(page, "chat-server-gone");
    models.answer({ words: ["Half past nine."] });
    await restart();
    await page.getByText(AWAY).waitFor({ state: "detached" });
    await page.reload();
    await said.getByText("It is half past").waitFor();
    await said.getByRole("alert").getByText("The answer broke off before its end.").waitFor();
    await takePictures(page, "chat-server-back");
    await said.getByRole("button", { name: "Try again" }).click();
    await said.getByText("Half past nine.").waitFor();
    await expect.poll(() => said.getByText("What time is it?").count()).toBe(1);
    await page.getByRole("button", { name: "Send" }).waitFor();
    const asked = models.requests.at(-1)?.body.messages ?? [];
    expect(asked.filter(({ role }) => role === "user")).toEqual([
      { role: "user", content: "What time is it?" },
    ]);
    await page.reload();
    await said.getByText("Half past nine.").waitFor();
    const [session] = (await client.listChats()).sessions;
    const { messages } = await client.readChat({ params: { id: session?.id ?? "" } });
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "What time is it?"],
      ["assistant", "Half past nine."],
    ]);
  });

  it("[AF-13] follows a workflow over the end of its server, and runs no node twice", async () => {
    const { client, visit, kill, restart } = await serve();
    const nodes = [
      { id: "start", type: "start" },
      ...["draft", "check", "short"].map(stepOf),
      { id: "end", type: "end" },
    ] as const;
    const edges = nodes.slice(1).map((node, at) => ({
      source: nodes[at]?.id ?? "",
      target: node.id,
    }));
    const { id } = await client.createWorkflow({
      body: { name: "Three steps", graph_data: { nodes, edges } },
    });
    const before = models.requests.length;
    const { promise: never } = Promise.withResolvers<void>();
    models.answer(
      { words: ["A draft."] },
      {
        words: ["Half a ", "check"],
        beforeWord: async (at) => (at === 0 ? undefined : await never),
      },
      { words: ["It is checked."] },
      { words: ["All is short."] },
    );
    const page = await visit(`/workflows/${id}`);
    await page.getByRole("tab", { name: "Run", exact: true }).click();
    await page.getByLabel("Input of the run").fill("rivers");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const course = page.getByRole("region", { name: "Course of the run" });
    await course.getByText("Half a").waitFor();
    await kill();
    await course.getByText("The connection is gone. It is tried again.").waitFor();
    await course.getByText("draft", { exact: true }).waitFor();
    await takePictures(page, "workflow-server-gone");
    await restart();
    await course.getByText("Done", { exact: true }).waitFor();
    await course.getByRole("region", { name: "Output" }).getByText("All is short.").waitFor();
    const calls = models.requests.slice(before).map(({ body }) => body.messages?.[0]?.content);
    expect(calls).toEqual(["Do draft.", "Do check.", "Do check.", "Do short."]);
    const { items } = await client.listExecutions({ query: { workflow_id: id } });
    expect(items.map(({ status }) => status)).toEqual(["completed"]);
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("list", { name: "Runs" }).getByText("Done").waitFor();
  });
});
