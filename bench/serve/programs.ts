/** The programs that the bench starts: a provider of tokens, and the server in between. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export interface Program {
  readonly child: ChildProcess;
  /** What the first line that fits says. */
  readonly word: string;
  readonly stop: () => Promise<void>;
}

async function startProgram(
  words: readonly string[],
  fits: RegExp,
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env["PATH"] ?? "", HOME: "/nowhere", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      if (text.length > 100_000) return;
      text += part;
      const found = fits.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
  child.once("exit", (code) => {
    reject(new Error(`It ended with ${code}: ${text}`));
  });
  const word = await promise;
  return {
    child,
    word,
    stop: async () => {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}

export async function startProvider(): Promise<Program> {
  return await startProgram([join(import.meta.dirname, "provider.mjs")], /port (\d+)/u);
}

export interface ServerOptions {
  readonly folder: string;
  /** Of a provider of tokens, where one is wanted. */
  readonly providerPort?: string;
  readonly database?: string;
  /** Runs a minute and user; the usual ones where absent. */
  readonly runsAMinute?: number;
  /** Further words of the command. */
  readonly words?: readonly string[];
}

export const PASSWORD = "bench-password";

export async function startServer(options: ServerOptions): Promise<Program> {
  const { folder, providerPort, database, runsAMinute, words: more = [] } = options;
  const settings = join(folder, "settings.json");
  const most = { count: runsAMinute, seconds: 60 };
  const limits = runsAMinute === undefined ? {} : { run: most, publish: most };
  // All streams of a bench are those of one user.
  const room = {
    streams: { total: 2000, perUser: 2000 },
    requests: { perUser: 1000, waiting: 1000 },
  };
  writeFileSync(settings, JSON.stringify({ limits, ...room, stopSeconds: 1 }));
  const data = join(folder, "data");
  const words = ["serve", "--port", "0", "--data", data, "--settings", settings, ...more];
  return await startProgram(
    [join(root, "dist/cli/main.js"), ...words],
    /Listening on (http:\S+)\.\n/u,
    {
      SKILLWRIGHT_ADMIN_PASSWORD: PASSWORD,
      ...(providerPort === undefined
        ? {}
        : {
            OLLAMA_HOST: `127.0.0.1:${providerPort}`,
            SKILLWRIGHT_MODEL: "ollama:tokens-1-pace-0-first-0",
          }),
      ...(database === undefined ? {} : { DATABASE_URL: database }),
    },
  );
}

/** Bytes that a process holds in memory. */
export function memoryOf({ child }: Program): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1] ?? 0) * 1024;
}
