import { join } from "node:path";
import { createSkillServer, listenMcp } from "../../../../src/serve/mcp/index.ts";
import { bytesOf, type FuzzTarget, must, type OpenTarget, textOf } from "../target.ts";

const examples = join(import.meta.dirname, "..", "..", "..", "..", "examples", "agentskills");
const PATIENCE_MS = 30_000;

function call(method: string, params: object = {}): object {
  return { jsonrpc: "2.0", id: 1, method, params };
}

const MESSAGES: readonly object[] = [
  call("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  }),
  { jsonrpc: "2.0", method: "notifications/initialized" },
  call("ping"),
  call("tools/list"),
  call("tools/call", { name: "x", arguments: { a: 1 } }),
  call("prompts/list"),
  call("prompts/get", { name: "meeting-notes", arguments: { a: "b" } }),
  call("resources/list"),
  call("resources/templates/list"),
  call("resources/read", { uri: "skill://meeting-notes/SKILL.md" }),
  call("resources/read", { uri: "skill://meeting-notes/references/template.md" }),
  call("resources/directory/read", { uri: "skill://meeting-notes/" }),
  call("resources/subscribe", { uri: "skill://meeting-notes/SKILL.md" }),
  call("skills/list", { cursor: "x" }),
  call("skills/get", { uri: "skill://meeting-notes/SKILL.md" }),
  call("completion/complete", {
    ref: { type: "ref/prompt", name: "meeting-notes" },
    argument: { name: "a", value: "b" },
  }),
  call("logging/setLevel", { level: "debug" }),
  { jsonrpc: "2.0", id: 1, result: {} },
  { jsonrpc: "2.0", id: 1, error: { code: 1, message: "x" } },
];

export const mcpTarget: FuzzTarget = {
  name: "mcp",
  invariants: [
    "Every message is answered, and never with a fault of the server.",
    "An internal error (-32603) comes out for parameters of the wrong shape alone.",
    "No answer holds a file that lies outside of the skills.",
  ],
  kind: "json",
  maxBytes: 48_000,
  maxCpuMs: 3000,
  words: [
    ..."initialize tools/call resources/read skills/get prompts/get".split(" "),
    "skill://meeting-notes/",
    "skill://",
    "../package.json",
    "%2e%2e/",
    "file:///etc/passwd",
    "_meta",
    "progressToken",
    "cursor",
  ],
  seeds: () => [
    ...MESSAGES.map((message) => bytesOf(JSON.stringify(message))),
    bytesOf(JSON.stringify(MESSAGES.slice(2, 5))),
  ],
  quickRuns: 150,
  open,
};

async function open(): Promise<OpenTarget> {
  const server = await createSkillServer({ paths: [examples], version: "0.0.0", ttlMs: 0 });
  const running = await listenMcp({ server, host: "127.0.0.1", port: 0 });
  return {
    check: async (input) => {
      const response = await fetch(running.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-11-25",
        },
        body: Buffer.from(input),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await response.text();
      must(response.status < 500, `answer ${response.status} ${text.slice(0, 200)}`);
      // The SDK has this code for parameters of the wrong shape too, and then lists what is wrong with them.
      must(!/-32603,"message":"(?!\[)/u.test(text), `an internal error: ${text.slice(0, 300)}`);
      must(!/root:x:0|"devDependencies"/u.test(text), "a file from outside");
      const code = /"code":\s*(-?\d+)/u.exec(text)?.[1] ?? "";
      return `${response.status} ${code} ${/"method":"([^"]{1,40})/u.exec(textOf(input))?.[1] ?? ""}`;
    },
    close: async () => {
      await running.close();
      await server.close();
    },
  };
}
