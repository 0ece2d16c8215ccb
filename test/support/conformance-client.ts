/** Our client as the conformance suite wants to see it: it looks around, and calls whatever tools a server has. */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { join } from "node:path";
import {
  answerQuestions,
  callTool,
  type RegisteredClient,
  type StoredLogin,
  McpLogin,
  type McpConnection,
  readMcpAddress,
  surveyServer,
  withMcp,
} from "../../src/registry/sources/index.ts";
import { root } from "./source.ts";

interface Scenario {
  readonly scenario: string;
  readonly url: string;
  readonly context: {
    readonly client_id?: string;
    readonly client_secret?: string;
    readonly issuer?: string;
    readonly private_key_pem?: string;
    readonly signing_algorithm?: string;
    readonly valid_jwt?: string;
    readonly idp_client_id?: string;
    readonly idp_id_token?: string;
    readonly idp_issuer?: string;
    readonly idp_token_endpoint?: string;
    readonly toolCalls?: readonly { readonly name: string; readonly arguments: object }[];
  };
}

export interface ConformanceClient {
  /** What the suite starts, with the address of its server behind it. */
  readonly command: string;
  readonly close: () => Promise<void>;
}

export async function startConformanceClient(): Promise<ConformanceClient> {
  const server = createServer((request, response) => {
    json(request)
      .then((scenario) => run(scenario as Scenario))
      .then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const script = join(root, "test/support/forward-scenario.mjs");
  return {
    command: `${process.execPath} ${script} http://127.0.0.1:${port}`,
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

/** Lists only, since reading is what the scenario watches for. */
const LISTS_ONLY = new Set(["sep-2640-client-no-prefetch"]);
/** Where the description of the client would stand; nobody fetches it. */
const CLIENT_DOCUMENT = "https://conformance-test.local/client-metadata.json";

async function run({ scenario, url, context }: Scenario): Promise<void> {
  let kept: StoredLogin = {};
  const client = clientFor(scenario, context);
  const login = new McpLogin(new URL(url), {
    read: () => kept,
    keep: (changed) => {
      kept = changed;
    },
    ...(client === undefined ? {} : { client }),
    // A browser whose user agrees to everything: the servers of the suite send it on at once.
    ask: async (page) => {
      await fetch(page);
    },
  });
  const options = {
    version: "1",
    login,
    prepare: (asked: McpConnection["client"]) => answerQuestions(asked, async () => ({})),
  };
  await withMcp(readMcpAddress([url]), options, async (connection) => {
    await surveyServer(connection, { isListOnly: LISTS_ONLY.has(scenario) });
    if (connection.client.getServerCapabilities()?.tools === undefined) return;
    for (const { name, arguments: input } of context.toolCalls ?? (await callsOf(connection)))
      await callTool(connection, name, { ...input });
  });
}

/** A call of each tool, with arguments that suit it. */
async function callsOf({ client }: McpConnection) {
  const { tools } = await client.listTools();
  const [first] = tools;
  const inputs: Readonly<Record<string, object>> = {
    add_numbers: { a: 5, b: 3 },
    json_schema_echo: { schema: first?.inputSchema },
    valid_tool: { region: "us-west1" },
  };
  return tools.map(({ name }) => ({ name, arguments: inputs[name] ?? {} }));
}

function clientFor(scenario: string, context: Scenario["context"]): RegisteredClient | undefined {
  if (scenario === "auth/basic-cimd") return { client_id: CLIENT_DOCUMENT };
  const { client_id: id, client_secret: secret, private_key_pem: key } = context;
  if (id === undefined) return undefined;
  return {
    client_id: id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    ...(context.issuer === undefined ? {} : { issuer: context.issuer }),
    ...(key === undefined ? {} : { private_key: key }),
    ...(context.signing_algorithm === undefined
      ? {}
      : { private_key_alg: context.signing_algorithm }),
    ...(context.valid_jwt === undefined ? {} : { assertion: context.valid_jwt }),
    ...(context.idp_issuer === undefined
      ? {}
      : {
          identity_provider: {
            issuer: context.idp_issuer,
            token_endpoint: context.idp_token_endpoint ?? "",
            client_id: context.idp_client_id ?? "",
            id_token: context.idp_id_token ?? "",
          },
        }),
    ...(scenario.includes("client-credentials") ? { grant_types: ["client_credentials"] } : {}),
  };
}
