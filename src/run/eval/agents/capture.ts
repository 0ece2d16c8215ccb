/** Starts the program of an agent in the sandbox, beside a stand-in for its model, and keeps what it asks. Nothing answers it. */
import {
  byCodePoint,
  fileExists,
  joinPath,
  realPath,
  computeSha256,
} from "../../../platform/index.ts";
import { createTemporaryFolder } from "../../../platform/folder/index.ts";
import { listenHttp, readBodyBytes } from "../../../platform/network/index.ts";
import { DOOR, findOnPath, chownToSandbox, type Mount } from "../../../platform/sandbox/index.ts";
import type { SandboxPolicy } from "../../authority/index.ts";
import { runError } from "../../errors.ts";
import type { Runner } from "../../sandbox/index.ts";
import type { EvalAnswer, EvalRequest } from "../ask.ts";
import type { CassetteCall } from "../cassette.ts";
import type { AgentEndpoint, AgentProgram } from "./programs.ts";
import { type CapturedRequest, readRequest } from "./read-request.ts";

export interface CaptureOptions {
  readonly program: AgentProgram;
  /** Texts of SKILL.md files, by the name of their folder. */
  readonly skills: ReadonlyMap<string, string>;
  /** The way to programs. */
  readonly path: string;
  /** The sandbox; replaying what was captured does not need it. */
  readonly openRunner: () => Promise<Runner>;
  /** Plays what was captured before. */
  readonly recorded: CassetteCall;
}

const LOOPBACK = "127.0.0.1";
const PATIENCE_SECONDS = 120;
const GRACE_MS = 100;
/** Of a request: programs send some hundred kilobytes. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Inside, so that a request is the same everywhere. */
const PROJECT = "/project";
const HOME = "/home/user";
const PLACE: AgentEndpoint = { url: `http://${DOOR}`, project: PROJECT };
/** What agents call when they start. */
const HELPERS: readonly string[] = ["node", "bash", "sh", "git"];
/** Where systems keep the authorities that they trust; some programs do not start without. */
const AUTHORITIES: readonly string[] = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/cert.pem",
];

/** The request with which the agent begins, told of the skills and asked for this; each prompt is captured once. */
export function createCapture(
  options: CaptureOptions,
): (prompt: string, signal: AbortSignal) => Promise<CapturedRequest> {
  const { program, skills, recorded } = options;
  const known = new Map<string, Promise<CapturedRequest>>();
  const digest = computeSha256(
    [...skills]
      .map(([name, text]) => `${name} ${computeSha256(text)}`)
      .toSorted(byCodePoint)
      .join("\n"),
  );
  const capture = async (prompt: string, signal: AbortSignal): Promise<CapturedRequest> => {
    const request: EvalRequest = {
      model: `program:${program.id}`,
      messages: [
        { role: "system", content: digest },
        { role: "user", content: prompt },
      ],
      tools: [],
      turns: [],
      trial: 1,
    };
    const { text } = await recorded(request, async () => await runAgent(options, prompt, signal));
    // Written by `ask`; an edited cassette can at most ask something else.
    return JSON.parse(text) as CapturedRequest;
  };
  return async (prompt, signal) => {
    const asked = known.get(prompt) ?? capture(prompt, signal);
    known.set(prompt, asked);
    return await asked;
  };
}

async function runAgent(
  { program, skills, path, openRunner }: CaptureOptions,
  prompt: string,
  signal: AbortSignal,
): Promise<EvalAnswer> {
  const found = findOnPath(program.file, path);
  if (found === undefined) throw notThere(program);
  const runner = await openRunner();
  const captured = Promise.withResolvers<string>();
  const listener = await listenHttp({
    host: LOOPBACK,
    port: 0,
    fetch: async (request) => {
      // Code of a skill can reach this as well as the program.
      const bytes = await readBodyBytes(request, { maxBytes: MOST_BYTES, tooLarge });
      const body = bytes.toString("utf8");
      if (body.includes(JSON.stringify(prompt).slice(1, -1)) && readRequest(body) !== undefined)
        captured.resolve(body);
      return Response.json({ error: { message: "This is no model." } }, { status: 503 });
    },
    upgrade: () => ({ kind: "refused", response: new Response(null, { status: 404 }) }),
    protocol: "",
    maxMessageBytes: 1,
  });
  const folder = createTemporaryFolder((base) => ({
    folders: [joinPath(base, HOME), joinPath(base, PROJECT)],
    files: layOut(program, skills, base),
    links: new Map(),
  }));
  const stop = new AbortController();
  try {
    const started = await start(runner, program, {
      prompt,
      folder: folder.path,
      belongings: findProgramFiles(found),
      door: listener.port,
      signal: AbortSignal.any([signal, stop.signal]),
    });
    try {
      const body = await Promise.race([captured.promise, started.ended.then(() => undefined)]);
      signal.throwIfAborted();
      if (body === undefined) throw noRequestError(program, await started.ended);
      return { text: JSON.stringify(readRequest(body)), calls: [], usage: {}, seconds: 0 };
    } finally {
      stop.abort();
      await started.ended;
    }
  } finally {
    await listener.close(GRACE_MS);
    folder.close();
  }
}

