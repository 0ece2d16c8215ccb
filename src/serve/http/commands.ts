import { type NodeOptions, runNode } from "../../library/hosts/index.ts";
import { type Environment, failure, readText, reasonOf } from "../../platform/index.ts";
import { listenForStop, newSecret } from "../../platform/machine/index.ts";
import { serveCodes } from "./diagnostics.ts";
import { startServer } from "./server.ts";

interface TokenOptions {
  readonly token?: string;
  /** Better than an argument, which every user of the machine can read. */
  readonly tokenFile?: string;
  readonly environment: Environment;
}

interface Output {
  /** Writes to standard error. */
  readonly err: (text: string) => void;
}

export interface ServeOptions extends TokenOptions, Output {
  readonly version: string;
  readonly host?: string;
  readonly port?: number;
}

/** `serve` listens on this port unless told otherwise. */
export const DEFAULT_PORT = 4817;

/** Serves until the process is asked to end. */
export async function serveCommand(options: ServeOptions): Promise<void> {
  const say = sayTo(options);
  const given = readToken(options);
  const token = given ?? newSecret();
  const stop = listenForStop();
  try {
    const server = await startServer({
      token,
      version: options.version,
      port: options.port ?? DEFAULT_PORT,
      ...(options.host === undefined ? {} : { host: options.host }),
      say,
    });
    if (given === undefined) say(`Token, made for this run: ${token}`);
    await aborted(stop.signal);
    say("Closing.");
    await server.close();
  } finally {
    stop.release();
  }
}

export interface NodeCommandOptions extends Omit<NodeOptions, "token">, TokenOptions, Output {}

/** Makes this machine a host until the process is asked to end; fails where the gateway refuses it. */
export async function nodeCommand(options: NodeCommandOptions): Promise<void> {
  const token = readToken(options);
  if (token === undefined)
    throw failure(serveCodes.missingToken, "Unexpected lack of a token, expected the gateway's.", {
      hint: "Set `SKILLWRIGHT_TOKEN`, or name a file with `--token-file`.",
    });
  const stop = listenForStop();
  try {
    await runNode({ ...options, token }, { say: sayTo(options), signal: stop.signal });
  } finally {
    stop.release();
  }
}

function sayTo({ err }: Output): (line: string) => void {
  return (line) => {
    err(`skillwright: ${line}\n`);
  };
}

/** A file wins over an argument, and that over the environment. */
function readToken({ token, tokenFile, environment }: TokenOptions): string | undefined {
  if (tokenFile !== undefined) return readTokenFile(tokenFile);
  const value = token ?? environment["SKILLWRIGHT_TOKEN"];
  return value === undefined || value === "" ? undefined : value;
}

function readTokenFile(path: string): string {
  try {
    return readText(path).trim();
  } catch (error) {
    throw failure(
      serveCodes.missingToken,
      `Unexpected failure to read the token: ${reasonOf(error)}.`,
      { file: path, cause: error },
    );
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((settle) => {
    if (signal.aborted) settle();
    signal.addEventListener("abort", () => {
      settle();
    });
  });
}
