/** OpenCode: its server's `/skill`, and the system message that a session sends. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildEnvironment } from "../place.ts";
import { type Running, start } from "../process.ts";
import type { Stub } from "../stub.ts";
import type { Agent, Case, ListEntry, Observation, PlacedCase, PromptEntry } from "../types.ts";
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

interface SharedServer {
  readonly server: Server;
  readonly home: string;
}

const BUILT_IN = "<built-in>";
const SHARED_LIMIT_MS = 30 * 60_000;

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
  let shared: Promise<SharedServer> | undefined;
  return {
    id: "opencode",
    version,
    ask: async (placed) => {
      if (!isOfProject(placed.case)) {
        const server = await startServer(program, placed, stub, limitMs);
        try {
          return await ask(server, placed, stub);
        } finally {
          await server.running.stop();
        }
      }
      shared ??= startShared(program, placed, stub);
      return await ask((await shared).server, placed, stub);
    },
    countAtOnce: (item) => (isOfProject(item) ? 6 : 1),
    close: async () => {
      if (shared === undefined) return;
      const { server, home } = await shared;
      await server.running.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      shared = undefined;
    },
  };
}

async function startShared(program: string, placed: PlacedCase, stub: Stub): Promise<SharedServer> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "oracle-")));
  const server = await startServer(program, { ...placed, cwd: home, home }, stub, SHARED_LIMIT_MS);
  return { server, home };
}

function isOfProject(item: Case): boolean {
  const { files, settings, dirs, links, env, args } = item.in;
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
  await request(`${server.url}/session/${session.id}/message${directory}`, {
    model: { providerID: "stub", modelID: "m" },
    parts: [{ type: "text", text: "X" }],
  });
  // The prompt names the folder, and the log the files: another case may be asked at the same time.
  const bodies = stub.take(placed.project);
  if (bodies.length === 0)
    throw new Error(`opencode sent no request: ${server.running.stderr().slice(-2000)}`);
  const lines = server.running.stderr().slice(before).split("\n");
  const log = lines.filter((line) => line.includes(dirname(placed.project))).join("\n");
  // The project's own instance ends, so that nothing watches a folder that goes away.
  await request(`${server.url}/instance/dispose${directory}`, {});
  const warnings = readWarnings(log);
  return {
    prompt: readPrompt(bodies),
    list: skills.map(toEntry),
    warnings: shorten(warnings),
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

/** The order of the warnings changes from run to run, so a long list says no more than its length. */
function shorten(warnings: readonly string[]): readonly string[] {
  const more = warnings.length - 2;
  return more > 0 ? [...warnings.slice(0, 2), `(and ${more} more duplicates)`] : warnings;
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
