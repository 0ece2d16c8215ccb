/** Spans and figures of the built server, as a collector of OpenTelemetry gets them by examples/deploy/telemetry.mjs. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/index.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { playground } from "../support/program.ts";
import { useProgram } from "../support/running.ts";
import { root } from "../support/source.ts";
import { until } from "../support/wait.ts";

const { start } = useProgram();
const PASSWORD = "planted-password-4711";
const SECRET = "The vault code is 8315.";
const TRACE = "0af7651916cd43dd8448eb211c80319c";

type NewWorkflow = NonNullable<Parameters<Client["createWorkflow"]>[0]>["body"];
type Graph = NonNullable<NonNullable<NewWorkflow>["graph_data"]>;

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
}

interface Attribute {
  readonly key: string;
  readonly value: Value;
}

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface Sent {
  readonly resourceSpans?: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  }[];
}

interface Collector {
  readonly url: string;
  readonly text: () => string;
  readonly spans: () => readonly SentSpan[];
  readonly figures: () => ReadonlySet<string>;
  readonly close: () => void;
}

async function startCollector(): Promise<Collector> {
  const texts: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    texts.push(Buffer.concat(chunks).toString());
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const sent = (): readonly Sent[] => texts.map((text) => JSON.parse(text) as Sent);
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => texts.join("\n"),
    spans: () =>
      sent()
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    figures: () =>
      new Set(
        sent()
          .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
          .flatMap(({ scopeMetrics }) => scopeMetrics)
          .flatMap(({ metrics }) => metrics.map(({ name }) => name)),
      ),
    close: () => void server.close(),
  };
}

function valueOf({ attributes }: SentSpan, wanted: string): unknown {
  const value = attributes.find(({ key }) => key === wanted)?.value;
  return value?.stringValue ?? value?.intValue ?? value?.doubleValue;
}

describe("what a collector gets", () => {
  let models: ModelServer;
  let collector: Collector;
  beforeAll(async () => {
    models = await startModelServer();
    collector = await startCollector();
  });
  afterAll(async () => {
    await models.close();
    collector.close();
  });

  it("is one span for each run, node, call of a model and retrieval, and the figures of the server", async () => {
    const { folder } = playground();
    const server = start(["serve", "--port", "0", "--data", "data"], {
      folder,
      environment: {
        OPENAI_API_KEY: "key",
        OPENAI_BASE_URL: models.url,
        SKILLWRIGHT_MODEL: "openai:small",
        SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD,
        NODE_OPTIONS: `--import ${join(root, "examples/deploy/telemetry.mjs")}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_METRICS_EXPORTER: "otlp",
      },
    });
    await until("the server listens", () => server.output().includes("Listening on"));
    const url = /Listening on (http:\S+)\.\n/u.exec(server.output())?.[1] ?? "";
    const account = { email: "admin@skillwright.local", password: PASSWORD };
    const { token } = await createClient({ url }).login({ body: account });
    const client = createClient({ url, token });
    await client.createKnowledgeBase({ body: { name: "handbook" } });
    const content = `---\nname: ask\nknowledge_base: handbook\n---\n\n${SECRET}\n`;
    await client.createSkill({ body: { name: "ask", content } });
    const run = await fetch(`${url}/api/v1/skills/ask/run`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
      },
      body: "{}",
    });
    expect(await run.text()).toContain("event: done");
    const thinking: Graph = {
      nodes: [
        { id: "start", type: "start" },
        { id: "think", type: "llm" },
        { id: "end", type: "end" },
      ],
      edges: [
        { source: "start", target: "think" },
        { source: "think", target: "end" },
      ],
    };
    const { id } = await client.createWorkflow({ body: { name: "w", graph_data: thinking } });
    models.answer({ status: 401 });
    for await (const _ of client.executeWorkflow({ params: { id }, body: { input: SECRET } }));
    server.child.kill("SIGTERM");
    expect(await server.exited).toBe(0);

    const spans = collector.spans();
    const find = (name: string, parent?: SentSpan): SentSpan => {
      const found = spans.find(
        (span) =>
          span.name === name && (parent === undefined || span.parentSpanId === parent.spanId),
      );
      expect(found, `${name} among ${spans.map((span) => span.name).join(", ")}`).toBeDefined();
      return found as SentSpan;
    };
    const skill = find("run skill");
    expect([skill.traceId, skill.parentSpanId]).toEqual([TRACE, "b7ad6b7169203331"]);
    expect(valueOf(skill, "skillwright.skill")).toBe("ask");
    expect(Number(valueOf(find("retrieval", skill), "skillwright.results"))).toBe(0);
    const call = find("chat small", skill);
    expect(Number(valueOf(call, "gen_ai.usage.input_tokens"))).toBe(7);
    expect(valueOf(call, "gen_ai.provider.name")).toBe("openai");
    const node = find("node llm", find("run workflow"));
    expect(valueOf(node, "skillwright.node.id")).toBe("think");
    const failed = find("chat small", node);
    expect([failed.status.code, valueOf(failed, "error.type")]).toEqual([2, "run/model-failed"]);
    expect(node.status.code).toBe(2);
    expect([...collector.figures()]).toEqual(
      expect.arrayContaining([
        "skillwright.requests",
        "skillwright.request.duration",
        "skillwright.runs",
        "skillwright.tokens",
        "skillwright.active.streams",
      ]),
    );
    // Nothing of what was asked or said is sent anywhere else.
    expect(collector.text()).not.toContain("8315");
  });
});
