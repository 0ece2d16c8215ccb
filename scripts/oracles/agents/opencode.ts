/** OpenCode: its server's `/skill`, and the system message that a session sends. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildEnvironment } from "../place.ts";
import { type Running, start } from "../process.ts";
import type { Stub } from "../stub.ts";
import type { Agent, ListEntry, Observation, PlacedCase, PromptEntry } from "../types.ts";
import { readElements, readStrings } from "./elements.ts";

interface ListedSkill {
  readonly name: string;
  readonly description?: string | null;
  readonly location: string;
}

interface Server {
  readonly url: string;
  readonly running: Running;
}

const BUILT_IN = "<built-in>";

/**
 * Starting takes most of the time of a case, so cases that put nothing into HOME and change no variable share one
 * server, each in a project of its own.
 */
export function createOpencode(
  program: string,
  version: string,
  stub: Stub,
  limitMs: number,
): Agent {
  let shared: { readonly server: Server; readonly home: string } | undefined;
  return {
    id: "opencode",
    version,
    ask: async (placed) => {
      if (!isOfProject(placed)) {
        const server = await startServer(program, placed, stub, limitMs);
        try {
          return await ask(server, placed, stub);
        } finally {
          await server.running.stop();
        }
      }
      if (shared === undefined) {
        const home = realpathSync(mkdtempSync(join(tmpdir(), "oracle-")));
        const server = await startServer(
          program,
          { ...placed, cwd: home, home },
          stub,
          30 * 60_000,
        );
        shared = { server, home };
      }
      return await ask(shared.server, placed, stub);
    },
    close: async () => {
      if (shared === undefined) return;
      await shared.server.running.stop();
      rmSync(shared.home, { recursive: true, force: true, maxRetries: 5 });
      shared = undefined;
    },
  };
}

function isOfProject(placed: PlacedCase): boolean {
  const { files, settings, dirs, links, env, args } = placed.case.in;
  const paths = [files, settings ?? {}, links ?? {}].flatMap((part) => Object.keys(part));
  return (
    env === undefined &&
    args === undefined &&
    [...paths, ...(dirs ?? [])].every((path) => path.startsWith("PROJECT"))
  );
}

async function startServer(
  program: string,
  placed: PlacedCase,
  stub: Stub,
  limitMs: number,
): Promise<Server> {
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    name: "stub",
    options: { baseURL: `${stub.url}/v1`, apiKey: "x" },
    models: { m: { name: "m" } },
  };
  const running = start({
    program,
    args: ["serve", "--print-logs", "--hostname", "127.0.0.1", "--port", "0"],
    cwd: placed.cwd,
    env: buildEnvironment(placed, {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider: { stub: provider }, snapshot: false }),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      npm_config_offline: "true",
    }),
    limitMs,
  });
  const address = /listening on (http:\/\/127\.0\.0\.1:\d+)/u;
  await running.until((stdout, stderr) => address.test(stdout + stderr));
  return { running, url: address.exec(running.stdout() + running.stderr())?.[1] ?? "" };
}

async function ask(server: Server, placed: PlacedCase, stub: Stub): Promise<Observation> {
  const before = server.running.stderr().length;
  const directory = `?directory=${encodeURIComponent(placed.cwd)}`;
  const skills: readonly ListedSkill[] = JSON.parse(
    await request(`${server.url}/skill${directory}`),
  );
  const session: { readonly id: string } = JSON.parse(
    await request(`${server.url}/session${directory}`, { title: "t" }),
  );
  stub.take();
  await request(`${server.url}/session/${session.id}/message${directory}`, {
    model: { providerID: "stub", modelID: "m" },
    parts: [{ type: "text", text: "X" }],
  });
  const bodies = stub.take();
  if (bodies.length === 0)
    throw new Error(`opencode sent no request: ${server.running.stderr().slice(-2000)}`);
  const log = server.running.stderr().slice(before);
  // The project's own instance ends, so that nothing watches a folder that goes away.
  await request(`${server.url}/instance/dispose${directory}`, {});
  const warnings = readWarnings(log);
  return {
    prompt: readPrompt(bodies),
    list: skills.map(toEntry),
    warnings,
    reasons: readReasons(warnings),
  };
}

async function request(url: string, body?: unknown): Promise<string> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(60_000),
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

function toEntry(skill: ListedSkill): ListEntry {
  return {
    name: skill.name,
    isBuiltIn: skill.location === BUILT_IN,
    description: skill.description ?? null,
    path: skill.location,
    lists: ["list"],
  };
}

function readPrompt(bodies: readonly string[]): readonly PromptEntry[] {
  const texts = bodies.flatMap((body) => readStrings(JSON.parse(body)));
  const prompt = texts.find((text) => text.includes("</available_skills>"));
  return readElements(prompt ?? "").map((element) => ({
    name: element.name,
    isBuiltIn: element.location === "&lt;built-in&gt;",
    shown: element.shown,
    text: element.text,
    path: element.location,
  }));
}

function readWarnings(log: string): readonly string[] {
  const rows = log.matchAll(/^timestamp=\S+ level=(?:WARN|ERROR) run=\S+ message=([^\n]*)$/gmu);
  return [...rows].map((row) => row[1] ?? "").filter((line) => /skill/iu.test(line));
}

/** Of two files with one name the program names both; the reason goes to either. */
function readReasons(warnings: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    warnings.flatMap((line) =>
      [...line.matchAll(/(?:existing|duplicate|path|match|skill)=("?)(\/[^\s"]*)\1/gu)].map(
        (match) => [match[2] ?? "", line] as const,
      ),
    ),
  );
}