interface Start {
  readonly prompt: string;
  /** Of this machine: what is the home folder and the project inside. */
  readonly folder: string;
  readonly belongings: readonly Mount[];
  /** Where the stand-in for the model listens. */
  readonly door: number;
  readonly signal: AbortSignal;
}

/**
 * Programs of agents run what a skill or a prompt tells them to before their model has said a word: commands in the text of a
 * skill, hooks, options. So they see their own files, those of the evaluation, and the stand-in for their model.
 */
async function start(
  runner: Runner,
  program: AgentProgram,
  { prompt, folder, belongings, door, signal }: Start,
): Promise<{ readonly ended: Promise<string> }> {
  const places = [HOME, PROJECT].map((at): Mount => {
    const path = joinPath(folder, at);
    chownToSandbox(path);
    return { path, at, access: "write" };
  });
  const variables = { HOME, TERM: "dumb", NO_COLOR: "1", ...program.environment(PLACE) };
  const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const child = await runner.start(
    {
      // The sandbox has a home folder of its own, and `env` gives the program another.
      program: "env",
      arguments: [...given, program.file, ...program.words(prompt, PLACE)],
      folder: PROJECT,
    },
    { ...POLICY, commands: [program.file, ...HELPERS] },
    { home: "/", folder: "/", environment: {}, mounts: [...belongings, ...places], door, signal },
  );
  child.stdin.end();
  const said = Promise.all([readText(child.stdout), readText(child.stderr)]);
  return { ended: child.exited.then(async () => (await said).join("")) };
}

/** What a program reads beside its own file: those that come from npm take others from the packages beside theirs. */
function findProgramFiles(file: string): readonly Mount[] {
  const [, folder] = /^(.*?\/node_modules)\//u.exec(realPath(file)) ?? [];
  const places = [...AUTHORITIES, ...(folder === undefined ? [] : [folder])];
  return places.filter(fileExists).map((path): Mount => ({ path, access: "read" }));
}

async function readText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text = `${text}${Buffer.from(chunk).toString()}`.slice(-2000);
  return text;
}

function layOut(
  { skills: folder, settings }: AgentProgram,
  skills: ReadonlyMap<string, string>,
  base: string,
): ReadonlyMap<string, Uint8Array> {
  return new Map([
    ...[...skills].map(
      ([name, text]) => [joinPath(base, PROJECT, folder, name, "SKILL.md"), encode(text)] as const,
    ),
    ...Object.entries(settings?.(PLACE) ?? {}).map(
      ([path, value]) => [joinPath(base, HOME, path), encode(JSON.stringify(value))] as const,
    ),
  ]);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function tooLarge(bytes: number): Error {
  return new Error(`A request to the stand-in for the model is longer than ${bytes} bytes.`);
}

function notThere({ title, file }: AgentProgram): Error {
  return runError("run/no-agent", { title, program: file });
}

function noRequestError({ title }: AgentProgram, output: string): Error {
  return runError("run/no-agent", { title, output: output.trim().slice(-500) });
}

const MIB = 1024 * 1024;

const POLICY: SandboxPolicy = {
  tier: "experimental",
  isExperimental: true,
  items: [],
  files: [],
  hidden: [],
  hosts: [],
  commands: [],
  environment: { names: [], isOpen: false },
  mcp: [],
  limits: {
    cpuSeconds: PATIENCE_SECONDS,
    wallSeconds: PATIENCE_SECONDS,
    memoryBytes: 4096 * MIB,
    processes: 1024,
    openFiles: 1024,
    fileBytes: 512 * MIB,
    writtenBytes: 1024 * MIB,
    scratchBytes: 64 * MIB,
    outputBytes: 16 * MIB,
    networkBytes: 0,
    networkBytesPerSecond: 1,
  },
};
