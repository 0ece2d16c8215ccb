/** Runs of the built program that go on until they are ended: a gateway, its hosts, and who asks them. */
import { join } from "node:path";
import { type afterAll, afterEach } from "vitest";
import { compiledOnce } from "./compiled.ts";
import { root } from "./source.ts";
import { startBeside, type Started } from "./starter.ts";
import { until } from "./wait.ts";

export const TOKEN = "test-token-0123456789";

export interface Running {
  readonly child: Started;
  /** Both outputs so far, in the order of their arrival, which is not always that in which they were written. */
  readonly output: () => string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exited: Promise<number | null>;
}

interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Starter {
  readonly start: (words: readonly string[], options?: StartOptions) => Running;
  /** Runs to its end, while this process goes on answering others. */
  readonly run: (words: readonly string[], options?: StartOptions) => Promise<Ended>;
  readonly serve: (
    words?: readonly string[],
    folder?: string,
  ) => Promise<{ readonly server: Running; readonly url: string }>;
  /** A host of another system than this machine's, which the program itself cannot claim to be. */
  readonly startForeignHost: (
    options: object,
    environment: Readonly<Record<string, string>>,
  ) => Running;
}

/** Starts programs, and ends those that still run when a test is done, or all tests of the suite. */
export function useProgram(ending: typeof afterEach | typeof afterAll = afterEach): Starter {
  const running: Running[] = [];
  ending(async () => {
    for (const { child, exited } of running.splice(0)) {
      child.kill("SIGKILL");
      await exited;
    }
  });
  const startScript = (words: readonly string[], options: StartOptions): Running => {
    const child = startBeside(process.execPath, words, {
      ...(options.folder === undefined ? {} : { cwd: options.folder }),
      env: {
        PATH: "/nowhere",
        ...compiledOnce(),
        HOME: options.folder ?? "/nowhere",
        SKILLWRIGHT_CACHE_DIR: "/nowhere",
        SKILLWRIGHT_DATA: ":memory:",
        NO_COLOR: "1",
        ...options.environment,
      },
    });
    child.stdin.end();
    const text = { both: "", stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (part: string) => {
        text.both += part;
        text[name] += part;
      });
    const exited = new Promise<number | null>((settle) => {
      child.once("close", (code) => settle(code));
    });
    const item: Running = {
      child,
      exited,
      output: () => text.both,
      stdout: () => text.stdout,
      stderr: () => text.stderr,
    };
    running.push(item);
    return item;
  };
  const start = (words: readonly string[], options: StartOptions = {}): Running =>
    startScript([join(root, "dist/cli/main.js"), ...words], options);
  return {
    start,
    run: async (words, options = {}) => {
      const item = start(words, options);
      const code = await item.exited;
      return { code, output: item.output(), stdout: item.stdout(), stderr: item.stderr() };
    },
    serve: async (words = [], folder) => {
      const server = start(["serve", "--port", "0", ...words], {
        environment: { SKILLWRIGHT_HOST_TOKEN: TOKEN },
        ...(folder === undefined ? {} : { folder }),
      });
      await until("the server listens", () => server.output().includes("Listening on"));
      const url = /Listening on (http:\S+)\.\n/u.exec(server.output())?.[1] ?? "";
      return { server, url };
    },
    startForeignHost: (options, environment) =>
      startScript(
        [join(import.meta.dirname, "hosts-program.ts"), "node", JSON.stringify(options)],
        {
          environment: { SKILLWRIGHT_HOST_TOKEN: TOKEN, ...environment },
        },
      ),
  };
}
