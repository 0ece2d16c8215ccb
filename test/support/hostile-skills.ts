/** A server of the Skills extension that says whatever a test wants it to say, true or not. */
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface FakeEntry {
  readonly uri: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly resources: unknown;
}

export interface FakeServer {
  readonly entries: readonly FakeEntry[];
  /** By address. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Answers of `resources/directory/read` by address; the capability is declared where this is. */
  readonly folders?: Readonly<Record<string, readonly object[]>>;
  readonly hasNoSkills?: boolean;
  /** Every page of its tools leads to another one. */
  readonly hasEndlessTools?: boolean;
}

export interface RunningFake {
  readonly url: string;
  /** Methods in the order in which they were asked, with the address where there is one. */
  readonly asked: readonly string[];
}

export function digestOf(content: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

/** An entry that is true of the files. */
export function honestEntry(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  root = `skill://${name}`,
): { readonly entry: FakeEntry; readonly files: Readonly<Record<string, string | Uint8Array>> } {
  const addressed = Object.entries(files).map(
    ([path, content]) => [`${root}/${path}`, content] as const,
  );
  return {
    entry: {
      uri: `${root}/SKILL.md`,
      frontmatter: { name, description: `Does ${name}.` },
      resources: addressed.map(([uri, content]) => ({
        uri,
        digest: digestOf(content),
        size: Buffer.byteLength(content),
      })),
    },
    files: Object.fromEntries(addressed),
  };
}

export function skillText(name: string, more = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\nDo it.\n`;
}

/** Speaks the revision of 2025-11-25, one request at a time. */
export async function startFake(fake: FakeServer): Promise<RunningFake> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse((await text(request)) || "{}") as Message;
      if (body.id === undefined || body.method === undefined) {
        response.writeHead(request.method === "POST" ? 202 : 405).end();
        return;
      }
      asked.push([body.method, body.params?.uri].filter(Boolean).join(" "));
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: body.id, ...answer(fake, body) }));
    })();
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return { url: `http://127.0.0.1:${address.port}/mcp`, asked };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly cursor?: string };
}

function answer(fake: FakeServer, { method, params }: Message): object {
  const uri = params?.uri ?? "";
  switch (method) {
    case "initialize":
      return { result: hello(fake) };
    case "skills/list":
      return { result: { skills: fake.entries } };
    case "skills/get": {
      const skill = fake.entries.find((entry) => entry.uri === uri);
      return skill === undefined ? missing(uri) : { result: { skill } };
    }
    case "tools/list":
      return { result: { tools: [], nextCursor: `${params?.cursor ?? ""}+` } };
    case "resources/list":
      return { result: { resources: [] } };
    case "resources/templates/list":
      return { result: { resourceTemplates: [] } };
    case "resources/read": {
      const content = fake.files[uri];
      return content === undefined
        ? missing(uri)
        : { result: { contents: [contents(uri, content)] } };
    }
    case "resources/directory/read": {
      const resources = fake.folders?.[uri];
      return resources === undefined ? missing(uri) : { result: { resources } };
    }
    default:
      return { error: { code: -32601, message: `No such method: ${method ?? ""}` } };
  }
}

function hello({ folders, hasNoSkills = false, hasEndlessTools = false }: FakeServer): object {
  const skills = folders === undefined ? {} : { directoryRead: true };
  return {
    protocolVersion: "2025-11-25",
    serverInfo: { name: "fake", version: "1.0.0" },
    capabilities: {
      resources: {},
      ...(hasEndlessTools ? { tools: {} } : {}),
      ...(hasNoSkills ? {} : { extensions: { "io.modelcontextprotocol/skills": skills } }),
    },
  };
}

function contents(uri: string, content: string | Uint8Array): object {
  return typeof content === "string"
    ? { uri, mimeType: "text/markdown", text: content }
    : { uri, mimeType: "application/octet-stream", blob: Buffer.from(content).toString("base64") };
}

function missing(uri: string): object {
  return { error: { code: -32602, message: `Not found: ${uri}`, data: { uri } } };
}
