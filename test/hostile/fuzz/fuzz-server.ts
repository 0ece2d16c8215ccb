/** The whole server on a real socket, in memory, with somebody who owns a little of everything. */
import { IN_MEMORY } from "../../../src/platform/index.ts";
import { systemClock } from "../../../src/platform/machine/index.ts";
import { startServer } from "../../../src/serve/http/index.ts";
import { openPlatform, readPlatformSettings } from "../../../src/serve/platform/index.ts";
import { lentJobs } from "../../support/jobs.ts";

export interface FuzzServer {
  readonly url: string;
  /** Of somebody who registered. */
  readonly token: string;
  /** What the server told its log as a fault since this was last asked for. */
  readonly faults: () => readonly string[];
  readonly close: () => Promise<void>;
}

const PASSWORD = "correct horse battery";
const SKILL = "---\nname: greet\ndescription: Greets. Use when asked to.\n---\n\nHello.\n";

export async function openFuzzServer(): Promise<FuzzServer> {
  let faults: string[] = [];
  const many = { count: 1_000_000_000, seconds: 60 };
  const counters = ["run", "preview", "chat", "workflow", "scan", "login", "register", "device"];
  const platform = await openPlatform({
    settings: readPlatformSettings({
      value: {
        registration: true,
        limits: Object.fromEntries(counters.map((counter) => [counter, many])),
      },
      environment: {
        SKILLWRIGHT_ADMIN_EMAIL: "root@example.org",
        SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD,
      },
    }),
    dataFolder: IN_MEMORY,
    jobs: lentJobs(),
    version: "0.0.0",
    clock: systemClock,
    environment: {},
    onProblem: ({ code, message, cause }) => {
      faults.push(`${code} ${message} ${cause instanceof Error ? (cause.stack ?? "") : ""}`);
    },
  });
  const server = await startServer({
    token: "fuzz-token-0123456789",
    version: "0.0.0",
    platform: platform.app,
  });
  const token = await register(server.url);
  await fill(server.url, token);
  faults = [];
  return {
    url: server.url,
    token,
    faults: () => faults.splice(0),
    close: async () => {
      await server.close();
      await platform.close();
    },
  };
}

async function register(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ann@example.org", password: PASSWORD }),
  });
  const { token } = (await response.json()) as { readonly token?: string };
  if (token === undefined) throw new Error(`Nobody could register: ${response.status}`);
  return token;
}

/** What the seeds of requests name. */
async function fill(url: string, token: string): Promise<void> {
  const post = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) await response.body?.cancel();
    else throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  await post("/api/v1/skills", { name: "greet", content: SKILL });
  await post("/api/v1/knowledge", { name: "greet" });
  await post("/registry/api/v1/skills", {
    name: "greet",
    version: "1.0.0",
    files: [{ path: "SKILL.md", text: SKILL }],
  });
}
